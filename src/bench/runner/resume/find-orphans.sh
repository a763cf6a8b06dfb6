# Describes every run in progress on this host, with its processes. Needs process-functions, stray-functions,
# run-process-functions and state-folder.
LC_ALL=C
export LC_ALL
line() { printf '%s %s\n' "$1" "$(printf '%s' "$2" | tr '\n\t' '  ' | cut -c 1-1000)"; }
command_of() {
  if [ -r /proc/self/stat ]; then tr '\0' ' ' < "/proc/$1/cmdline" 2>/dev/null | cut -c 1-300
  else ps -ww -o command= -p "$1" 2>/dev/null | cut -c 1-300
  fi
}
program_of() {
  program=
  { read -r program < "/proc/$1/comm"; } 2>/dev/null || program=$(ps -o comm= -p "$1" 2>/dev/null)
  program=${program##*/}
}
describe() {
  run=$(cd "$1" && pwd -P)
  name=${1##*/}
  program=
  supervisor=
  engine=
  seen=' '
  collect
  [ -n "$supervisor$engine" ] || return 0
  line run "$1"
  bw_clock
  { read -r _ _ _ started < "$run/supervisor"; } 2>/dev/null
  case ${started-} in '' | *[!0-9.]*) ;; *) line age $((${clock%.*} - ${started%.*})) ;; esac
  line target "$( . "$run/settings" 2>/dev/null; printf '%s' "${data_file-}")"
  if [ -n "$engine" ]; then program_of "${engine%% *}"; line program "$program"; fi
  for one in $seen; do line process "${one%%:*} $(command_of "${one%%:*}")"; done
}
for one in "$state/runs"/bw-*; do
  if [ -d "$one" ] && [ ! -s "$one/rc" ]; then describe "$one"; fi
done
exit 0
