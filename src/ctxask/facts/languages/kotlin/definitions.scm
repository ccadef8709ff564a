(class_declaration (type_identifier) @name) @definition.class
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(object_declaration (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.enumerator
(type_alias . (type_identifier) @name) @definition.type

(function_declaration (simple_identifier) @name) @definition.function
(function_declaration
  (simple_identifier) @name
  (function_value_parameters) . [(user_type) (nullable_type)] @type) @definition.function
(function_declaration (receiver_type (user_type (type_identifier) @container)) (simple_identifier) @name) @definition.function
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.attribute)
(property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)] @type)) @definition.variable
(property_declaration (variable_declaration (simple_identifier) @name .) (_) @value .) @definition.variable
(class_parameter (binding_pattern_kind) (simple_identifier) @name [(user_type) (nullable_type)] @type) @definition.attribute
(class_parameter . (simple_identifier) @name [(user_type) (nullable_type)] @type) @definition.parameter

(parameter (simple_identifier) @name [(user_type) (nullable_type) (function_type)] @type) @definition.parameter
(lambda_parameters (variable_declaration (simple_identifier) @name (user_type)? @type) @definition.parameter)
(for_statement (variable_declaration (simple_identifier) @name @definition.local))
(multi_variable_declaration (variable_declaration (simple_identifier) @name) @definition.local)
(catch_block (simple_identifier) @name @definition.local (user_type) @type)
(type_parameter (type_identifier) @name (user_type)? @type) @definition.type_parameter

(import_header (identifier) @module . (#set! name "last")) @import
(import_header (identifier) @module (import_alias (_) @alias) (#set! name "last")) @import
(import_header (identifier) @module (wildcard_import) (#set! name "*") (#set! alias "")) @import
