# Prints the run directories of one campaign, one per line. Arguments: folder of all run directories, tag.
for one in "$1"/bw-"$2"-*; do
  if [ -d "$one" ]; then printf '%s\n' "$one"; fi
done
