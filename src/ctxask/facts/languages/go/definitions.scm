(function_declaration name: (_) @name result: (_)? @type) @definition.function
(function_declaration name: (_) @name result: (parameter_list . (parameter_declaration type: (_) @type)))
  @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @container))
  name: (_) @name
  result: [(type_identifier) @type (pointer_type) @type (qualified_type) @type
    (parameter_list . (parameter_declaration type: (_) @type)) (_)]?) @definition.method
(method_elem name: (_) @name result: (_)? @type) @definition.method

(type_spec name: (_) @name type: (struct_type)) @definition.class
(type_spec name: (_) @name type: (interface_type)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
(field_declaration name: (_) @name type: (_) @type) @definition.attribute

(const_spec (identifier) @name) @definition.constant
(var_spec (identifier) @name type: (_)? @type) @definition.variable
(var_spec name: (_) @name value: (expression_list . [
  (composite_literal type: (_) @type)
  (unary_expression operand: (composite_literal type: (_) @type))
  (call_expression function: [(identifier) (selector_expression)] @result)])) @definition.variable

(parameter_declaration name: (_) @name type: (_) @type) @definition.parameter
(variadic_parameter_declaration name: (_) @name) @definition.parameter
(short_var_declaration left: (expression_list (identifier) @name)) @definition.local
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . [
    (composite_literal type: (_) @type)
    (unary_expression operand: (composite_literal type: (_) @type))
    (call_expression function: [(identifier) (selector_expression)] @result)])) @definition.local
(range_clause left: (expression_list (identifier) @name)) @definition.local
(receive_statement left: (expression_list (identifier) @name)) @definition.local
(type_switch_statement alias: (expression_list (identifier) @name @definition.local))
(type_parameter_declaration name: (_) @name) @definition.type_parameter

(import_spec name: (package_identifier) @alias path: (_ (_) @module) (#set! name "*")) @import
(import_spec !name path: (_ (_) @module) (#set! name "*") (#set! alias "last")) @import
(import_spec name: (dot) path: (_ (_) @module) (#set! name "*") (#set! alias "")) @import
