(class_declaration declaration_kind: ["class" "struct" "actor"] name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.enumerator
(typealias_declaration name: (type_identifier) @name) @definition.type

(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration name: (simple_identifier) @name [(user_type) (optional_type)] @type) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @container
  body: (class_body (function_declaration name: (simple_identifier) @name) @definition.method))
(class_body
  (property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)?) @definition.attribute)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @definition.attribute
(property_declaration
  name: (pattern bound_identifier: (_) @name)
  (type_annotation (_) @type)?
  value: (_)? @value) @definition.variable

(parameter name: (simple_identifier) @name name: (_) @type) @definition.parameter
(lambda_parameter name: (simple_identifier) @name) @definition.parameter
(for_statement item: (pattern bound_identifier: (_) @name @definition.local))
(guard_statement bound_identifier: (simple_identifier) @name @definition.local)
(if_statement bound_identifier: (simple_identifier) @name @definition.local)
(type_parameter . (type_identifier) @name) @definition.type_parameter
