[(identifier) (type_identifier)] @read
(field_identifier) @key
(statement_identifier) @key
(type_identifier) @annotation

(field_expression argument: (_) @receiver field: (_) @member)
(call_expression function: (_) @call)
(assignment_expression left: (_) @write)
(update_expression argument: (_) @write)
(field_designator (_) @key)

[(compound_statement) (for_statement) (if_statement) (while_statement) (struct_specifier) (union_specifier)]
  @scope
(function_definition) @scope.function

(comment) @comment
[(string_content) (system_lib_string) (character)] @string

[(ERROR) (MISSING)] @damage
