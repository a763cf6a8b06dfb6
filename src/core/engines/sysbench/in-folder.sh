# Works in FOLDER, because sysbench keeps its files in the folder it was started in, and notes when. in-folder.sh FOLDER
# PROGRAM [ARGUMENT...]
date +%s.%N > started.txt
cd -- "$1" || exit 126
shift
exec "$@"
