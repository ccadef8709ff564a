# A partial clone whose promisor remote is a program, and whose base lacks a blob.
git init -q -b main .
printf 'def m():\n    return 1\n' > m.py
printf 'kept\n' > k.py
git add -A && git commit -qm base
blob=$(git rev-parse HEAD:m.py)
rm -f ".git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)"
git config core.repositoryFormatVersion 1
git config extensions.partialClone evil
git config remote.evil.promisor true
git config remote.evil.url "ext::sh -c 'touch $PWD/../STARTED.ext'"
git config remote.evil.vcs "evil"
git config core.sshCommand "touch $PWD/../STARTED.ssh"
printf 'def m():\n    return 2\n' > m.py
