import { limits } from './format'
import { InvalidValueError } from './review-file-error'

declare const checked: unique symbol

/**
 * A value that passed one of the functions below. Statements accept nothing else, so nothing unchecked
 * reaches the file.
 */
export type Encoded = null | ((string | number | Uint8Array) & { readonly [checked]: true })

/**
 * Text of at most `most` characters that will read back unchanged. SQLite ends text at a NUL and UTF-8 has no
 * lone surrogates, so both are refused with an InvalidValueError instead of being stored as something else.
 */
export function text(value: string, what: string, most: number = limits.name): Encoded {
  if (typeof value !== 'string') throw new InvalidValueError(what, 'must be text.')
  if (value.length > most)
    throw new InvalidValueError(what, `has ${value.length} characters; at most ${most} are stored.`)
  if (value.includes('\0')) throw new InvalidValueError(what, 'holds a NUL character.')
  if (!value.isWellFormed())
    throw new InvalidValueError(what, 'holds half of a surrogate pair, which is not a character.')
  return value as unknown as Encoded
}

/** Text that may run over pages: notes and reasons. */
export function notes(value: string, what: string): Encoded {
  return text(value, what, limits.notes)
}

/** A time in milliseconds since 1970, up to the year 9999. */
export function time(value: number, what: string): Encoded {
  if (!(value >= 0 && value <= limits.time))
    throw new InvalidValueError(what, `must be between 1970 and 9999, not ${String(value)}.`)
  return integer(value, what)
}

/**
 * Text only for display, such as a log line: characters that cannot be stored become U+FFFD, and long text is
 * cut.
 */
export function tolerantText(value: string): Encoded {
  return notes(value.slice(0, limits.notes).replace(/\0/g, '\ufffd').toWellFormed(), 'Text')
}

/** A whole number that JavaScript and SQLite represent exactly. */
export function integer(value: number, what: string): Encoded {
  if (!Number.isSafeInteger(value))
    throw new InvalidValueError(what, `must be a whole number, not ${String(value)}.`)
  return value as unknown as Encoded
}

/**
 * A finite number as `numerator / divisor`, to be written as `? / ?`; -0 becomes 0. The driver rounds
 * fractions closer than 2^-52 above a whole number to it (0.00…01 becomes 0), so these are passed scaled by a
 * power of two, which is exact.
 */
export function real(value: number, what: string): readonly [numerator: Encoded, divisor: Encoded] {
  if (!Number.isFinite(value))
    throw new InvalidValueError(what, `must be a finite number, not ${String(value)}.`)
  const tooClose = value - Math.floor(value) < Number.EPSILON && !Number.isInteger(value)
  if (!tooClose) return [(value === 0 ? 0 : value) as unknown as Encoded, undivided]
  const scaled = value * largeScale
  if (scaled < Number.EPSILON && scaled > 0)
    throw new InvalidValueError(what, `is too small to be stored (${value}).`)
  return [scaled as unknown as Encoded, largeScale as unknown as Encoded]
}

/** The divisor of a value that is passed unscaled. */
export const undivided = 1 as unknown as Encoded
const largeScale = 2 ** 960

export function blob(value: Uint8Array): Encoded {
  return value as unknown as Encoded
}

/** JSON text. Strings inside survive exactly, even NUL and lone surrogates, which JSON writes as escapes. */
export function json(value: unknown, what: string, most: number = limits.json): Encoded {
  const written = JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) {
      throw new InvalidValueError(what, `must hold finite numbers only, and "${key}" is ${String(part)}.`)
    }
    return part
  }) as string | undefined
  if (written === undefined) throw new InvalidValueError(what, 'cannot be written as JSON.')
  return text(written, what, most)
}

/** NULL for an absent value, otherwise the value through `encode`. */
export function optional<T>(
  value: T | undefined,
  what: string,
  encode: (value: T, what: string) => Encoded,
): Encoded {
  return value === undefined ? null : encode(value, what)
}
