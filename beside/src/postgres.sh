# Runs a PostgreSQL server in a new folder until its standard input ends, also because whoever started it was killed.
# Then nothing of it is left. A line of its input is a signal by which it is stopped and started again. The argument is the
# folder of PostgreSQL's programs. Prints the folder of its socket whenever it is ready.
set -eu
programs=$1
folder=$(mktemp -d /tmp/halte-postgres.XXXXXX)
server=
finish() {
    status=$?
    if [ -n "$server" ]; then
        # Told so, it sends its clients away and ends well. If it does not, or has ended before, its tests do not count.
        if ! kill -INT "$server" || ! wait "$server"; then
            echo "PostgreSQL ended badly:" >&2
            cat "$folder/log" >&2
            status=1
        fi
    fi
    rm -rf "$folder"
    exit "$status"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
fail() {
    cat "$folder/log" >&2
    exit 1
}
"$programs/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 --no-locale \
    >"$folder/log" 2>&1 || fail
start() {
    "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=200 \
        >>"$folder/log" 2>&1 &
    server=$!
    until "$programs/pg_isready" --quiet --host="$folder" --username=postgres; do
        kill -0 "$server" 2>/dev/null || fail
        sleep 0.05
    done
    echo "$folder"
}
start
while read -r signal; do
    kill "-$signal" "$server"
    wait "$server" || [ "$signal" = QUIT ] || fail
    start
done
