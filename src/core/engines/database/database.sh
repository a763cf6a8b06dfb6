# A private database server for one run. Its data is in a folder of the app, it listens on a socket there (for go-tpc also on a
# loopback port), and it ends with this script. POSIX sh.
#
# database.sh check SERVER            prints nothing and ends with 0 if the server takes every option in ./server-options
# database.sh load SERVER KEEPS FOLDER TOOL...          creates the data, loads it, keeps a copy to restore from
# database.sh restore SERVER KEEPS FOLDER               restores the loaded data
# database.sh measure SERVER KEEPS FOLDER WARM-UP TOOL...
#
# On the user's own server, which is neither started nor stopped:
#
# database.sh own-check SERVER HOST PORT ACCOUNT CAMPAIGN              logs in
# database.sh own-load SERVER HOST PORT ACCOUNT CAMPAIGN TOOL...       creates a schema and loads it
# database.sh own-measure SERVER HOST PORT ACCOUNT CAMPAIGN WARM-UP TOOL...
# database.sh own-drop SERVER HOST PORT ACCOUNT CAMPAIGN               drops the schema and removes the password
#
# TOOL is sysbench or go-tpc with its options. HOST is the path of a socket if PORT is empty. The password is in
# `server-login` and reaches the client and sysbench through their environment.
#
# SERVER is mariadb, mysql or postgresql. KEEPS is yes if runs continue with the data of the previous run. FOLDER holds
# `bw-database.0`, the data a server works on, and `bw-database.1`, the copy. `server-options` has one option on each line.
set -u
action=$1
server=$2
PATH=$PATH:/usr/sbin:/sbin:/usr/local/sbin
for programs in /usr/lib/postgresql/*/bin; do PATH=$PATH:$programs; done

say() { printf '%s\n' "$*" >&2; }
give_up() {
  say "benchwright: $*"
  exit 1
}
first_of() {
  for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then
      printf '%s' "$name"
      return
    fi
  done
  return 1
}
find_programs() {
  if [ "$is_own" = yes ]; then
    client=$(first_of mariadb mysql) || give_up 'no-server the client of MariaDB or MySQL'
    return
  fi
  case $server in
    mariadb)
      daemon=$(first_of mariadbd) || give_up 'no-server MariaDB'
      client=$(first_of mariadb mysql) || give_up 'no-server the client of MariaDB'
      ;;
    mysql)
      daemon=$(first_of mysqld) || give_up 'no-server MySQL'
      client=$(first_of mysql) || give_up 'no-server the client of MySQL'
      case $("$daemon" --version 2>/dev/null) in *MariaDB*) give_up 'no-server MySQL: mysqld is MariaDB here' ;; esac
      ;;
    postgresql)
      daemon=$(first_of postgres) || give_up 'no-server PostgreSQL'
      client=$(first_of psql) || give_up 'no-server the client of PostgreSQL'
      ;;
  esac
}
# Names every option that this version of the server does not know.
check_options() {
  if [ "$server" = postgresql ]; then
    "$daemon" --describe-config 2>/dev/null | cut -f 1 > known
  else
    "$daemon" --no-defaults --verbose --help 2>/dev/null | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p' | tr - _ > known
  fi
  [ -s known ] || give_up "no-server $daemon does not list its options"
  unknown=
  while IFS= read -r option; do
    name=$(printf '%s' "${option%%=*}" | tr - _)
    grep -qxF -- "$name" known || unknown="$unknown $name"
  done < server-options
  rm -f known
  [ -z "$unknown" ] || give_up "unknown-options$unknown ($("$daemon" --version 2>/dev/null | head -n 1))"
}

# For root, the server runs under a user id of its own, which no account and no other process has; if it cannot enter the
# folder, as the person who called sudo. Never as root, and never as an account of another service.
choose_account() {
  account=
  [ "$(id -u)" = 0 ] || return 0
  # Others may pass through to their own files and list nothing.
  chmod 711 "$folder/." || give_up "folder $folder"
  real=$(cd "$folder/." && pwd -P)
  # Data that was loaded before keeps its owner.
  for loaded in "$copy" "$data"; do
    [ -d "$loaded" ] || continue
    # shellcheck disable=SC2012
    account=$(ls -nd "$loaded" | awk '{ print $3 ":" $4 }')
    case $account in 0:*) account= ;; *) return 0 ;; esac
  done
  unused=$(unused_user)
  for candidate in "$unused:$unused" "${SUDO_UID:-0}:${SUDO_GID:-0}"; do
    case $candidate in 0:* | :*) continue ;; esac
    # Servers resolve the whole path of their folder.
    as_account "$candidate" test -x "$real/." || continue
    account=$candidate
    return
  done
  chmod 700 "$folder/."
  give_up "account-cannot-enter $real"
}
# From the range that systemd gives to services without an account.
unused_user() {
  for _ in 1 2 3 4 5 6 7 8 9; do
    user=$(od -An -N2 -tu2 /dev/urandom)
    user=$((61184 + user % 4000))
    # shellcheck disable=SC2009
    if ! id "$user" > /dev/null 2>&1 && ! ps -eo uid= 2>/dev/null | grep -qw "$user"; then
      printf '%s' "$user"
      return
    fi
  done
}
# Replaces the calling shell, so that a background process is the program itself, not a shell around it.
become() {
  other=$1
  shift
  [ -n "$other" ] || exec "$@"
  if command -v setpriv >/dev/null 2>&1; then
    exec setpriv --reuid "${other%:*}" --regid "${other#*:}" --clear-groups "$@"
  fi
  command -v perl >/dev/null 2>&1 || give_up 'no-other-account'
  # shellcheck disable=SC2016
  exec perl -e '($u, $g) = split /:/, shift; $) = "$g $g"; $( = $g; $< = $> = $u; $< == $u && $> == $u or die; exec @ARGV' \
    "$other" "$@"
}
as_account() (become "$@")
as_server() (become "$account" "$@")

new_data() {
  rm -rf -- "$data"
  mkdir -m 700 -- "$data" || give_up "folder $data"
  [ -z "$account" ] || chown "$account" "$data" || give_up "folder $data"
  case $server in
    mariadb)
      # shellcheck disable=SC2046
      as_server mariadb-install-db --no-defaults --datadir="$data" --auth-root-authentication-method=normal --skip-test-db \
        $(page_size) > install.log 2>&1
      ;;
    mysql)
      # shellcheck disable=SC2046
      as_server "$daemon" --no-defaults --initialize-insecure --datadir="$data" $(page_size) > install.log 2>&1
      ;;
    postgresql)
      create_cluster
      ;;
  esac || {
    tail -n 20 install.log >&2
    give_up 'install'
  }
}
# initdb looks up the name of its user id, so an id without an account gets one that only initdb sees.
create_cluster() {
  set -- initdb -D "$data" -U sbtest --auth=trust --no-sync
  if [ -z "$account" ] || id "${account%:*}" > /dev/null 2>&1; then
    as_server "$@" > install.log 2>&1
    return
  fi
  printf 'benchwright:x:%s::/nonexistent:/bin/false\n' "$account" > passwd
  chmod 644 passwd
  # shellcheck disable=SC2016
  unshare -m sh -c '
    mount --make-rprivate / && mount --bind passwd /etc/passwd || exit 125
    user=${1%:*} group=${1#*:}
    shift
    exec setpriv --reuid "$user" --regid "$group" --clear-groups "$@"' sh "$account" "$@" > install.log 2>&1
  code=$?
  rm -f passwd
  case $code in 125 | 126 | 127) give_up no-other-account ;; esac
  ! grep -q '^unshare: ' install.log || give_up no-other-account
  return "$code"
}
# The only option that must be known when the data is created.
page_size() {
  size=$(grep '^innodb_page_size=' server-options 2>/dev/null) || return 0
  printf '%s' "--${size}"
}

random_word() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }
# go-tpc cannot use a socket: an unused port.
choose_port() {
  until
    port=$(od -An -N2 -tu2 /dev/urandom)
    port=$((20000 + port % 20000))
    ! grep -qi ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6 2>/dev/null
  do :; done
}
network_options() {
  if [ "$tool" = go-tpc ]; then
    printf '%s' "--skip-networking=0 --bind-address=127.0.0.1 --port=$port"
  else
    printf '%s' --skip-networking
  fi
}
# The server reads these statements before it accepts connections. They remove every account except the locked ones of the
# system, and create two with a password for this start alone: the app's, and the tool's, which has rights on its schema.
write_accounts() {
  admin_password=$(random_word)
  password=$(random_word)
  (
    umask 077
    cat > "$data/accounts.sql" << EOF
SET @accounts = (SELECT GROUP_CONCAT(QUOTE(User), '@', QUOTE(Host)) FROM mysql.user WHERE Host <> '' AND User NOT LIKE '%.%');
SET @drop = IF(@accounts IS NULL, 'DO 0', CONCAT('DROP USER ', @accounts));
PREPARE drop_accounts FROM @drop;
EXECUTE drop_accounts;
DEALLOCATE PREPARE drop_accounts;
CREATE USER 'benchwright'@'localhost' IDENTIFIED BY '$admin_password';
GRANT ALL ON *.* TO 'benchwright'@'localhost';
CREATE USER 'sbtest'@'localhost' IDENTIFIED BY '$password';
GRANT ALL ON sbtest.* TO 'sbtest'@'localhost';
EOF
    [ "$tool" != go-tpc ] || cat >> "$data/accounts.sql" << EOF
CREATE USER 'sbtest'@'127.0.0.1' IDENTIFIED BY '$password';
GRANT ALL ON sbtest.* TO 'sbtest'@'127.0.0.1';
EOF
  ) || give_up "folder $data"
  [ -z "$account" ] || chown "$account" "$data/accounts.sql" || give_up "folder $data"
}

daemon_pid=
start_server() {
  [ "$tool" != go-tpc ] || choose_port
  rm -f -- "$data/s.sock"
  set --
  while IFS= read -r option; do
    if [ "$server" = postgresql ]; then set -- "$@" -c "$option"; else set -- "$@" "--$option"; fi
  done < server-options
  # The last one given wins, so the app's own come after those of the plan.
  if [ "$server" = postgresql ]; then
    become "$account" "$daemon" -D "$data" "$@" -c listen_addresses= -c unix_socket_directories="$data" > server.log 2>&1 &
  else
    write_accounts
    # shellcheck disable=SC2046
    become "$account" "$daemon" --no-defaults "$@" --datadir="$data" --socket="$data/s.sock" --pid-file="$data/server.pid" \
      --skip-name-resolve --loose-mysqlx=OFF --init-file="$data/accounts.sql" $(network_options) > server.log 2>&1 &
  fi
  daemon_pid=$!
  turns=0
  until listens && ask 'SELECT 1' > /dev/null 2>&1; do
    kill -0 "$daemon_pid" 2>/dev/null || server_ended
    turns=$((turns + 1))
    [ "$turns" -lt 1200 ] || give_up 'server-not-ready within two minutes'
    sleep 0.1 2>/dev/null || sleep 1
  done
  rm -f -- "$data/accounts.sql"
}
# Before its socket exists there is no reason to start a client.
listens() { [ -S "$data/s.sock" ] || [ -S "$data/.s.PGSQL.5432" ]; }
# A dying server closes its connections before its process ends, so it is asked, too.
watcher=
check_server() {
  [ "$is_own" = yes ] && return
  kill -0 "$daemon_pid" 2>/dev/null && ask 'SELECT 1' > /dev/null 2>&1 || server_ended
}
server_ended() {
  grep -iE 'error|fatal|unknown|disk is full' server.log | tail -n 5 >&2
  give_up "server-ended $(grep -iE 'error|fatal|unknown|disk is full' server.log | head -n 1)"
}
# MariaDB and MySQL wait for room on a full file system for as long as it takes, and so would a load and their shutdown:
# such a server is killed. Looks every INTERVAL seconds, until it is gone or 'end_watch' is called.
watch_space() {
  while [ ! -e watched ] && kill -0 "$daemon_pid" 2>/dev/null; do
    if grep -q 'Disk is full writing' server.log 2>/dev/null; then
      kill -KILL "$daemon_pid" 2>/dev/null
      return
    fi
    sleep "$1" 2>/dev/null || sleep 1
  done
}
end_watch() {
  [ -n "$watcher" ] || return 0
  : > watched
  wait "$watcher" 2>/dev/null
  watcher=
  rm -f watched
}
stop_server() {
  [ -n "$daemon_pid" ] || return 0
  # PostgreSQL waits for its clients on SIGTERM but not on SIGINT.
  if [ "$server" = postgresql ]; then kill -INT "$daemon_pid" 2>/dev/null; else kill "$daemon_pid" 2>/dev/null; fi
  end_watch
  watch_space 0.1 &
  watcher=$!
  wait "$daemon_pid" 2>/dev/null
  end_watch
  daemon_pid=
}
# One statement; lines of words separated by tabs.
ask() {
  if [ "$is_own" = yes ]; then
    if [ -n "$port" ]; then
      "$client" --no-defaults --local-infile=0 --connect-timeout=20 --sigint-ignore --protocol=tcp -h "$host" -P "$port" -u "$account" -N -B -e "$1"
    else
      "$client" --no-defaults --local-infile=0 --connect-timeout=20 --sigint-ignore -S "$host" -u "$account" -N -B -e "$1"
    fi
  elif [ "$server" = postgresql ]; then
    "$client" -X -q -A -t -F '	' -h "$data" -U sbtest -d "${database:-postgres}" -c "$1"
  else
    MYSQL_PWD=$admin_password "$client" --no-defaults --local-infile=0 -u benchwright -S "$data/s.sock" -N -B -e "$1"
  fi
}
status() {
  case $server in
    postgresql) ask "SELECT name, value FROM (SELECT sum(blks_read), sum(blks_hit), sum(xact_commit), sum(tup_inserted), sum(tup_updated) FROM pg_stat_database) AS s(a, b, c, d, e), LATERAL (VALUES ('blks_read', a), ('blks_hit', b), ('xact_commit', c), ('tup_inserted', d), ('tup_updated', e)) AS v(name, value)" ;;
    *) ask 'SHOW GLOBAL STATUS' ;;
  esac
}
other_variables() {
  case $server in
    mariadb) ask 'SELECT LOWER(VARIABLE_NAME), GLOBAL_VALUE FROM information_schema.SYSTEM_VARIABLES WHERE NOT GLOBAL_VALUE <=> DEFAULT_VALUE ORDER BY 1' ;;
    mysql) ask "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables JOIN performance_schema.variables_info USING (VARIABLE_NAME) WHERE VARIABLE_SOURCE <> 'COMPILED' ORDER BY 1" ;;
    postgresql) ask "SELECT name, setting FROM pg_settings WHERE source <> 'default' ORDER BY 1" ;;
  esac
}
data_kib() {
  if [ "$is_own" = yes ]; then
    ask "SELECT CEILING(SUM(data_length + index_length) / 1024) FROM information_schema.tables WHERE table_schema = '$schema'"
    return
  fi
  kib=$(du -sk "$data" 2>/dev/null)
  printf '%s\n' "${kib%%	*}"
}

worker=
# Runs the tool in the background, so that this script handles signals at once.
work() {
  "$@" &
  worker=$!
  wait "$worker"
  code=$?
  worker=
  return "$code"
}
leave() {
  trap '' INT TERM
  if [ -n "$worker" ]; then
    kill "$worker" 2>/dev/null
    # Its open transactions would keep a schema from being dropped.
    [ "$is_own" = no ] || wait "$worker" 2>/dev/null
  fi
  if [ "$is_own" = yes ]; then own_drop; else stop_server; fi
  exit 130
}
# The tool's COMMAND on the private server. on_server COMMAND TOOL...
on_server() {
  command=$1
  shift
  if [ "$is_own" = yes ]; then
    if [ -n "$port" ]; then set -- "$@" "--mysql-host=$host" "--mysql-port=$port"; else set -- "$@" "--mysql-socket=$host"; fi
    work "$@" --db-driver=mysql "--mysql-user=$account" "--mysql-db=$schema" "$command"
  elif [ "$tool" = go-tpc ]; then
    shift
    work go-tpc tpcc "$command" --host=127.0.0.1 "--port=$port" --user=sbtest "--password=$password" --db=sbtest "$@"
  elif [ "$server" = postgresql ]; then
    work "$@" --db-driver=pgsql "--pgsql-host=$data" --pgsql-user=sbtest --pgsql-db=sbtest "$command"
  else
    MYSQL_PWD=$password
    export MYSQL_PWD
    work "$@" --db-driver=mysql "--mysql-socket=$data/s.sock" --mysql-user=sbtest --mysql-db=sbtest "$command"
  fi
}

load() {
  tool=$1
  command -v "$tool" > /dev/null 2>&1 || exit 127
  new_data
  start_server
  ask 'CREATE DATABASE sbtest' || give_up 'load'
  watch_space 0.5 &
  watcher=$!
  on_server prepare "$@"
  code=$?
  end_watch
  check_server
  [ "$code" -eq 0 ] || exit "$code"
  stop_server
  [ "$keeps" = yes ] || mv -- "$data" "$copy" || give_up 'load'
  sync
}
restore() {
  # A long run continues with the data of the previous one.
  if [ "$keeps" = yes ]; then
    restored=kept
  else
    rm -rf -- "$data"
    restored=reflink
    # One file first: if the file system cannot share blocks, cp would create and remove a file for every other one.
    for one in "$copy"/*; do [ ! -f "$one" ] || break; done
    { cp --reflink=always -- "$one" "$data" && rm -- "$data" && cp -a --reflink=always -- "$copy" "$data"; } 2>/dev/null || {
      restored=copy
      rm -rf -- "$data"
      cp -pR "$copy" "$data" || give_up 'restore'
    }
    # What is still in memory would be written during the run.
    sync
  fi
  # Writes to blocks shared with the copy have to move them first, so the method is part of the result.
  printf '%s\n' "$restored" > restored.txt
  say "benchwright: data between runs: $restored"
}
measure() {
  warm_up=$1
  shift
  tool=$1
  if [ "$is_own" = yes ]; then
    ask "SELECT CONCAT(@@version_comment, ' ', VERSION())" > server.txt
  else
    start_server
    "$daemon" --version > server.txt 2>/dev/null
  fi
  data_kib > data-kib.txt
  other_variables > variables.txt
  if [ "$warm_up" -gt 0 ]; then
    # The last time given wins.
    if [ "$tool" = go-tpc ]; then warm_up=${warm_up}s; fi
    on_server run "$@" --time="$warm_up" >&2 || {
      check_server
      exit 1
    }
  fi
  status > status-before.txt
  date +%s.%N > started.txt
  on_server run "$@"
  code=$?
  check_server
  status > status-after.txt
  stop_server
  exit "$code"
}

log_in() {
  # Without one the app only checks whether the plan can run.
  [ -f server-login ] || return 1
  IFS= read -r MYSQL_PWD < server-login
  export MYSQL_PWD
}
own_check() {
  log_in || return 0
  said=$(ask 'SELECT VERSION()' 2>&1) || {
    # The client repeats the statement, too.
    said=$(printf '%s\n' "$said" | sed -n 's/^ERROR /error /p' | head -n 1)
    case $said in
      *1045* | *'Access denied'*) give_up "login-refused The account or its password is wrong: $said" ;;
      *' 2013 '*) give_up "server-left $said" ;;
      # Errors of connecting.
      *' 2001 '* | *' 2002 '* | *' 2003 '* | *' 2004 '* | *' 2005 '* | *' 2006 '*) give_up "server-away $said" ;;
      *) give_up "server-strange ${said:-It ended the conversation.}" ;;
    esac
  }
  case $said in *MariaDB*) server=mariadb ;; *) server=mysql ;; esac
}
# Only a schema with this campaign's mark was created by this app.
is_ours() { [ "$(ask "SELECT name FROM $1.benchwright_campaign" 2>/dev/null)" = "$campaign" ]; }
# From a run of this campaign that was cut short, for example by a power cut.
drop_left_ones() {
  for one in $(ask "SHOW DATABASES LIKE 'benchwright\\_%'"); do
    case $one in *[!a-z0-9_]*) continue ;; esac
    ! is_ours "$one" || ask "DROP DATABASE $one" || say "The schema $one could not be dropped."
  done
}
own_load() {
  tool=$1
  command -v "$tool" > /dev/null 2>&1 || exit 127
  own_check
  drop_left_ones
  schema=benchwright_$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$schema" > schema
  # The first statement fails if the schema exists; the second is not tried then.
  ask "CREATE DATABASE $schema; CREATE TABLE $schema.benchwright_campaign SELECT '$campaign' AS name" ||
    give_up "schema-not-made $schema"
  on_server prepare "$@"
}
own_measure() {
  own_check
  measure "$@"
}
# However the run ended.
own_drop() {
  if [ -n "$schema" ]; then
    log_in
    there=$(ask "SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '$schema'")
    if [ "$there" != 0 ] && { ! is_ours "$schema" || ! ask "DROP DATABASE $schema"; }; then
      printf '%s\n' "$schema" > left-schema.txt
    fi
  fi
  rm -f schema server-login
}

is_own=no
case $action in own-*) is_own=yes ;; esac
find_programs
if [ "$is_own" = yes ]; then
  host=$3
  port=$4
  account=$5
  campaign=$6
  shift 6
  schema=
  if [ -f schema ]; then read -r schema < ./schema; fi
  trap leave INT TERM
  "own_${action#own-}" "$@"
  exit $?
fi
if [ "$action" = check ]; then
  check_options
  exit 0
fi
keeps=$3
folder=$4
shift 4
data=$folder/bw-database.0
copy=$folder/bw-database.1
trap leave INT TERM
choose_account
"$action" "$@"
