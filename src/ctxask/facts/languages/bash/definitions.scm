(function_definition name: (word) @name) @definition.function
(variable_assignment name: (variable_name) @name) @definition.variable.hoisted
(declaration_command ["local" "typeset" "declare"] (variable_assignment name: (variable_name) @name) @definition.local)
(declaration_command ["local" "typeset" "declare"] (variable_name) @name @definition.local)
(for_statement variable: (variable_name) @name) @definition.variable.hoisted

(command
  name: (command_name (word) @_source)
  . argument: (word) @module
  (#any-of? @_source "source" ".")
  (#set! name "*")
  (#set! alias "")) @import
