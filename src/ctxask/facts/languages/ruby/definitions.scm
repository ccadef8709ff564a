(class name: [(constant) @name (scope_resolution name: (_) @name)]) @definition.class
(module name: [(constant) @name (scope_resolution name: (_) @name)]) @definition.class
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.function
(alias name: (identifier) @name) @definition.function
(assignment left: (constant) @name) @definition.constant
(assignment left: [(instance_variable) (class_variable)] @name) @definition.assigned
(operator_assignment left: [(instance_variable) (class_variable)] @name) @definition.assigned
(assignment left: (global_variable) @name) @definition.variable.hoisted
(assignment left: (identifier) @name) @definition.variable
(assignment left: (identifier) @name right: (call) @value) @definition.variable
(left_assignment_list (identifier) @name @definition.variable)

(method_parameters (identifier) @name @definition.parameter)
(lambda_parameters (identifier) @name @definition.parameter)
(block_parameters (identifier) @name @definition.parameter)
(optional_parameter name: (_) @name) @definition.parameter
(keyword_parameter name: (_) @name) @definition.parameter
(splat_parameter name: (_) @name) @definition.parameter
(hash_splat_parameter name: (_) @name) @definition.parameter
(block_parameter name: (_) @name) @definition.parameter
(exception_variable (identifier) @name @definition.local)
