# Links to a folder, to a file, to a loop, out of the tree and to nothing; one is the parent of a tracked file.
git init -q -b main .
mkdir real
printf 'def a():\n    return 1\n' > real/a.py
mkdir swapped && printf 'def b():\n    return 1\n' > swapped/b.py
git add -A && git commit -qm base
mkdir ../outside && printf 'SECRET = 42\n' > ../outside/b.py && printf 'SECRET = 42\n' > ../secret.py
ln -s real alias
ln -s real/a.py alias.py
ln -s .. loop
ln -s ../secret.py peek.py
ln -s nowhere broken.py
rm -r swapped && ln -s ../outside swapped
