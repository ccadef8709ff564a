(class_declaration name: (_) @name) @definition.class
(trait_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.enumerator
(function_definition name: (_) @name return_type: (_)? @type) @definition.function
(method_declaration name: (_) @name return_type: (_)? @type) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant
(class_declaration body: (_ (const_declaration (const_element . (name) @name)) @definition.attribute))
(interface_declaration body: (_ (const_declaration (const_element . (name) @name)) @definition.attribute))
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name))) @definition.attribute
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.assigned
(assignment_expression
  left: (member_access_expression object: (variable_name (name) @_this) name: (name) @name)
  right: [(object_creation_expression) @value (_)]
  (#eq? @_this "this")) @definition.assigned

(simple_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.parameter
(variadic_parameter name: (variable_name (name) @name)) @definition.parameter
(property_promotion_parameter name: (variable_name (name) @name @definition.parameter))
(assignment_expression left: (variable_name (name) @name) right: (_) @value) @definition.variable
(foreach_statement (variable_name (name) @name @definition.local) . body: (_))
(foreach_statement (pair (variable_name (name) @name @definition.local)))
(catch_clause type: (_) @type name: (variable_name (name) @name @definition.local))

(namespace_use_declaration (namespace_use_clause (qualified_name prefix: (_) @module (name) @imported) alias: (_)? @alias)) @import
(namespace_use_declaration (namespace_name) @module (namespace_use_group (namespace_use_clause (name) @imported alias: (_)? @alias))) @import
