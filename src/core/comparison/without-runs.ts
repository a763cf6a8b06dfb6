import type { CaseRuns } from './run-buckets'

/** The runs without those that a person left out; the same object where none of them is here, undefined where none is left. */
export function withoutRuns(runs: CaseRuns, excluded: ReadonlySet<number>): CaseRuns | undefined {
  const { runIds } = runs
  if (!runIds.some((runId) => excluded.has(runId))) return runs
  const { values, repetitions } = runs
  const kept = [...runIds.keys()].filter((at) => !excluded.has(runIds[at] ?? 0))
  if (kept.length === 0) return undefined
  return {
    count: kept.length,
    values: Float64Array.from(kept, (at) => values[at] ?? NaN),
    runIds: Float64Array.from(kept, (at) => runIds[at] ?? 0),
    repetitions: Uint32Array.from(kept, (at) => repetitions[at] ?? 0),
  }
}
