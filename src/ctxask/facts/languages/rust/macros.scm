(macro_invocation macro: [
  (identifier) @macro
  (scoped_identifier name: (_) @macro)
] (token_tree) @arguments)
(token_tree (identifier) @macro . "!" . (token_tree) @arguments)
