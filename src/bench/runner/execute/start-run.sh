# Writes a run directory and starts its supervisor in its own session. Arguments: run directory, a word unique
# to this attempt, boot id of the machine the run belongs to ('' for any), 'anew' if an existing directory may
# be removed; then
#   file NAME TEXT      for each file
#   link NAME TARGET    for each symbolic link
#   discard PATH...     run directories whose results are stored
# Exit status: 17 if the directory exists, 18 on another boot, 1 if it could not be written. Needs
# process-functions, the supervisor's text in 'supervisor' and as the function 'supervise'.
umask 077
directory=$1
if [ -n "$3" ]; then
  bw_boot
  [ "$boot" = "$3" ] || exit 18
fi
if [ "$4" = anew ]; then rm -rf -- "$directory"; fi
if [ -e "$directory" ]; then
  # The connection may have been lost before this script's answer arrived; the script runs again, and its supervisor is at work.
  if grep -qxF "attempt=$2" "$directory/settings" 2>/dev/null; then
    for turn in 1 2 3 4 5 6 7 8 9 10; do
      for part in 1 2 3 4 5; do
        if [ -s "$directory/supervisor" ]; then exit 0; fi
        sleep 0.2 2>/dev/null || { sleep 1; break; }
      done
    done
  fi
  exit 17
fi
parent=${directory%/*}
[ -d "${parent:=/}" ] || mkdir -p -- "$parent" || exit 1
mkdir -- "$directory" || exit 1
# In the background: it is needed only when all files are written.
mkfifo "$directory/log.pipe" "$directory/sum.pipe" >/dev/null 2>&1 &
printf '%s' "$supervisor" > "$directory/supervise.sh" || exit 1
shift 4
while [ $# -gt 0 ]; do
  case $1 in
    file) printf '%s' "$3" > "$directory/$2" || exit 1 ;;
    link) ln -s -- "$3" "$directory/$2" || exit 1 ;;
    *) break ;;
  esac
  shift 3
done
if [ "${1-}" = discard ]; then
  shift
  rm -rf -- "$@" >/dev/null 2>&1 &
fi
wait
# From now on the run directory is the working directory: every process in it counts as one of the run.
cd -- "$directory" || exit 1
if [ "${bw_session-}" = own ]; then
  # Nothing starts until the start has been recorded, which may be long after this. Without the word everything is
  # removed, unless a later attempt has taken its place.
  await_go() {
    word=
    read -r word <&3
    exec 3<&-
    if [ "$word" != go ]; then
      exec 4<&- 6>&-
      wait
      cd /
      if grep -qxF "attempt=$attempt" "$directory/settings" 2>/dev/null; then rm -rf -- "$directory"; fi
      exit 1
    fi
    printf '%s\n' @begun
    # Descriptor 5 is the output of this script, which is closed when the engine is about to start.
    exec 5>&1 </dev/null >/dev/null 2>&1
  }
  # This shell becomes the supervisor.
  set --
  supervise
fi
begin() { exec "$@" sh ./supervise.sh </dev/null >/dev/null 2>&1; }
if command -v setsid >/dev/null 2>&1; then
  # util-linux forks with -f and so keeps SIGINT alive for the engine; busybox has no -f and is sent to the
  # background.
  (begin setsid -f) || { (begin setsid) & }
else
  (trap '' HUP; begin) &
fi
exit 0
