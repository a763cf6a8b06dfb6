# Prints files, one after the other, each as a line '@NONCE file BYTES SHA256' (or 'none' if no checksum tool
# is installed), its bytes and a newline; or '@NONCE missing', '@NONCE too-large BYTES', '@NONCE unreadable',
# '@NONCE not-a-file' (links included). Arguments: nonce, then limit and path of each.
nonce=$1
shift
sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256
  else printf 'none\n'
  fi
}
while [ $# -gt 1 ]; do
  limit=$1
  file=$2
  shift 2
  if [ -h "$file" ]; then printf '@%s not-a-file\n' "$nonce"; continue; fi
  if [ ! -e "$file" ]; then printf '@%s missing\n' "$nonce"; continue; fi
  if [ ! -f "$file" ]; then printf '@%s not-a-file\n' "$nonce"; continue; fi
  if [ ! -r "$file" ]; then printf '@%s unreadable\n' "$nonce"; continue; fi
  bytes=$(($(wc -c < "$file")))
  if [ "$bytes" -gt "$limit" ]; then printf '@%s too-large %s\n' "$nonce" "$bytes"; continue; fi
  sum=$(sum_of < "$file")
  printf '@%s file %s %s\n' "$nonce" "$bytes" "${sum%% *}"
  # No more than was announced, in case the file grows in the meantime.
  head -c "$bytes" < "$file"
  printf '\n'
done
