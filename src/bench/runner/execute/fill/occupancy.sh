# Prints the space of the file system under a file and the space of the file. Argument: path of the file.
df -Pk "${1%/*}/." || exit 1
echo
if [ -f "$1" ] && [ ! -h "$1" ]; then du -k "$1"; else echo 0; fi
