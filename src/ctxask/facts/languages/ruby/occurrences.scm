[(identifier) (constant) (instance_variable) (class_variable) (global_variable)] @read

(call receiver: (_) @receiver method: (_) @member)
(scope_resolution scope: (_) @receiver name: (_) @member)

(call method: (_) @call)
(assignment left: (_) @write)
(operator_assignment left: (_) @write)
(superclass [(constant) @base (scope_resolution) @base])
(call
  method: (identifier) @_mixes
  arguments: (argument_list [(constant) @base (scope_resolution) @base])
  (#any-of? @_mixes "include" "extend" "prepend"))

[(class) (module) (singleton_class)] @scope
[(method) (singleton_method) (block) (do_block) (lambda)] @scope.function

(comment) @comment
[(string_content) (simple_symbol) (hash_key_symbol) (heredoc_content)] @string

[(ERROR) (MISSING)] @damage
