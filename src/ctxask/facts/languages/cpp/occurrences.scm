[(namespace_identifier)] @read
(qualified_identifier scope: (_) @receiver name: (_) @member)
(call_expression function: (template_function name: (_) @call))
(call_expression function: (field_expression field: (template_method name: (_) @call)))
(call_expression function: (qualified_identifier name: (template_function name: (_) @call)))
(new_expression type: [(type_identifier) (qualified_identifier)] @call)
(field_initializer . (_) @write)
(base_class_clause [(type_identifier) @base (qualified_identifier) @base (template_type name: (_) @base)])
(base_class_clause (qualified_identifier name: (template_type name: (_) @base)))
(using_declaration (_) @import)

(namespace_definition name: (_)) @scope
[(class_specifier) (for_range_loop) (catch_clause) (try_statement)] @scope
(lambda_expression) @scope.function
(raw_string_content) @string
