import type { Series } from '../../../core/results/observation'
import type { Session } from '../session'

interface Kept {
  readonly key: string
  readonly series: readonly Series[]
}

/**
 * Number of runs kept, enough for a figure; its series are requested again and again for settings and
 * zooming.
 */
const mostKept = 8
/** Points that are kept per session in addition to the newest run: 16 bytes each. */
const mostKeptPoints = 16_000_000

/** By session, with the most recently read run last. */
const kept = new WeakMap<Session, readonly Kept[]>()

/**
 * The series of a run, read once and kept while they are displayed. Throws a DamagedContentError if they are
 * not what was stored.
 */
export function keptSeries(session: Session, runId: number): readonly Series[] {
  return knownSeries(session, runId) ?? keep(session, runId, session.review.series(runId))
}

/** Reads the series of these runs that are not kept yet, in other threads and without blocking. */
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

/** A repeated run has other series. */
function keyOf({ review }: Session, runId: number): string {
  const [run] = review.runsById([runId])
  return JSON.stringify([runId, run?.startedAtMs, run?.finishedAtMs])
}

function pointsOf(all: readonly Kept[]): number {
  return all.flatMap(({ series }) => series).reduce((sum, { seconds }) => sum + seconds.length, 0)
}
