[(identifier) (implicit_parameter)] @read
(_ type: [(identifier) @annotation (generic_name . (identifier) @annotation) (nullable_type (identifier) @annotation)])
(_ returns: [(identifier) @annotation (generic_name . (identifier) @annotation) (nullable_type (identifier) @annotation)])
(type_argument_list (identifier) @annotation)

(member_access_expression expression: (_) @receiver name: (_) @member)
(conditional_access_expression condition: (_) @receiver (member_binding_expression name: (_) @member))
(qualified_name qualifier: (_) @receiver name: (_) @member)

(invocation_expression function: (_) @call)
(invocation_expression function: (generic_name . (identifier) @call))
(invocation_expression function: (member_access_expression name: (generic_name . (identifier) @call)))
(object_creation_expression type: (_) @call)
(object_creation_expression type: (generic_name . (identifier) @call))
(assignment_expression left: (_) @write)
(postfix_unary_expression (_) @write)
(attribute name: (_) @decorator)
(attribute_argument name: (identifier) @key)
(argument name: (identifier) @key)
(labeled_statement . (identifier) @key)
(base_list [(identifier) @base (qualified_name) @base (generic_name . (identifier) @base)])
(using_directive (_) @import)
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)

[
  (block) (declaration_list) (enum_member_declaration_list) (for_statement) (foreach_statement) (switch_section)
  (catch_clause) (class_declaration) (struct_declaration) (record_declaration) (interface_declaration)
] @scope
[
  (method_declaration) (constructor_declaration) (local_function_statement) (lambda_expression) (accessor_declaration)
  (delegate_declaration)
] @scope.function

(comment) @comment
[(string_literal_content) (verbatim_string_literal) (raw_string_literal) (string_content)] @string

[(ERROR) (MISSING)] @damage
