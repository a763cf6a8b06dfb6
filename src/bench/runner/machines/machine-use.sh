# Who measures on this machine, whoever started it: one file per campaign in a folder that all accounts share. A file is
# valid until the time in it, or as long as one of the processes in it is alive: the program that executes the campaign,
# if that is on this machine, and the supervisors of its runs. Everything else is left over from something that has ended.
#
# Arguments: list OWN_TAGS, or leave TAG, or
# enter TAG 'waits'|'measures' SECONDS PID NAME OWN_TAGS; SECONDS it is valid without a process, PID of the program or ''.
# Prints a line 'use STATE CLAIMED TAG', 'user' and 'name' for every other campaign, after 'claimed CLAIMED' for its own.
# Needs process-functions and state-folder.
LC_ALL=C
export LC_ALL
umask 022
shared=${BENCHWRIGHT_MEASURING:-/tmp/benchwright-measuring}
what=$1
tag=$2
if [ "$what" = enter ]; then { mkdir -m 1777 -- "$shared"; } 2>/dev/null; fi
if [ -h "$shared" ] || [ ! -d "$shared" ]; then exit 0; fi
case $tag in */* | .*) exit 0 ;; esac
bw_boot
bw_clock
# Text of another account: one line of it, without control characters.
plain() { printf '%s' "$1" | tr -d '\000-\037\177' | cut -c 1-200; }
# Reads a file of the folder into variables.
look() {
  valid=no
  state_word='' claimed='' user='' name=''
  if [ -h "$1" ] || [ ! -f "$1" ] || [ ! -r "$1" ]; then return 0; fi
  theirs='' until=0 owners=''
  while read -r key rest; do
    case $key in
      boot) theirs=$rest ;;
      state) state_word=$rest ;;
      claimed) claimed=$rest ;;
      until) until=${rest%%.*} ;;
      owner) owners="$owners $rest" ;;
      user) user=$rest ;;
      name) name=$rest ;;
    esac
  done < "$1"
  case $claimed in '' | *[!0-9.]*) return 0 ;; esac
  case $until in '' | *[!0-9]*) until=0 ;; esac
  case $state_word in waits | measures) ;; *) return 0 ;; esac
  [ "$theirs" = "$boot" ] || return 0
  if [ "$until" -gt "${clock%%.*}" ]; then valid=yes; return 0; fi
  # shellcheck disable=SC2086
  set -- $owners
  while [ $# -gt 1 ]; do
    case $1 in '' | *[!0-9]*) ;; *) if bw_alive "$1" "$2"; then valid=yes; return 0; fi ;; esac
    shift 2
  done
}
# Whether a tag is, or is part of, one of one's own campaigns.
is_own() {
  for one in $own; do
    case $1 in "$one" | "$one".*) return 0 ;; esac
  done
  return 1
}
case $what in
  leave) rm -f -- "$shared/$tag"; exit 0 ;;
  list) shift; own=$* ;;
  enter)
    wanted=$3 seconds=$4 program=$5 own_name=$6
    shift 6
    own="$tag $*"
    look "$shared/$tag"
    since=$clock
    if [ "$valid" = yes ]; then since=$claimed; fi
    # Any account may put links into the folder: the file gets a name that none can know before, and is only ever created.
    written=$(mktemp -u "$shared/.$tag.XXXXXXXXXX") || exit 0
    set -C
    {
      printf 'boot %s\nstate %s\nclaimed %s\nuntil %s\n' "$boot" "$wanted" "$since" $((${clock%%.*} + seconds))
      printf 'user %s\nname %s\n' "$(plain "$(id -un)")" "$(plain "$own_name")"
      if [ -n "$program" ]; then bw_start "$program"; [ -z "$start" ] || printf 'owner %s %s\n' "$program" "$start"; fi
      for run in "$state/runs/bw-$tag-"*; do
        if [ ! -s "$run/rc" ] && [ -s "$run/supervisor" ] && read -r pid began _ < "$run/supervisor"; then
          printf 'owner %s %s\n' "$pid" "$began"
        fi
      done
    } > "$written" && mv -f -- "$written" "$shared/$tag"
    set +C
    printf 'claimed %s\n' "$since"
    ;;
esac
for file in "$shared"/*; do
  other=${file##*/}
  if is_own "$other"; then continue; fi
  look "$file"
  if [ "$valid" = yes ]; then
    printf 'use %s %s %s\nuser %s\nname %s\n' "$state_word" "$claimed" "$other" "$(plain "$user")" "$(plain "$name")"
  elif [ -f "$file" ] && [ -O "$file" ]; then
    rm -f -- "$file"
  fi
done
exit 0
