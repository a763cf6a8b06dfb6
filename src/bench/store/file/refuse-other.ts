import { isDeepStrictEqual } from 'node:util'
import { ReviewFileError } from './review-file-error'

/**
 * Something in a review that two programs may be changing: as it was read, as it is to become, and as the
 * file has it now.
 */
interface Versions<T> {
  readonly path: string
  /** "The plan “Mix”". */
  readonly what: string
  /** Null for a new one. */
  readonly base: T | null
  /** Undefined if it is to be deleted. */
  readonly mine: T | undefined
  readonly stored: T | undefined
  /** What a person can do other than taking over the version in the file. */
  readonly remedy: string
  /** The differences of the later version, one line each. */
  readonly describe: (before: T, after: T) => readonly string[]
}

/**
 * Two programs may have one file open: what one of them saved is not replaced by a program that has not seen
 * it. Throws `changed-elsewhere`, with what the other one did.
 */
export function refuseOther<T>({ path, what, base, mine, stored, remedy, describe }: Versions<T>): void {
  // The file already has what this program wants, perhaps because the answer to an earlier try was lost.
  if (isSame(stored, base ?? undefined) || isSame(stored, mine)) return
  throw new ReviewFileError(
    'changed-elsewhere',
    path,
    `${what} was ${deed()} in another window or program since it was read here.`,
    `Take over what is in the file, or ${remedy}.`,
  )

  function deed(): string {
    if (stored === undefined) return 'deleted'
    return base === null ? 'added' : `changed (${describe(base, stored).join('; ')})`
  }
}

/** Longer texts are not quoted. */
const quotedLetters = 60

/** The differences between two flat objects, by key: "title: “A” → “B”", "series labels". */
export function changedKeys(before: object, after: object): readonly string[] {
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => !isSame(one.get(key), other.get(key)))
    .map((key) => {
      const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      const values = [one.get(key), other.get(key)].map(quoted)
      return values.includes(undefined) ? words : `${words}: ${values.join(' → ')}`
    })
}

function quoted(value: unknown): string | undefined {
  if (value === undefined) return 'not set'
  if (typeof value === 'string') return value.length <= quotedLetters ? `“${value}”` : undefined
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Whether two values are equal; one may have come through JSON, the other may have undefined keys. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(JSON.stringify(value))
  return isDeepStrictEqual(plain(one), plain(other))
}
