(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_body [name: (property_identifier) @name (enum_assignment name: (property_identifier) @name)]
  @definition.enumerator)
(type_alias_declaration name: (_) @name) @definition.type
[(internal_module name: (identifier) @name) (module name: (identifier) @name)] @definition.namespace

(function_declaration name: (_) @name return_type: (type_annotation (_) @type)) @definition.function
(function_signature name: (_) @name return_type: (type_annotation (_) @type)?) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (type_annotation (_) @type))) @definition.function

(method_definition name: (_) @name return_type: (type_annotation (_) @type)) @definition.method
(method_signature name: (_) @name return_type: (type_annotation (_) @type)?) @definition.method
(abstract_method_signature name: (_) @name return_type: (type_annotation (_) @type)?) @definition.method

(public_field_definition
  name: (_) @name
  type: (type_annotation (_) @type)?
  value: [(new_expression constructor: (_) @type) (arrow_function) @callable (function_expression) @callable (_)]?)
  @definition.attribute
(interface_body
  (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.attribute)

(variable_declarator name: (identifier) @name type: (type_annotation (_) @type)) @definition.variable

(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (type_annotation (_) @type)?)
  @definition.assigned
(_ pattern: (identifier) @name type: (type_annotation (_) @type)?) @definition.parameter
(_ pattern: [
  (rest_pattern (identifier) @name)
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (_) @name)
    (pair_pattern value: (identifier) @name)
    (rest_pattern (identifier) @name)])
  (array_pattern (identifier) @name)]) @definition.parameter
(type_parameter name: (_) @name) @definition.type_parameter
