(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enumerator
(full_enum_case name: (_) @name) @definition.enumerator
(type_definition name: (_) @name) @definition.type

(function_definition name: (_) @name return_type: (_)? @type) @definition.function
(function_declaration name: (_) @name return_type: (_)? @type) @definition.function
(template_body (val_definition pattern: (identifier) @name type: (_)? @type) @definition.attribute)
(template_body (var_definition pattern: (identifier) @name type: (_)? @type) @definition.attribute)
(template_body (val_declaration name: (identifier) @name type: (_)? @type) @definition.attribute)
(val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(class_parameter name: (_) @name type: (_)? @type) @definition.attribute

(parameter name: (_) @name type: (_)? @type) @definition.parameter
(binding name: (_) @name type: (_)? @type) @definition.parameter
(lambda_expression parameters: (identifier) @name @definition.parameter)
(enumerator . (identifier) @name @definition.local)
(typed_pattern pattern: (identifier) @name type: (_) @type) @definition.local
(type_parameters name: (identifier) @name @definition.type_parameter)

(import_declaration ((identifier) @module ".")+ . (identifier) @imported .) @import
(import_declaration ((identifier) @module ".")+ . (namespace_selectors [
  (identifier) @imported
  (arrow_renamed_identifier name: (_) @imported alias: (_) @alias)])) @import
(import_declaration ((identifier) @module ".")+ . (namespace_wildcard) (#set! name "*") (#set! alias "")) @import
