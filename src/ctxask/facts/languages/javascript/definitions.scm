(field_definition property: (_) @name value: [(arrow_function) @callable (function_expression) @callable (_)]?)
  @definition.attribute

(formal_parameters [
  (identifier) @name @definition.parameter
  (assignment_pattern left: (identifier) @name @definition.parameter)
  (assignment_pattern left: (object_pattern [
    (shorthand_property_identifier_pattern) @name @definition.parameter
    (object_assignment_pattern left: (_) @name @definition.parameter)]))
  (rest_pattern (identifier) @name @definition.parameter)
  (object_pattern [
    (shorthand_property_identifier_pattern) @name @definition.parameter
    (object_assignment_pattern left: (_) @name @definition.parameter)
    (pair_pattern value: (identifier) @name @definition.parameter)
    (rest_pattern (identifier) @name @definition.parameter)])
  (array_pattern (identifier) @name @definition.parameter)])
