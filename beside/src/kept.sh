# Runs a program until our standard input ends, also because whoever started us was killed; then it is killed itself.
# Prints the number of its process.
"$@" </dev/null >/dev/null 2>&1 &
program=$!
echo "$program"
trap 'kill -KILL "$program" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
cat >/dev/null
