; A @declarator is followed inwards to the name; on the way it may turn out to be callable.

(struct_specifier name: (type_identifier) @name body: (_)) @definition.class
(union_specifier name: (type_identifier) @name body: (_)) @definition.class
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (_) @name) @definition.constant
(type_definition
  type: [(type_identifier) (primitive_type) (sized_type_specifier)]? @type declarator: (_) @declarator @definition.type)
(type_definition type: (_ name: (_) @type) declarator: (_) @declarator @definition.type)
(type_definition type: (_ !name body: (field_declaration_list)) declarator: (type_identifier) @name) @definition.class
(type_definition type: (_ !name body: (enumerator_list)) declarator: (type_identifier) @name) @definition.enum

(function_definition type: (_)? @type declarator: (_) @declarator
  (#not-match? @declarator "^(TYPED_)?TEST(_F|_P)?\\s*\\(")) @definition.function
; Tests of frameworks whose macros make functions: of a class where it is named, for it stands around their bodies.
(function_definition declarator: (function_declarator
  declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @container)
    . (parameter_declaration type: (type_identifier) @name) .))
  (#match? @_macro "^(TYPED_)?TEST(_F|_P)$")) @definition.function
(function_definition declarator: (function_declarator
  declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration) . (parameter_declaration type: (type_identifier) @name) .))
  (#eq? @_macro "TEST")) @definition.function
(declaration type: (_) @type declarator: (_) @declarator) @definition.variable
(field_declaration type: (_) @type declarator: (_) @declarator) @definition.attribute
(parameter_declaration type: (_) @type declarator: (_) @declarator) @definition.parameter

(preproc_def name: (_) @name @unscoped) @definition.constant
(preproc_function_def name: (_) @name @unscoped) @definition.macro
(preproc_params (identifier) @name @definition.parameter)

(preproc_include path: (string_literal (string_content) @module) (#set! name "*") (#set! alias "")) @import
