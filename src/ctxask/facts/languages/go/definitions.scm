(function_declaration name: (_) @name result: (_)? @type) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @container)) name: (_) @name
  result: (_)? @type) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @name @definition.type_parameter)))
  (pointer_type (generic_type type_arguments: (type_arguments
    (type_elem (type_identifier) @name @definition.type_parameter))))])))
(method_elem name: (_) @name result: (_)? @type) @definition.method

(type_spec name: (_) @name type: (struct_type)) @definition.class
(type_spec name: (_) @name type: (interface_type)) @definition.interface
(type_spec name: (_) @name type: (_) @type) @definition.type
(type_alias name: (_) @name type: (_) @type) @definition.type
(field_declaration name: (_) @name type: (_) @type) @definition.attribute

(const_spec name: (identifier) @name type: (_)? @type) @definition.constant
(const_spec name: (identifier) @name !type value: (_) @value) @definition.constant
(var_spec name: (identifier) @name type: (_)? @type) @definition.variable
(var_spec name: (identifier) @name !type value: (_) @value) @definition.variable

(parameter_declaration name: (_) @name type: (_) @type) @definition.parameter
(variadic_parameter_declaration name: (_) @name type: (_) @variadic) @definition.parameter
(short_var_declaration left: (_) @pattern right: (_) @value) @definition.local
(range_clause left: (_) @pattern right: (_) @each) @definition.local
(receive_statement left: (_) @pattern right: (_) @value) @definition.local
(type_switch_statement alias: (_) @pattern @definition.local value: (_) @value)
(type_parameter_declaration name: (_) @name) @definition.type_parameter

(type_switch_statement alias: (expression_list (identifier) @name) (type_case type: (_) @type) @known)
(type_parameter_declaration name: (_) @name type: (type_constraint . (_) @type .)) @known

(type_spec name: (_) @type type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base))))
  @extends
(type_spec name: (_) @type type: (interface_type (type_elem . (_) @base .))) @extends

(import_spec name: (package_identifier) @alias path: (_ (_) @module) (#set! name "*")) @import
(import_spec !name path: (_ (_) @module) (#set! name "*") (#set! alias "last")) @import
(import_spec name: (dot) path: (_ (_) @module) (#set! name "*") (#set! alias "")) @import
