import { countRange, formatCount } from '../units/number-format'

/**
 * What a slot of a sentence holds. A count and a range of counts are numbers; everything else is a text from the one
 * function that prints such a thing, so that a name or a number reads the same everywhere.
 */
export interface SlotValues {
  /** A whole number. */
  count: number
  /** Counts of which the smallest and the largest are said: "3 to 5". */
  range: readonly number[]
  /** A campaign, a side or a line, as it is told from others. */
  name: string
  /** A drive by its name. */
  drive: string
  /** A machine. */
  host: string
  /** A case or a place in a figure, by its levels. */
  case: string
  /** A metric within a sentence. */
  metric: string
  /** One or more levels, or the name of an axis. */
  level: string
  /** A number with its unit. */
  value: string
  /** Both ends of an interval with their unit. */
  interval: string
  /** A mean, with its interval in brackets if it has one. */
  mean: string
  /** A share in percent, without a sign or with ±. */
  percent: string
  /** A difference in percent, with its sign, and with its interval if it has one. */
  change: string
  /** A day or a length of time. */
  time: string
  /** What is known against runs, in words. */
  reservation: string
  /** Text that a person, a file or a program gave, as it is. */
  given: string
}

/** Texts of other templates: none or one, or with `between` as many as are said. */
export interface Part {
  readonly of: readonly Template[]
  readonly between?: string
}

/** What a slot takes: a kind of value, one of some words, or other templates. */
export type Slot = keyof SlotValues | readonly string[] | Part

type SlotValue<S> = S extends keyof SlotValues
  ? SlotValues[S]
  : S extends readonly string[]
    ? S[number]
    : string | readonly string[]

type Given<S> = { readonly [Name in keyof S]: SlotValue<S[Name]> }

/**
 * A sentence of this program, or a part of one, with its facts left open. `text`: `{name}` is a slot, and
 * `{name|# run|# runs}` depends on whether the count, or the only count of a range, is one, with # for it.
 */
export interface Template {
  readonly id: string
  readonly text: string
  readonly slots: Readonly<Record<string, Slot>>
}

const registered = new Map<string, Template>()

/** Every template that was loaded, by its id. */
export const templates: ReadonlyMap<string, Template> = registered

/**
 * Registers a sentence and returns what says it with the facts of a place. Conditions stay with the caller, which chooses
 * among templates. Throws a RangeError for an id that is taken and for a slot without a place in the text.
 */
export function template(id: string, text: string): Template & (() => string)
export function template<const S extends Template['slots']>(
  id: string,
  text: string,
  slots: S,
): Template & ((given: Given<S>) => string)
export function template(id: string, text: string, slots: Template['slots'] = {}) {
  const places = new Set(Array.from(text.matchAll(slotPlaces), ([, name]) => name ?? ''))
  const open = [...Object.keys(slots), ...places].find((name) => !places.has(name) || !(name in slots))
  if (open !== undefined) throw new RangeError(`The template "${id}" has no slot "${open}".`)
  if (registered.has(id)) throw new RangeError(`There are two templates "${id}".`)
  const own: Template = { id, text, slots }
  registered.set(id, own)
  return Object.assign((given: Given<Template['slots']> = {}) => filled(own, given), own)
}

/** `{name}` or `{name|one|many}`. */
export const slotPlaces = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g

function filled({ text, slots }: Template, given: Given<Template['slots']>): string {
  return text.replace(slotPlaces, (_: string, name: string, one?: string, many?: string) => {
    const value = given[name] ?? ''
    if (one !== undefined) {
      const count = typeof value === 'object' ? countRange(value.map(Number)) : formatCount(Number(value))
      return (count === '1' ? one : (many ?? '')).replace('#', count)
    }
    if (typeof value === 'number') return formatCount(value)
    if (typeof value === 'string') return value
    const slot = slots[name]
    if (slot === 'range') return countRange(value.map(Number))
    return value.join(typeof slot === 'object' && 'between' in slot ? slot.between : '')
  })
}
