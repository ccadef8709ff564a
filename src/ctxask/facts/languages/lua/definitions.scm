(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (_) @name)) @definition.method
(function_declaration name: (method_index_expression table: (_) @container method: (_) @name)) @definition.method
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @container field: (_) @name))
  (expression_list . value: (function_definition))) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (table_constructor))) @definition.object
(field name: (identifier) @name value: (function_definition)) @definition.method
(field name: (identifier) @name) @definition.attribute
(variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (_) @value .))) @definition.variable
(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)

(parameters name: (identifier) @name @definition.parameter)
(for_generic_clause (variable_list name: (identifier) @name @definition.local))
(for_numeric_clause name: (identifier) @name @definition.local)

(assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments (string content: (_) @module))))
  (#eq? @_require "require")
  (#set! name "*")) @import
(chunk (return_statement (expression_list . (identifier) @imported .) (#set! alias "=") (#set! exported "")) @import)
