# A repository that claims its work tree to be somewhere else.
git init -q -b main .
printf 'def here():\n    return 1\n' > here.py
git add -A && git commit -qm base
mkdir ../elsewhere
printf 'def outside():\n    return 1\n' > ../elsewhere/outside.py
git config core.worktree "$PWD/../elsewhere"
