(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type

(field_declaration_list (declaration declarator: (_) @declarator) @definition.attribute)
(optional_parameter_declaration type: (_) @type declarator: (_) @declarator) @definition.parameter
(for_range_loop type: (_) @type declarator: (_) @declarator @definition.local)
(structured_binding_declarator (identifier) @name @definition.local)
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: (_) @declarator
    value: [
      (new_expression type: (_) @type)
      (call_expression function: [(identifier) (field_expression) (qualified_identifier)] @result)])) @definition.variable
(type_parameter_declaration (type_identifier) @name) @definition.type_parameter
