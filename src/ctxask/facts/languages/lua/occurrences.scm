(identifier) @read
(field name: (identifier) @key)
(goto_statement (identifier) @key)
(label_statement (identifier) @key)

(dot_index_expression table: (_) @receiver field: (_) @member)
(method_index_expression table: (_) @receiver method: (_) @member)

(function_call name: (_) @call)
(assignment_statement (variable_list name: (_) @write))

[(block) (for_statement) (table_constructor)] @scope
[(function_declaration) (function_definition)] @scope.function

(comment) @comment
(string_content) @string

[(ERROR) (MISSING)] @damage
