; Definitions: the whole node, its @name, a written @container; a @callable value makes a variable a function and a
; field a method. What they hold is read from the tree around the name, by `facts/ecmascript.py`.

[(class_declaration name: (_) @name) (class name: (_) @name)] @definition.class
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(export_statement declaration: (_ name: (_) @name)) @definition.exported
(export_statement declaration: (_ (variable_declarator name: (identifier) @name))) @definition.exported
(function_expression name: (_) @name @definition.local)

(method_definition name: (_) @name) @definition.method
(method_definition ["get" "set"] name: (_) @name) @definition.property
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @callable)
  @definition.method
(assignment_expression
  left: (member_expression object: (_) @container property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @callable) @definition.method
(assignment_expression left: (member_expression object: (this) property: (_) @name)) @definition.assigned

; Variables: local where a function holds them.
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(variable_declarator name: (identifier) @name value: (object)) @definition.object
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @callable) @definition.variable
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
(variable_declaration (variable_declarator name: (identifier) @name) @definition.variable.hoisted)
(variable_declarator name: [
  (identifier) @name
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (_) @name)
    (pair_pattern value: [
      (identifier) @name
      (assignment_pattern left: (identifier) @name)
      (object_pattern (shorthand_property_identifier_pattern) @name)])
    (rest_pattern (identifier) @name)])
  (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)
    (object_pattern (shorthand_property_identifier_pattern) @name)])]) @definition.variable

(for_in_statement kind: _ left: [
  (identifier) @name @definition.local
  (array_pattern [
    (identifier) @name @definition.local
    (object_pattern (shorthand_property_identifier_pattern) @name @definition.local)])
  (object_pattern [
    (shorthand_property_identifier_pattern) @name @definition.local
    (pair_pattern value: (identifier) @name @definition.local)])])
(catch_clause parameter: (identifier) @name @definition.local)
(arrow_function parameter: (identifier) @name @definition.parameter)

; Where a test says what an expression is.
(if_statement
  condition: (parenthesized_expression [
    (binary_expression left: (_) @known.value operator: "instanceof" right: (_) @known.type)
    (binary_expression
      left: (binary_expression left: (_) @known.value operator: "instanceof" right: (_) @known.type)
      operator: "&&")])
  consequence: (_) @known)
(ternary_expression
  condition: [
    (binary_expression left: (_) @known.value operator: "instanceof" right: (_) @known.type)
    (parenthesized_expression
      (binary_expression left: (_) @known.value operator: "instanceof" right: (_) @known.type))]
  consequence: (_) @known)
(binary_expression
  left: (binary_expression left: (_) @known.value operator: "instanceof" right: (_) @known.type)
  operator: "&&"
  right: (_) @known)

; Imports and exports.
(import_statement
  (import_clause (identifier) @alias)
  source: (string (string_fragment) @module)
  (#set! name "default")) @import
(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string (string_fragment) @module)
  (#set! name "*")) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @imported alias: (_)? @alias)))
  source: (string (string_fragment) @module)) @import
(variable_declarator
  name: [
    (identifier) @alias
    (object_pattern [
      (shorthand_property_identifier_pattern) @imported
      (pair_pattern key: (property_identifier) @imported value: (identifier) @alias)])]
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#set! name "*")) @import

(export_statement
  (export_clause (export_specifier name: (_) @imported alias: (_)? @alias))
  source: (string (string_fragment) @module)?
  (#set! exported "")) @import
(export_statement
  (namespace_export (_) @alias)
  source: (string (string_fragment) @module)
  (#set! name "*")
  (#set! exported "")) @import
(export_statement "*" . source: (string (string_fragment) @module) (#set! name "*") (#set! exported "")) @import
(export_statement value: (identifier) @imported (#set! alias "default") (#set! exported "")) @import
(export_statement "default" declaration: (_ name: (_) @imported) (#set! alias "default") (#set! exported "")) @import
(assignment_expression
  left: (member_expression) @_exports
  right: (object [
    (shorthand_property_identifier) @imported
    (pair key: (property_identifier) @alias value: (identifier) @imported)])
  (#any-of? @_exports "module.exports" "exports")
  (#set! exported "")) @import
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: (identifier) @imported
  (#any-of? @_exports "module.exports" "exports")
  (#set! exported "")) @import
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module)))
  (#any-of? @_exports "module.exports" "exports")
  (#eq? @_require "require")
  (#set! name "*")
  (#set! exported "")) @import
(assignment_expression
  left: (member_expression) @_exports
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_exports "module.exports")
  (#eq? @_require "require")
  (#set! name "*")
  (#set! alias "=")
  (#set! exported "")) @import
(assignment_expression
  left: (member_expression) @_exports
  right: (object (spread_element
    (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module)))))
  (#eq? @_exports "module.exports")
  (#eq? @_require "require")
  (#set! name "*")
  (#set! alias "")
  (#set! exported "")) @import
(assignment_expression
  left: (member_expression) @_exports
  right: [(identifier) @imported (class name: (_) @imported) (function_expression name: (_) @imported)]
  (#eq? @_exports "module.exports")
  (#set! alias "=")
  (#set! exported "")) @import
