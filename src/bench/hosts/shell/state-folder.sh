# Sets 'state' to the folder of the account in which Benchwright keeps its state.
state=${BENCHWRIGHT_STATE:-${XDG_STATE_HOME:-${HOME:-/var/tmp}/.local/state}/benchwright}
case $state in /*) ;; *) state=$PWD/$state ;; esac
