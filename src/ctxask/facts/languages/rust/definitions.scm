(struct_item name: (_) @name) @definition.class
(union_item name: (_) @name) @definition.class
(trait_item name: (_) @name) @definition.interface
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (_) @name) @definition.enumerator
(type_item name: (_) @name) @definition.type
(mod_item name: (_) @name body: (_)) @definition.namespace
(macro_definition name: (_) @name) @definition.function
(field_declaration name: (_) @name type: (_) @type) @definition.attribute

(function_item name: (_) @name return_type: (_)? @type) @definition.function
(function_signature_item name: (_) @name return_type: (_)? @type) @definition.function
(impl_item
  type: (_) @container
  body: (declaration_list (function_item name: (_) @name) @definition.method))
(impl_item
  type: (_) @container
  body: (declaration_list (const_item name: (_) @name) @definition.attribute))
(const_item name: (_) @name type: (_) @type) @definition.constant
(static_item name: (_) @name type: (_) @type) @definition.variable

(parameter pattern: (identifier) @name type: (_) @type) @definition.parameter
(parameter pattern: (mut_pattern (identifier) @name) type: (_) @type) @definition.parameter
(closure_parameters [(identifier) @name @definition.parameter (_ (identifier) @name @definition.parameter)])
(let_declaration pattern: (identifier) @name type: (_)? @type) @definition.local
(let_declaration pattern: (mut_pattern (identifier) @name) type: (_)? @type) @definition.local
(let_declaration pattern: (identifier) @name value: [
  (struct_expression name: (_) @type)
  (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @result)
  (reference_expression value: (struct_expression name: (_) @type))]) @definition.local
(let_declaration pattern: [(identifier) @name (mut_pattern (identifier) @name)] value: [
  (struct_expression name: (_) @type)
  (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @result)]) @definition.local
(let_declaration pattern: [
  (tuple_pattern [(identifier) @name (mut_pattern (identifier) @name)])
  (tuple_struct_pattern type: (_) (identifier) @name)
  (struct_pattern (field_pattern [name: (shorthand_field_identifier) @name pattern: (identifier) @name]))
  (ref_pattern (identifier) @name)]) @definition.local
((let_condition pattern: [
  (tuple_struct_pattern type: (_) [
    (identifier) @name @definition.local
    (ref_pattern (identifier) @name @definition.local)
    (mut_pattern (identifier) @name @definition.local)
    (tuple_pattern (identifier) @name @definition.local)
    (tuple_struct_pattern type: (_) (identifier) @name @definition.local)])
  (tuple_pattern (identifier) @name @definition.local)
  (struct_pattern (field_pattern [
    name: (shorthand_field_identifier) @name @definition.local pattern: (identifier) @name @definition.local]))
])
  (#match? @name "^[a-z_]"))
((match_pattern [
  (tuple_struct_pattern type: (_) [
    (identifier) @name @definition.local
    (ref_pattern (identifier) @name @definition.local)
    (mut_pattern (identifier) @name @definition.local)
    (tuple_pattern (identifier) @name @definition.local)
    (tuple_struct_pattern type: (_) (identifier) @name @definition.local)])
  (tuple_pattern (identifier) @name @definition.local)
  (struct_pattern (field_pattern [
    name: (shorthand_field_identifier) @name @definition.local pattern: (identifier) @name @definition.local]))
  (captured_pattern . (identifier) @name @definition.local)
  (identifier) @name @definition.local])
  (#match? @name "^[a-z_]"))
(for_expression pattern: [
  (identifier) @name @definition.local
  (tuple_pattern [(identifier) @name @definition.local (_ (identifier) @name @definition.local)])])
(type_parameter name: (_) @name) @definition.type_parameter

(use_declaration argument: (identifier) @imported) @import
(use_declaration argument: (scoped_identifier path: (_) @module name: (_) @imported)) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (identifier) @imported))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list
  (scoped_identifier path: (_) @module name: (_) @imported)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list
  (scoped_use_list path: (_) @module list: (use_list (identifier) @imported))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list
  (use_as_clause path: (identifier) @imported alias: (_) @alias)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list
  (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @imported) alias: (_) @alias)))) @import
(use_declaration argument: (use_as_clause
  path: (scoped_identifier path: (_) @module name: (_) @imported)
  alias: (_) @alias)) @import
(use_declaration argument: (use_wildcard (_) @module) (#set! name "*") (#set! alias "")) @import
