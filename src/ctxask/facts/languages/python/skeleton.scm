; scopes, and attributes that an assignment gives to a plain name
(function_definition name: (identifier) @name) @scope
(class_definition name: (identifier) @name) @scope
(assignment left: (attribute object: (identifier) @object attribute: (identifier) @attribute))
(assignment left: (pattern_list (attribute object: (identifier) @object attribute: (identifier) @attribute)))
(assignment left: (tuple_pattern (attribute object: (identifier) @object attribute: (identifier) @attribute)))
(as_pattern_target (attribute object: (identifier) @object attribute: (identifier) @attribute))
(for_statement left: (attribute object: (identifier) @object attribute: (identifier) @attribute))
(ERROR) @error
(global_statement (identifier) @global)
