(name) @read
(named_type [(name) @annotation (qualified_name) @annotation])

(member_access_expression object: (_) @receiver name: (_) @member)
(nullsafe_member_access_expression object: (_) @receiver name: (_) @member)
(member_call_expression object: (_) @receiver name: (_) @member)
(nullsafe_member_call_expression object: (_) @receiver name: (_) @member)
(scoped_call_expression scope: (_) @receiver name: (_) @member)
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @member))
(class_constant_access_expression . (_) @receiver (name) @member .)
(qualified_name prefix: (_) @receiver (name) @member .)

(function_call_expression function: (_) @call)
(member_call_expression name: (_) @call)
(nullsafe_member_call_expression name: (_) @call)
(scoped_call_expression name: (_) @call)
(object_creation_expression [(name) @call (qualified_name) @call])
(assignment_expression left: (_) @write)
(augmented_assignment_expression left: (_) @write)
(attribute (_) @decorator)
(argument name: (name) @key)
(base_clause (_) @base)
(class_interface_clause (_) @base)
(use_declaration (_) @base)
(namespace_use_clause (qualified_name) @import)
(namespace_definition name: (_) @package)

[(compound_statement) (declaration_list) (class_declaration) (catch_clause) (foreach_statement)] @scope
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @scope.function

(comment) @comment
[(string_content) (heredoc_body) (nowdoc_body)] @string

[(ERROR) (MISSING)] @damage
