(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (qualified_identifier) @declarator body: (_)) @definition.class
(struct_specifier name: (qualified_identifier) @declarator body: (_)) @definition.class
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (_) @name type: (type_descriptor type: (_) @type)) @definition.type
(type_definition type: [(qualified_identifier) (template_type)] @type declarator: (_) @declarator @definition.type)
(enum_specifier ["class" "struct"] body: (enumerator_list (enumerator name: (_) @name) @definition.enumerator))
(concept_definition name: (_) @name) @definition.type

(field_declaration_list (declaration declarator: (_) @declarator) @definition.attribute)
(optional_parameter_declaration type: (_) @type declarator: (_) @declarator) @definition.parameter
(for_range_loop type: (_) @type declarator: (_) @declarator @definition.local)
(structured_binding_declarator (identifier) @name @definition.local)
(declaration type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: (_) @declarator value: (_) @value)) @definition.variable
(declaration type: (placeholder_type_specifier) declarator: (_) @declarator value: (_) @value) @definition.variable
(for_range_loop type: (placeholder_type_specifier) declarator: (_) @declarator @definition.local right: (_) @element)
(type_parameter_declaration (type_identifier) @name) @definition.type_parameter
