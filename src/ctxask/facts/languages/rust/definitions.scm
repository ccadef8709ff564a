(struct_item name: (_) @name) @definition.class
(union_item name: (_) @name) @definition.class
(trait_item name: (_) @name) @definition.interface
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (_) @name) @definition.enumerator
(type_item name: (_) @name type: (_) @type) @definition.type
(associated_type name: (_) @name) @definition.type
(mod_item name: (_) @name body: (_)) @definition.namespace
(macro_definition name: (_) @name) @definition.macro
(field_declaration name: (_) @name type: (_) @type) @definition.attribute

(function_item name: (_) @name return_type: (_)? @type) @definition.function
(function_signature_item name: (_) @name return_type: (_)? @type) @definition.function
(impl_item type: (_) @container
  body: (declaration_list [(function_item name: (_) @name) (function_signature_item name: (_) @name)] @definition.method))
(impl_item type: (_) @container body: (declaration_list (const_item name: (_) @name type: (_) @type) @definition.attribute))
(impl_item type: (_) @container body: (declaration_list (type_item name: (_) @name type: (_) @type) @definition.type))
(trait_item body: (declaration_list (const_item name: (_) @name type: (_) @type) @definition.attribute))
(const_item name: (_) @name type: (_) @type) @definition.constant
(static_item name: (_) @name type: (_) @type) @definition.variable

(parameter pattern: (_) @pattern type: (_) @type) @definition.parameter
(closure_parameters (_) @pattern @definition.parameter)
(let_declaration pattern: (_) @pattern type: (_) @type) @definition.local
(let_declaration pattern: (_) @pattern !type value: (_) @value) @definition.local
(let_declaration pattern: (_) @pattern !type !value) @definition.local
(let_condition pattern: (_) @pattern value: (_) @value) @definition.local
(match_expression value: (_) @value body: (match_block
  (match_arm pattern: (match_pattern . (_) @pattern @definition.local))))
(for_expression pattern: (_) @pattern @definition.local value: (_) @each)
(type_parameter name: (_) @name) @definition.type_parameter

(type_parameter name: (_) @name bounds: (trait_bounds (_) @type)) @known
(where_clause (where_predicate left: (_) @name bounds: (trait_bounds (_) @type))) @known
(associated_type name: (_) @name bounds: (trait_bounds (_) @type)) @known
(struct_item body: (ordered_field_declaration_list type: (_) @type)) @known
(enum_variant body: (ordered_field_declaration_list type: (_) @type)) @known

(impl_item trait: (_)? @base type: (_) @type) @extends
(trait_item name: (_) @type bounds: (trait_bounds (_) @base)) @extends
(attribute_item (attribute (identifier) @_derive arguments: (token_tree (identifier) @base))
  (#eq? @_derive "derive")) @derives

(use_declaration (visibility_modifier)? @exported argument: (_) @uses) @import
(extern_crate_declaration name: (_) @imported alias: (_)? @alias) @import
(mod_item name: (_) @imported !body (#set! module "mod")) @import
