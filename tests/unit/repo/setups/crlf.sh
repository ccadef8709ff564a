# A work tree with other line ends than the blobs have.
git init -q -b main .
git config core.autocrlf true
printf '*.py text\n' > .gitattributes
printf 'def a():\r\n    return 1\r\n' > a.py
printf 'def b():\r\n    return 1\r\n' > b.py
git add -A 2> /dev/null && git commit -qm base
printf 'def b():\r\n    return 2\r\n' > b.py
