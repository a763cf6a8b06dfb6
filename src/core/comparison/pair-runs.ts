import type { CaseRuns } from './run-buckets'

/** Runs of both sides in the order of their repetitions, so that the i-th of each belong together. */
export interface RunPairs {
  readonly baseline: Float64Array
  readonly candidate: Float64Array
}

/** The runs pair by pair; undefined unless both sides have the same repetitions, each once. */
export function pairRuns(baseline: CaseRuns, candidate: CaseRuns): RunPairs | undefined {
  if (baseline.count !== candidate.count) return undefined
  const [a, b] = [byRepetition(baseline), byRepetition(candidate)]
  const repeats = a.some(([repetition], at) => at > 0 && a[at - 1]?.[0] === repetition)
  if (repeats || a.some(([repetition], at) => b[at]?.[0] !== repetition)) return undefined
  return {
    baseline: Float64Array.from(a, ([, value]) => value),
    candidate: Float64Array.from(b, ([, value]) => value),
  }
}

function byRepetition({
  repetitions,
  values,
}: CaseRuns): readonly (readonly [repetition: number, value: number])[] {
  const pairs = Array.from(values, (value, at) => [repetitions[at] ?? 0, value] as const)
  return pairs.sort(([one], [other]) => one - other)
}
