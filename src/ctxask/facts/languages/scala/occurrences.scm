[(identifier) (type_identifier)] @read
(type_identifier) @annotation

(field_expression value: (_) @receiver field: (_) @member)
(stable_identifier (_) @receiver . (identifier) @member)
(stable_type_identifier (_) @receiver . (type_identifier) @member)

(call_expression function: (_) @call)
(call_expression function: (generic_function function: (_) @call))
(instance_expression [(type_identifier) @call (stable_type_identifier) @call (generic_type . (_) @call)])
(assignment_expression left: (_) @write)
(annotation name: (_) @decorator)
(extends_clause [(type_identifier) @base (stable_type_identifier) @base (generic_type . (_) @base)])
(arguments (assignment_expression left: (identifier) @key))
(import_declaration (identifier) @import)
(namespace_selectors (identifier) @import)
(arrow_renamed_identifier name: (_) @import)
(package_clause name: (_) @package)

[
  (template_body) (enum_body) (block) (case_clause) (for_expression) (class_definition) (trait_definition) (object_definition)
] @scope
[(function_definition) (function_declaration) (lambda_expression)] @scope.function

[(comment) (block_comment)] @comment
[(string) (character_literal)] @string

[(ERROR) (MISSING)] @damage
