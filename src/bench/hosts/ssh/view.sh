# Runs a script while somebody watches its output, and ends it when nobody does: standard input then reaches
# its end. The script should 'exec' its program, so that ending it leaves nothing behind. Arguments: a nonce,
# the script, its arguments. Lines with the nonce precede and follow what it prints.
nonce=$1
script=$2
shift 2
exec 3<&0
printf '\n@%s begin\n' "$nonce"
(
  exec 3<&-
  eval "$script"
) </dev/null 2>&1 &
view=$!
(cat <&3; kill "$view") >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait "$view"
status=$?
kill "$guard" 2>/dev/null
printf '\n@%s end %s\n' "$nonce" "$status"
