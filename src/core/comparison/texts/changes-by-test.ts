import { groupBy } from '../../iterables'
import { verdictWord } from '../../statistics/comparison/verdict'
import type { ComparedCell, Comparison } from '../comparison'

/** Whether a case became better or worse beyond doubt; undefined if the comparison does not say so. */
export type ClearChange = 'better' | 'worse' | undefined

/** The difference in the better direction, in percent; undefined if there is none. */
export function gainOf({
  comparison: { differencePercent: percent },
  better,
}: ComparedCell): number | undefined {
  if (percent === undefined) return undefined
  return better === 'higher' || percent === 0 ? percent : -percent
}

/**
 * What the verdict on a case says: better or worse by more than the margin, or meaningful by the sigma rule in one
 * direction. Small, uncertain and untested differences are neither.
 */
export function clearChange(cell: ComparedCell): ClearChange {
  const { verdict } = cell.comparison
  if (verdict === 'better' || verdict === 'worse') return verdict
  const gain = gainOf(cell) ?? 0
  if (verdict !== 'meaningful' || gain === 0) return undefined
  return gain > 0 ? 'better' : 'worse'
}

/** The cases of a test of one candidate by what became of them. */
export interface TestChanges {
  readonly candidate: string
  /** Number of the cases, and of those among them that have no verdict. */
  readonly cases: number
  readonly untested: number
  /** Any of them, for what they have in common: the test, the direction and the metric. */
  readonly one: ComparedCell
  /** The largest change first. */
  readonly better: readonly ComparedCell[]
  readonly worse: readonly ComparedCell[]
}

/** Each test of each candidate in the order of its cases; its metrics and directions apart. */
export function changesByTest({ candidates }: Comparison): readonly TestChanges[] {
  return candidates.flatMap(({ candidate, cells }) => {
    const tests = groupBy(cells, ({ test, metric, direction }) => JSON.stringify([test, metric, direction]))
    return [...tests.values()].map((of): TestChanges => {
      const changed = (to: ClearChange) =>
        of
          .filter((cell) => clearChange(cell) === to)
          .sort((a, b) => Math.abs(gainOf(b) ?? 0) - Math.abs(gainOf(a) ?? 0))
      return {
        candidate: candidate.label,
        ...{ cases: of.length, one: of[0] },
        untested: of.filter((cell) => verdictWord(cell.comparison.verdict) === 'not tested').length,
        ...{ better: changed('better'), worse: changed('worse') },
      }
    })
  })
}

/** The same comparison with only the cases that became better or worse: by test, from the best to the worst. */
export function onlyChanged(comparison: Comparison): Comparison {
  return {
    ...comparison,
    candidates: comparison.candidates.map((one) => ({
      ...one,
      cells: changesByTest({ ...comparison, candidates: [one] }).flatMap(({ better, worse }) => [
        ...better,
        ...[...worse].reverse(),
      ]),
    })),
  }
}
