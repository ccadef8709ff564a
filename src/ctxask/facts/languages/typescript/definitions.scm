(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_body [name: (property_identifier) @name (enum_assignment name: (property_identifier) @name)]
  @definition.enumerator)
(type_alias_declaration name: (_) @name) @definition.type
[(internal_module name: (identifier) @name) (module name: (identifier) @name)] @definition.namespace

(function_signature name: (_) @name) @definition.function
[(method_signature name: (_) @name) (abstract_method_signature name: (_) @name)] @definition.method

(public_field_definition name: (_) @name value: [(arrow_function) @callable (function_expression) @callable (_)]?)
  @definition.attribute
(interface_body (property_signature name: (property_identifier) @name) @definition.attribute)
(type_alias_declaration
  value: (object_type (property_signature name: (property_identifier) @name) @definition.attribute))
(type_alias_declaration
  value: (intersection_type
    (object_type (property_signature name: (property_identifier) @name) @definition.attribute)))

(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.assigned
(required_parameter "readonly" pattern: (identifier) @name) @definition.assigned
(_ pattern: [(identifier) (this)] @name) @definition.parameter
(_ pattern: [
  (rest_pattern (identifier) @name)
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (_) @name)
    (pair_pattern value: [
      (identifier) @name
      (assignment_pattern left: (identifier) @name)
      (object_pattern [
        (shorthand_property_identifier_pattern) @name
        (object_assignment_pattern left: (_) @name)])])
    (rest_pattern (identifier) @name)])
  (array_pattern (identifier) @name)]) @definition.parameter
(type_parameter name: (_) @name) @definition.type_parameter

(import_statement
  (import_require_clause (identifier) @alias source: (string (string_fragment) @module))
  (#set! name "*")) @import
(export_statement "=" . (identifier) @imported (#set! alias "=") (#set! exported "")) @import
