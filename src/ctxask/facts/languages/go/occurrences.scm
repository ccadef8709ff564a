[(identifier) (type_identifier) (package_identifier)] @read
(field_identifier) @key
(type_identifier) @annotation
(keyed_element . (literal_element (identifier) @key @keyed))
(label_name) @key
(package_clause (_) @key @package)

(selector_expression operand: (_) @receiver field: (_) @member)
(qualified_type package: (_) @receiver name: (_) @member)

(call_expression function: (_) @call)
(type_conversion_expression type: (generic_type type: (_) @call))
(composite_literal type: (generic_type type: (_) @call))
(composite_literal type: [(type_identifier) (qualified_type)] @call)
(assignment_statement left: (expression_list (_) @write))
(inc_statement (_) @write)
(dec_statement (_) @write)

(field_declaration !name type: [(type_identifier) (qualified_type)] @base)
(field_declaration !name type: (pointer_type [(type_identifier) (qualified_type)] @base))
(interface_type (type_elem . [(type_identifier) (qualified_type)] @base .))

[
  (block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (select_statement)
  (expression_case) (default_case) (type_case) (communication_case) (type_spec)
] @scope
[(function_declaration) (method_declaration) (func_literal) (method_elem) (function_type)] @scope.function

(comment) @comment
[(interpreted_string_literal_content) (raw_string_literal_content)] @string

[(ERROR) (MISSING)] @damage
