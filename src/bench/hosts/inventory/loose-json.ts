/** JSON from tools whose types differ between versions: numbers as text, absent columns, null. Nothing here throws. */

export type LooseRecord = Readonly<Record<string, unknown>>

/** The object in a tool's JSON output; undefined if there is none. */
export function parseLoose(text: string | undefined): LooseRecord | undefined {
  if (text === undefined) return undefined
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function recordOf(value: unknown): LooseRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as LooseRecord)
    : undefined
}

export function recordsOf(value: unknown): readonly LooseRecord[] {
  return Array.isArray(value) ? value.map(recordOf).filter((entry) => entry !== undefined) : []
}

/** Text without blanks around it; undefined if it is empty or not text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined
  return text === '' ? undefined : text
}

/** A count or size, written as number or text; undefined if it is neither, negative or not finite. */
export function countOf(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : /^\d+$/.test(textOf(value) ?? '') ? Number(value) : undefined
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** lsblk before 2.33 writes flags as "0" and "1". */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === '1' || value === 1) return true
  if (value === '0' || value === 0) return false
  return undefined
}

/** The entries of a record that have a value; absent entries stay absent. */
export function known<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
