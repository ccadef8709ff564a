[(identifier) (type_identifier) (shorthand_field_identifier)] @read
(field_identifier) @key
(type_identifier) @annotation

(field_expression value: (_) @receiver field: (_) @member)
(scoped_identifier path: (_) @receiver name: (_) @member)
(scoped_type_identifier path: (_) @receiver name: (_) @member)
(field_initializer field: (_) @keyed)
(shorthand_field_initializer (identifier) @keyed @key)
(field_pattern name: (_) @keyed @key)
(use_declaration argument: (_) @use)

(call_expression function: (_) @call)
(call_expression function: (generic_function function: (_) @call))
(macro_invocation macro: (_) @call)
(struct_expression name: (_) @call)
(assignment_expression left: (_) @write)
(compound_assignment_expr left: (_) @write)
(attribute . (_) @decorator)

; What is no expression among the arguments of macros, and what they are made of, is tokens.
(token_tree ["." "::"] . (identifier) @token)
(token_tree (identifier) @call . (token_tree . "("))

(trait_item bounds: (trait_bounds [(_) @base (generic_type type: (_) @base)]))
(use_declaration (_) @import)
(use_list (_) @import)
(use_as_clause (_) @import)

[
  (block) (if_expression) (while_expression) (for_expression) (match_arm) (match_block) (declaration_list)
  (impl_item) (trait_item) (struct_item) (enum_item) (union_item) (type_item)
] @scope
[(function_item) (function_signature_item) (closure_expression)] @scope.function

[(line_comment) (block_comment)] @comment
[(string_content) (raw_string_literal)] @string

[(ERROR) (MISSING)] @damage
