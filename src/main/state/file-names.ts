/** A file name (without extension) from a title a person wrote: valid on the file systems of all platforms. */
export function fileNameFrom(title: string, fallback: string): string {
  const name = title
    // eslint-disable-next-line no-control-regex -- control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
    .slice(0, 120)
  return name === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? fallback : name
}

/** The path with this extension, appended if missing. */
export function withEnding(path: string, ending: string): string {
  return path.toLowerCase().endsWith(`.${ending}`) ? path : `${path}.${ending}`
}

/** The folder part of a path; empty if there is none. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.search(/[\\/][^\\/]*$/)))
}
