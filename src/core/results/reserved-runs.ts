import type { Reservation } from './reservation'

/** What is known against finished runs, by their id. Notes, which are details of a run, are not among them. */
export type ReservedRuns = ReadonlyMap<number, readonly Reservation[]>

/** A reservation with the number of runs that have it. */
export interface CountedReservation extends Pick<Reservation, 'id' | 'class'> {
  readonly runs: number
}

/** What is known against these runs, first what makes them no result, then what most of them have. */
export function countReservations(
  runIds: Iterable<number>,
  reserved: ReservedRuns,
): readonly CountedReservation[] {
  if (reserved.size === 0) return []
  const found = new Map<string, CountedReservation>()
  for (const runId of runIds) {
    const ids = new Set<string>()
    for (const { id, class: kind } of reserved.get(runId) ?? []) {
      if (ids.has(id)) continue
      ids.add(id)
      found.set(id, { id, class: kind, runs: (found.get(id)?.runs ?? 0) + 1 })
    }
  }
  const rank = (one: CountedReservation) => (isInvalidating(one) ? 0 : 1)
  return [...found.values()].sort((one, other) => rank(one) - rank(other) || other.runs - one.runs)
}

/** Whether no verdict may rest on a run with it. */
export function isInvalidating({ class: kind }: Pick<Reservation, 'class'>): boolean {
  return kind === 'invalidates'
}

/** A reservation in a few words, as every place that publishes a number says it: "not steady". */
export function reservationName({ id }: Pick<Reservation, 'id'>): string {
  return id.replaceAll('-', ' ')
}

/** What is known against `all` runs, in words; empty if nothing is: "not valid: not steady (2 of 3 runs); short runtime". */
export function reservationsText(counted: readonly CountedReservation[], all?: number): string {
  const part = (one: CountedReservation) =>
    `${isInvalidating(one) ? 'not valid: ' : ''}${reservationName(one)}${
      all === undefined || one.runs >= all ? '' : ` (${String(one.runs)} of ${String(all)} runs)`
    }`
  return counted.map(part).join('; ')
}
