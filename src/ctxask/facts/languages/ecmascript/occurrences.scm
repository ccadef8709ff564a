; Every identifier, then what some of them are. A role goes to the identifier that the captured node ends with.

[(identifier) (shorthand_property_identifier) (shorthand_property_identifier_pattern)] @read
[(property_identifier) (private_property_identifier) (statement_identifier)] @key
(member_expression object: (_) @receiver property: (_) @member)

(call_expression function: (_) @call)
(new_expression constructor: (_) @call)
(assignment_expression left: (_) @write)
(augmented_assignment_expression left: (_) @write)
(update_expression argument: (_) @write)
(decorator [(identifier) (member_expression)] @decorator)
(decorator (call_expression function: (_) @decorator))

(import_specifier (identifier) @import)
(import_clause (identifier) @import)
(namespace_import (identifier) @import)
(namespace_export (identifier) @re-export)
(export_specifier (identifier) @re-export)
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @import))
  value: (call_expression function: (identifier) @_require)
  (#eq? @_require "require"))

[
  (statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body) (class_static_block) (class_body)
] @scope
[
  (function_declaration) (function_expression) (arrow_function) (method_definition)
  (generator_function) (generator_function_declaration)
] @scope.function

; Keys of what is taken apart or made: members of a value that stands elsewhere.
(object_pattern [
  (shorthand_property_identifier_pattern) @keyed
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @keyed)
  (pair_pattern key: (property_identifier) @keyed)])
(pair key: (property_identifier) @keyed)

(return_statement (_) @returned)
(assignment_expression left: [
  (identifier) @assigned
  (array_pattern (identifier) @assigned)
  (object_pattern [
    (shorthand_property_identifier_pattern) @assigned
    (pair_pattern value: (identifier) @assigned)])])

[(comment) (html_comment) (hash_bang_line)] @comment
[(string_fragment) (regex_pattern)] @string

[(ERROR) (MISSING)] @damage

; `this` is another object inside a function that is no arrow and no method.
[(function_expression) (generator_function)] @this.rebound
[(method_definition) (class_body)] @this.bound
(assignment_expression left: (member_expression) right: [(function_expression) (generator_function)] @this.bound)
(pair value: [(function_expression) (generator_function)] @this.bound)
