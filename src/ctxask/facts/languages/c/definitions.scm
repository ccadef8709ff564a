; A @declarator is followed inwards to the name; on the way it may turn out to be callable.

(struct_specifier name: (type_identifier) @name body: (_)) @definition.class
(union_specifier name: (type_identifier) @name body: (_)) @definition.class
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (_) @name) @definition.constant
(type_definition declarator: (_) @declarator) @definition.type
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name) @definition.class

(function_definition type: (_)? @type declarator: (_) @declarator) @definition.function
(declaration type: (_) @type declarator: (_) @declarator) @definition.variable
(field_declaration type: (_) @type declarator: (_) @declarator) @definition.attribute
(parameter_declaration type: (_) @type declarator: (_) @declarator) @definition.parameter

(preproc_def name: (_) @name) @definition.constant
(preproc_function_def name: (_) @name) @definition.function
(preproc_params (identifier) @name @definition.parameter)

(preproc_include path: (string_literal (string_content) @module) (#set! name "*") (#set! alias "")) @import
