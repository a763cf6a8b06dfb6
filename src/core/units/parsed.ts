/** The result of parsing typed text: the value in base units, or one sentence that names the unreadable part. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function unreadable(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

/** Text as quoted in an error, cut if it is long. */
export function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text
  return `"${short}"`
}
