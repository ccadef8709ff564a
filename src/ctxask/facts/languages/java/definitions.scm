(class_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @definition.attribute))
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enumerator
(enum_constant body: (class_body) @nameless @definition.class)
(object_creation_expression type: (_) @type (class_body) @nameless @definition.class)

(method_declaration type: (_) @type name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(compact_constructor_declaration name: (_) @name) @definition.method
(annotation_type_element_declaration type: (_) @type name: (_) @name) @definition.method
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.attribute
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.attribute

(formal_parameter type: (_) @type name: (identifier) @name) @definition.parameter
(spread_parameter
  [(type_identifier) (scoped_type_identifier) (generic_type) (array_type) (integral_type) (boolean_type)] @type.many
  (variable_declarator name: (_) @name)) @definition.parameter
(lambda_expression parameters: (identifier) @name @definition.parameter)
(inferred_parameters (identifier) @name @definition.parameter)
(_
  arguments: (argument_list (lambda_expression parameters: [
    (identifier) @name @definition.parameter
    (inferred_parameters (identifier) @name @definition.parameter)]) @function)) @caller
(catch_formal_parameter (catch_type . (_) @type .) name: (_) @name) @definition.parameter
(catch_formal_parameter name: (_) @name) @definition.parameter
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.local
(local_variable_declaration
  type: (type_identifier) @_var
  declarator: (variable_declarator name: (_) @name value: (_) @value)
  (#eq? @_var "var")) @definition.local
(enhanced_for_statement type: (_) @type name: (_) @name @definition.local)
(enhanced_for_statement
  type: (type_identifier) @_var
  name: (_) @name @definition.local
  value: (_) @element
  (#eq? @_var "var"))
(resource type: (_) @type name: (_) @name) @definition.local
(resource type: (type_identifier) @_var name: (_) @name value: (_) @value (#eq? @_var "var")) @definition.local
(instanceof_expression right: (_) @type name: (_) @name) @definition.local
(type_pattern (_) @type (identifier) @name) @definition.local
(record_pattern_component (_) @type (identifier) @name) @definition.local
(type_parameter . (type_identifier) @name (type_bound . (_) @type)?) @definition.type_parameter

(import_declaration (scoped_identifier scope: (_) @module name: (_) @imported) .) @import
(import_declaration (_) @module (asterisk) (#set! name "*") (#set! alias "")) @import

; Names without a dot that are members of what is asked or annotated.
(switch_expression
  condition: (parenthesized_expression (_) @owner)
  body: (switch_block (_ (switch_label (identifier) @owned))))
(annotation name: (_) @owner.type arguments: (annotation_argument_list (element_value_pair key: (_) @owned)))
