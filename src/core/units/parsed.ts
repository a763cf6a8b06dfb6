/** What a reader of typed text answers: the value in base units, or one sentence that names the part it could not read. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function unreadable(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

/** Text as it appears in an error: quoted, and cut when it is long. */
export function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text
  return `"${short}"`
}
