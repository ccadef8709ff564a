(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @definition.attribute))
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enumerator
(delegate_declaration name: (_) @name) @definition.type
(namespace_declaration name: (_) @name) @definition.namespace

(method_declaration returns: (_) @type name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(local_function_statement type: (_) @type name: (_) @name) @definition.function
(property_declaration type: (_) @type name: (_) @name) @definition.property
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.attribute
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.attribute

(parameter type: (_)? @type name: (_) @name) @definition.parameter
(implicit_parameter) @name @definition.parameter
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.local
(local_declaration_statement
  (variable_declaration
    type: (implicit_type)
    (variable_declarator name: (_) @name . (_) @value))) @definition.local
(foreach_statement type: (_) @type left: (identifier) @name @definition.local)
(declaration_pattern type: (_) @type name: (identifier) @name) @definition.local
(catch_declaration type: (_) @type name: (_) @name) @definition.local
(type_parameter name: (_) @name) @definition.type_parameter
