(variable_name) @read
(command_name (word) @read @call (#match? @read "^[A-Za-z_][A-Za-z0-9_]*$"))
(command
  name: (command_name (word) @_takes)
  argument: (word) @read
  (#any-of? @_takes "trap" "command" "type" "export" "unset" "time" "exec" "eval")
  (#match? @read "^[A-Za-z_][A-Za-z0-9_]*$"))
(function_definition name: (word) @read)
(variable_assignment name: (_) @write)

(function_definition) @scope

(comment) @comment
[(string_content) (raw_string) (heredoc_body)] @string

[(ERROR) (MISSING)] @damage
