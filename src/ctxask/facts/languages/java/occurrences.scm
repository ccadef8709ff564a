[(identifier) (type_identifier)] @read
(type_identifier) @annotation
(labeled_statement (identifier) @key)
(break_statement (identifier) @key)
(continue_statement (identifier) @key)
(element_value_pair key: (identifier) @key)

(method_invocation object: (_) @receiver name: (_) @member)
(field_access object: (_) @receiver field: (_) @member)
(method_reference . (_) @receiver (identifier) @member .)
(scoped_type_identifier (_) @receiver . (type_identifier) @member .)
(scoped_identifier scope: (_) @receiver name: (_) @member)

(method_invocation name: (_) @call)
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @call)
(object_creation_expression type: (generic_type . (_) @call))
(argument_list) @arguments
(assignment_expression left: (_) @write)
(update_expression (_) @write)
(marker_annotation name: (_) @decorator)
(annotation name: (_) @decorator)

(superclass [(type_identifier) @base (scoped_type_identifier) @base (generic_type . (_) @base)])
(super_interfaces (type_list [(type_identifier) @base (scoped_type_identifier) @base (generic_type . (_) @base)]))
(extends_interfaces (type_list [(type_identifier) @base (scoped_type_identifier) @base (generic_type . (_) @base)]))
(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration (_) @import)
(import_declaration (scoped_identifier scope: (_) @import))

[
  (class_body) (interface_body) (enum_body) (annotation_type_body) (block) (for_statement) (enhanced_for_statement)
  (catch_clause) (try_with_resources_statement) (switch_block_statement_group) (switch_rule) (class_declaration) (interface_declaration) (record_declaration) (constructor_body)
] @scope
[
  (method_declaration) (constructor_declaration) (compact_constructor_declaration) (lambda_expression) (static_initializer)
] @scope.function

[(line_comment) (block_comment)] @comment
[(string_fragment) (multiline_string_fragment)] @string

[(ERROR) (MISSING)] @damage
