#!/bin/sh
# Does for one test what systemd does for a machine: starts, stops and reloads the service as its unit says.
# ROOT stands for the root of the file system.
set -eu
unit=$ROOT/etc/systemd/system/halte.service
said() {
    sed -n "s/^$1=//p" "$unit"
}
running() {
    [ -s "$ROOT/pid" ] && kill -0 "$(cat "$ROOT/pid")" 2>/dev/null
}
start() {
    mkdir -p "$ROOT/var/lib/$(said StateDirectory)"
    : >"$ROOT/output"
    # Without what the operator's shell knows.
    env -u HALTE_CONFIG sh -c "exec $(said ExecStart)" >>"$ROOT/output" 2>>"$ROOT/log" </dev/null &
    echo $! >"$ROOT/pid"
    until grep -q '^halte listens at ' "$ROOT/output"; do
        running || { cat "$ROOT/log" >&2; exit 1; }
        sleep 0.05
    done
}
stop() {
    kill -TERM "$(cat "$ROOT/pid")"
    while running; do sleep 0.05; done
}
case $1 in
daemon-reload) ;;
enable) [ "$2 $3" = "--now halte" ] && start ;;
start) start ;;
stop) stop ;;
reload-or-restart) MAINPID=$(cat "$ROOT/pid") sh -c "$(said ExecReload)" ;;
*) exit 1 ;;
esac
