import { modifiedZ, modifiedZLimit, outlierClass, tukeyFences } from '../statistics/summary/outliers'
import type { CaseRuns } from './run-buckets'

/** A run that lies far from the others of its case. It is shown and counted until a person leaves it out. */
export interface FlaggedRun {
  readonly runId: number
  readonly repetition: number
  readonly value: number
  /** `severe`: beyond three times the middle half. */
  readonly severity: 'mild' | 'severe'
}

/** Runs outside Tukey's fences or with a modified z beyond 3.5. */
export function flaggedRuns(runs: CaseRuns): readonly FlaggedRun[] {
  const { values, runIds, repetitions } = runs
  const fences = tukeyFences(values)
  const scores = modifiedZ([...values])?.scores
  if (fences === undefined) return []
  return [...values].flatMap((value, at) => {
    const outside = outlierClass(value, fences)
    const isFar = Math.abs(scores?.[at] ?? 0) > modifiedZLimit
    if (outside === 'none' && !isFar) return []
    const severity = outside === 'severe' ? 'severe' : 'mild'
    return [{ runId: runIds[at] ?? 0, repetition: repetitions[at] ?? 0, value, severity }]
  })
}
