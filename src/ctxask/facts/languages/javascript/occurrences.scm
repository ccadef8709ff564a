(class_heritage [(identifier) (member_expression)] @base)
(jsx_text) @string
