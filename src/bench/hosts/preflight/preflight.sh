# Checks what a host can do, in one round trip, and changes nothing. Arguments: nonce, then for each engine
# its id, its program and its one version argument. The answer has the shape of the inventory's.
# 'bw_login_path' is the PATH of the account before process-functions added to it. Needs process-functions,
# state-folder and machine-functions.
LC_ALL=C
export LC_ALL
nonce=$1
shift
part() { printf '\n@%s %s\n' "$nonce" "$1"; }
exec 2>/dev/null

part shell; command -v sh; readlink -f /bin/sh
part login-shell; printf '%s\n' "${SHELL-}"
part kernel; uname -s -r
part os-release; cat /etc/os-release || cat /usr/lib/os-release
part user; id -u; id -un; id -Gn
part sudo
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then echo missing
  elif sudo -n smartctl --version </dev/null >/dev/null || sudo -n true </dev/null; then echo yes
  else echo password
  fi
fi
part login-path; printf '%s\n' "$bw_login_path"

while [ $# -ge 3 ]; do
  part "engine-path $1"; command -v "$2" || { part "engine-elsewhere $1"; bw_elsewhere "$2"; }
  part "engine-version $1"; "$2" "$3" 2>&1 </dev/null
  shift 3
done
part io-engines; fio --enghelp </dev/null
part io-uring; cat /proc/sys/kernel/io_uring_disabled

bw_state_parts
part tools
# Programs that the runner and the inventory use; preflight-tools.ts says what each is for.
for bw_tool in sha256sum shasum setsid flock stat df du tail mktemp lsblk findmnt lscpu blkid smartctl nvme blkdiscard; do command -v "$bw_tool" >/dev/null && printf '%s\n' "$bw_tool"; done
exit 0
