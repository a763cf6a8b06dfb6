# The service of the example engine: counts its requests. Argument: its directory.
: > "$1/up"
trap 'exit 0' INT TERM
while :; do sleep 0.2; done
