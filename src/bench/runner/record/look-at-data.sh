# Prints what now has the name of a file that this app created. Arguments: path, identity. Needs
# process-functions and file-identity-functions.
if [ -e "$1" ] && [ ! -h "$1" ] && bw_is_same "$1" "$2"; then printf same; elif [ -e "$1" ] || [ -h "$1" ]; then printf other; else printf missing; fi
