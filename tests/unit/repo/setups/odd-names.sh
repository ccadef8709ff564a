git init -q -b main .
mk() { printf 'def fn():\n    return 1\n' > "$1"; }
mkdir 'a b'
for name in 'naïve café.py' $'tab\tname.py' 'quo"te.py' 'sp ace.py' 'back\slash.py' 'lit\x41.py' '日本.py' '-dash.py' 'a b/c d.py' $'new\nline.py' $'lat\xefn.py'; do
    mk "$name"
done
git add -A && git commit -qm base
git mv 'sp ace.py' $'sp\tace.py'
for name in 'naïve café.py' '-dash.py' $'lat\xefn.py'; do printf 'def fn():\n    return 2\n' > "$name"; done
