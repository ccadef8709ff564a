[(identifier) (type_identifier) (shorthand_field_identifier)] @read
(field_identifier) @key
(type_identifier) @annotation

(field_expression value: (_) @receiver field: (_) @member)
(scoped_identifier path: [(identifier) (scoped_identifier) (generic_type)] @receiver)
(scoped_identifier path: (_) name: (_) @member)
(scoped_type_identifier path: [(identifier) (scoped_identifier) (generic_type)] @receiver)
(scoped_type_identifier path: (_) name: (_) @member)

(call_expression function: (_) @call)
(call_expression function: (generic_function function: (_) @call))
(macro_invocation macro: (_) @call)
(struct_expression name: (_) @call)
(assignment_expression left: (_) @write)
(compound_assignment_expr left: (_) @write)
(attribute . (_) @decorator)

; The arguments of macros are tokens.
(token_tree [(identifier) (self)] @receiver . ["." "::"] . (identifier) @member)
(token_tree ["." "::"] . (identifier) @member)
(token_tree (identifier) @call . (token_tree . "("))

(trait_item bounds: (trait_bounds [(_) @base (generic_type type: (_) @base)]))
(use_declaration (_) @import)
(use_list (_) @import)
(use_as_clause (_) @import)

[
  (block) (if_expression) (while_expression) (for_expression) (match_arm) (match_block) (declaration_list)
  (impl_item) (trait_item) (struct_item) (enum_item)
] @scope
[(function_item) (function_signature_item) (closure_expression)] @scope.function

[(line_comment) (block_comment)] @comment
[(string_content) (raw_string_literal)] @string

[(ERROR) (MISSING)] @damage
