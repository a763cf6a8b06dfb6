import * as v from 'valibot'
import { reservationClasses, type ReservationClass } from '../plan/advice'

/** Something known against a number, or about it; stored with its run or campaign and shown next to it. */
export interface Reservation {
  readonly class: ReservationClass
  /** Stable id such as `not-steady`, `short-runtime`. Its words are what tables and captions say. */
  readonly id: string
  /** One sentence or more, with the numbers of the run. */
  readonly text: string
}

/** The number is no result of what was asked for. */
export function invalidates(id: string, text: string): Reservation {
  return { class: 'invalidates', id, text }
}

/** The number stands, but not without this. */
export function qualifies(id: string, text: string): Reservation {
  return { class: 'qualifies', id, text }
}

/** Worth knowing, and no doubt about the number. */
export function note(id: string, text: string): Reservation {
  return { class: 'note', id, text }
}

/** Ids of notes in files in which no class was stored yet. */
const earlierNotes: ReadonlySet<string> = new Set([
  ...['several-documents', 'non-finite-number', 'text-before-json', 'text-around-json', 'no-series'],
  ...['damaged-series', 'series-left-out', 'unread-log', 'ended-early', 'no-samples', 'incomplete-samples'],
  ...['incomplete-requests', 'unreported-by-host', 'verification-left-out', 'rounded-output', 'cut-output'],
  ...['not-audited', 'schema-left', 'several-targets', 'diskmark-incomplete', 'kdiskmark-megabytes'],
  ...['test-missing', 'printed-beside', 'options-unknown'],
])

/** Ids that files without classes used for what has another one today. */
const earlierIds: ReadonlyMap<string, string> = new Map([['unsteady', 'not-steady']])

const earlierInvalid: ReadonlySet<string> = new Set(['not-steady', 'quickie', 'diagnostic-mode'])

/** A reservation of a file in which none had a class. */
function classified(found: { readonly id: string; readonly text: string }): Reservation {
  const id = earlierIds.get(found.id) ?? found.id
  if (earlierInvalid.has(id)) return invalidates(id, found.text)
  return earlierNotes.has(id) ? note(id, found.text) : qualifies(id, found.text)
}

export const reservationsShape = v.array(
  v.pipe(
    v.object({ class: v.optional(v.picklist(reservationClasses)), id: v.string(), text: v.string() }),
    v.transform((found): Reservation =>
      found.class === undefined ? classified(found) : { ...found, class: found.class },
    ),
  ),
)
