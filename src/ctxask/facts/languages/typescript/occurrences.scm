(type_identifier) @read @annotation
(nested_type_identifier module: (_) @receiver name: (_) @member)
(type_query (_) @annotation)

(extends_clause value: (_) @base)
(extends_type_clause type: [(_) @base (generic_type name: (_) @base)])
(implements_clause [(_) @base (generic_type name: (_) @base)])

[(class_declaration) (abstract_class_declaration) (interface_declaration) (type_alias_declaration) (interface_body)] @scope
[(internal_module) (module)] @scope
[(function_signature) (method_signature) (abstract_method_signature) (function_type)] @scope.function

[(extends_clause) (extends_type_clause) (implements_clause)] @heritage
