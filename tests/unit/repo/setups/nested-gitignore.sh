git init -q -b main .
mkdir -p build pkg/sub pkg/build pkg/tools/build
for file in build/out.py pkg/only_here.py pkg/sub/only_here.py pkg/keep.gen.py pkg/build/out.py pkg/tools/build/out.py pkg/a.gen.py; do
    printf 'def f():\n    return 1\n' > $file
done
printf 'build/\n*.gen.py\n!keep.gen.py\n/only_here.py\n' > pkg/.gitignore
git add -A && git commit -qm base
