[(simple_identifier) (type_identifier)] @read
(type_identifier) @annotation

(navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @member))
(user_type (type_identifier) @receiver . (type_identifier) @member)

(call_expression . (_) @call)
(assignment target: (_) @write)
(attribute (user_type) @decorator)
(inheritance_specifier inherits_from: (user_type (type_identifier) @base .))
(value_argument_label (simple_identifier) @key)
(parameter external_name: (simple_identifier) @key)
(import_declaration (identifier) @import)

[
  (class_body) (enum_class_body) (protocol_body) (if_statement) (for_statement) (while_statement) (switch_entry)
  (class_declaration) (protocol_declaration) (statements)
] @scope
[(function_declaration) (init_declaration) (lambda_literal) (computed_property) (protocol_function_declaration)] @scope.function

[(comment) (multiline_comment)] @comment
[(line_str_text) (multi_line_str_text) (raw_str_part)] @string

[(ERROR) (MISSING)] @damage
