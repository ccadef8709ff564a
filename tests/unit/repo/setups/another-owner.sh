git init -q -b main .
printf 'def o():\n    return 1\n' > o.py
printf 'ghost.py\n' > .gitignore
printf 'def ghost():\n    return 1\n' > ghost.py
git add -A && git commit -qm base
chown -R 12345:12345 .
