import type { Comparison } from '../../../core/comparison/comparison'
import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import type { Session } from '../session'
import { Turns } from '../../turns'

interface Kept {
  readonly key: string
  readonly comparison: Comparison
}

/** The last comparison of each session. */
const kept = new WeakMap<Session, Kept>()

/**
 * Compares, or returns the last comparison if neither settings nor results have changed since: a report, its
 * figure and its cases are requested one after the other. Yields to other work while computing; rejects once
 * `signal` is aborted.
 */
export async function comparisonOf(
  session: Session,
  settings: ComparisonSettings,
  signal?: AbortSignal,
): Promise<Comparison> {
  const state = session.review
    .campaigns()
    .map(({ id, configuration, runsByState, publishedResults }) => [
      id,
      configuration,
      runsByState,
      publishedResults,
    ])
  const key = JSON.stringify([settings, state, session.review.excludedRuns()])
  const last = kept.get(session)
  if (last?.key === key) return last.comparison
  const comparison = await new Turns().finish(session.review.compareInSteps(settings), signal)
  kept.set(session, { key, comparison })
  return comparison
}
