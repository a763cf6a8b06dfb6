# Has an engine check jobs, one after the other, in one temporary folder, which is removed afterwards. Needs
# the variable 'nonce'. Calls of 'check' follow: check INDEX COUNT NAME TEXT... PROGRAM ARGUMENT..., with
# COUNT files, each a name and a text. For each failure it prints '@NONCE INDEX STATUS' and what the program
# said.
umask 077
PATH=$PATH:/usr/local/bin:/opt/homebrew/bin
LC_ALL=C
export LC_ALL
folder=$(mktemp -d "${TMPDIR:-/tmp}/benchwright-check-XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP
cd "$folder" || exit 1
check() {
  index=$1
  left=$2
  shift 2
  names=
  while [ "$left" -gt 0 ]; do
    printf '%s' "$2" > "$1"
    names="$names $1"
    left=$((left - 1))
    shift 2
  done
  said=$("$@" 2>&1 </dev/null)
  status=$?
  if [ $status -ne 0 ]; then printf '\n@%s %s %s\n%s\n' "$nonce" "$index" "$status" "$said"; fi
  # shellcheck disable=SC2086
  [ -z "$names" ] || rm -f $names
}
