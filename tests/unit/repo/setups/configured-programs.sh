# A repository whose own configuration names a program at every place where git would start one.
git init -q -b main .
printf '*.py diff=evil filter=evil\n*.txt filter=a.b=c\n*.md filter=quo\\"te\n' > .gitattributes
printf 'def m():\n    return 1\n' > m.py
printf 'one\n' > t.txt
printf 'one\n' > r.md
git add -A && git commit -qm base
M="$PWD/../STARTED"
git config core.fsmonitor "sh -c 'touch $M.fsmonitor; echo'"
git config diff.external "sh -c 'touch $M.external'"
git config diff.evil.command "sh -c 'touch $M.command'"
git config diff.evil.textconv "sh -c 'touch $M.textconv; cat \"\$1\"' --"
for name in evil 'a.b=c' 'quo"te' 'sp ace' 'ünïcode'; do
    git config "filter.$name.clean" "sh -c 'touch $M.clean; cat'"
    git config "filter.$name.smudge" "sh -c 'touch $M.smudge; cat'"
    git config "filter.$name.process" "sh -c 'touch $M.process'"
    git config "filter.$name.required" true
done
git config core.pager "sh -c 'touch $M.pager; cat'"
git config core.hooksPath "$PWD/.hooks"
mkdir .hooks
printf '#!/bin/sh\ntouch %s.hook\n' "$M" > .hooks/post-index-change
printf '#!/bin/sh\ntouch %s.gpg\n' "$M" > .hooks/gpg
chmod +x .hooks/*
for word in ls-files ls-tree rev-parse cat-file diff-files config merge-base; do git config "alias.$word" "!touch $M.alias"; done
git config log.showSignature true
git config gpg.program "$PWD/.hooks/gpg"
printf 'def m():\n    return 2\n' > m.py
printf 'two\n' > t.txt
rm -f "$M".*
