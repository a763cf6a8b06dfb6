import type { Series } from '../../core/results/observation'
import type { Session } from './session'

interface Kept {
  readonly key: string
  readonly series: readonly Series[]
}

/** Runs of a figure; what it shows is asked for again and again, by its settings and by those who zoom into it. */
const mostKept = 8
/** Points that are kept per session beside the newest run: 16 bytes each. */
const mostKeptPoints = 16_000_000

/** By session, the run that was read last at the end. */
const kept = new WeakMap<Session, readonly Kept[]>()

/**
 * What a run left over time, read once and kept while it is looked at. Throws a DamagedContentError where it is not what
 * was stored.
 */
export function keptSeries(session: Session, runId: number): readonly Series[] {
  return knownSeries(session, runId) ?? keep(session, runId, session.review.series(runId))
}

/** Reads what of these runs is not kept yet, with other threads and without holding anybody up. */
export async function readAhead(session: Session, runIds: readonly number[]): Promise<void> {
  for (const runId of runIds.slice(-mostKept))
    if (knownSeries(session, runId) === undefined)
      keep(session, runId, await session.review.seriesAside(runId))
}

function knownSeries(session: Session, runId: number): readonly Series[] | undefined {
  const key = keyOf(session, runId)
  return kept.get(session)?.find((one) => one.key === key)?.series
}

function keep(session: Session, runId: number, series: readonly Series[]): readonly Series[] {
  const key = keyOf(session, runId)
  const others = (kept.get(session) ?? []).filter((one) => one.key !== key)
  const newest = [...others, { key, series }].slice(-mostKept)
  while (newest.length > 1 && pointsOf(newest) > mostKeptPoints) newest.shift()
  kept.set(session, newest)
  return series
}

/** A run that is done again has other series. */
function keyOf({ review }: Session, runId: number): string {
  const [run] = review.runsById([runId])
  return JSON.stringify([runId, run?.startedAtMs, run?.finishedAtMs])
}

function pointsOf(all: readonly Kept[]): number {
  return all.flatMap(({ series }) => series).reduce((sum, { seconds }) => sum + seconds.length, 0)
}
