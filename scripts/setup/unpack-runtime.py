"""unpack-runtime.py ARCHIVE FOLDER PREFIX [LEFT_OUT...]: the files below PREFIX, with their modes, without the rest.

Python's own `zipfile -e` drops modes, and Debian does not install unzip by default.
"""

import os
import shutil
import sys
import zipfile

archive, folder, prefix, *left_out = sys.argv[1:]

with zipfile.ZipFile(archive) as files:
    for entry in files.infolist():
        name = entry.filename
        if entry.is_dir() or not name.startswith(prefix) or name.startswith(tuple(left_out)):
            continue
        target = os.path.join(folder, *name[len(prefix) :].split("/"))
        if not os.path.realpath(target).startswith(os.path.realpath(folder) + os.sep):
            sys.exit(f"{name} leads out of the folder")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with files.open(entry) as source, open(target, "wb") as copy:
            shutil.copyfileobj(source, copy, 1 << 20)
        os.chmod(target, (entry.external_attr >> 16) & 0o777 or 0o644)
