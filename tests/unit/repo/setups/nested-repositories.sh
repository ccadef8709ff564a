# A tree with work trees, an embedded clone and a submodule in it.
git init -q -b main .
printf '.agent/\n' > .gitignore
printf 'def core():\n    return 1\n' > core.py
printf 'from core import core\n' > use.py
git add -A && git commit -qm base
git worktree add -q -b w1 .agent/w1
git worktree add -q -b w2 w2
git clone -q . embedded
git -c protocol.file.allow=always submodule add -q "$PWD/embedded" lib/sub 2> /dev/null
