# Prints the run directories of one campaign, a line each. Arguments: folder of all run directories, tag.
for one in "$1"/bw-"$2"-*; do
  if [ -d "$one" ]; then printf '%s\n' "$one"; fi
done
