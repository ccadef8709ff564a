[(simple_identifier) (type_identifier) (interpolated_identifier)] @read
(type_identifier) @annotation

(navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @member))
(directly_assignable_expression . (_) @receiver (navigation_suffix (simple_identifier) @member))
(user_type (type_identifier) @receiver . (type_identifier) @member)
(callable_reference (type_identifier) @receiver (simple_identifier) @member .)

(call_expression . (_) @call)
(assignment (directly_assignable_expression) @write)
(annotation [(user_type) @decorator (constructor_invocation (user_type) @decorator)])
(delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])
(delegation_specifier (user_type (type_identifier) @base . (type_arguments)))
(value_argument . (simple_identifier) @key . "=")
(import_header (identifier) @import)
(package_header (identifier) @package)

[
  (class_body) (enum_class_body) (control_structure_body) (for_statement) (when_entry) (catch_block) (class_declaration)
  (object_declaration)
] @scope
[(function_declaration) (lambda_literal) (anonymous_initializer) (getter) (setter) (secondary_constructor)] @scope.function

[(line_comment) (multiline_comment)] @comment
(string_content) @string

[(ERROR) (MISSING)] @damage
