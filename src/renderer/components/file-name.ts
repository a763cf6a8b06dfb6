/** Name of a results file without its folder and extension, as shown to people. Accepts both kinds of slashes. */
export function fileNameOf(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path
  return name.replace(/\.benchwright$/i, '')
}

/** Folder of a path; empty if there is none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.search(/[\\/][^\\/]*$/)))
}
