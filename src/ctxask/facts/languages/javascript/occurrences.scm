(class_heritage [(identifier) (member_expression)] @base)
(jsx_text) @string
(class_heritage) @heritage
(jsx_opening_element name: (_) @call)
(jsx_self_closing_element name: (_) @call)
