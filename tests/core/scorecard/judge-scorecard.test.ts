import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../src/core/comparison/comparison'
import { ComparisonError } from '../../../src/core/comparison/comparison-error'
import {
  judgeScorecard,
  measuredVerdict,
  weightedPoints,
  winCount,
} from '../../../src/core/scorecard/judge-scorecard'
import { scorecardSchema, type MeasuredCategory, type Scorecard } from '../../../src/core/scorecard/scorecard'

const side = (value: string) => [{ key: 'configuration', value }]
const measured: MeasuredCategory = {
  comparison: { baseline: side('A'), candidates: [side('B'), side('C')] },
  baseline: 0,
  candidates: [1, 2],
}
const card: Scorecard = { candidates: ['A', 'B', 'C'], categories: [] }

/** A comparison with these verdicts of each candidate. */
function comparison(...verdicts: readonly (readonly string[])[]): Comparison {
  const cells = (words: readonly string[]) =>
    words.map((verdict) => ({ metric: 'iops', comparison: { verdict } }))
  const made: unknown = {
    families: [{ metric: 'iops' }],
    candidates: verdicts.map((words) => ({ cells: cells(words) })),
  }
  return made as Comparison
}

describe('the verdict of a measured category', () => {
  const winner = (...verdicts: readonly (readonly string[])[]) =>
    measuredVerdict(card, measured, comparison(...verdicts)).winner

  it('goes to the one candidate that is better somewhere and worse nowhere', () => {
    expect(winner(['better', 'inconclusive'], ['equivalent'])).toBe(1)
    expect(winner(['worse'], ['better'])).toBe(2)
  })

  it('goes to the baseline that beats all, and is a tie if all tested cases are equivalent', () => {
    expect(winner(['worse'], ['worse', 'equivalent'])).toBe(0)
    expect(winner(['equivalent', 'not_tested'], ['equivalent'])).toBe('tie')
  })

  it('goes to nobody if it is mixed, open or untested, or if two beat the baseline', () => {
    expect(winner(['better', 'worse'], ['equivalent'])).toBe('none')
    expect(winner(['inconclusive'], ['inconclusive'])).toBe('none')
    expect(winner(['not_tested'], ['not_tested'])).toBe('none')
    expect(winner(['better'], ['better'])).toBe('none')
  })
})

describe('a judged scorecard', () => {
  it('says how many cases were not tested because a drive was not steady', () => {
    const remark = (...verdicts: readonly string[]) =>
      measuredVerdict(card, { ...measured, candidates: [1] }, comparison(verdicts)).remark
    expect(remark('better', 'not_valid', 'not_valid')).toBe(
      'Measured (IOPS): B against A better in 1, worse in 0, equivalent in 0 of 1 tested case. Not valid, so not tested: 2.',
    )
    expect(remark('better')).not.toContain('steady')
  })

  it('prints the measured verdict and the reason for overruling it', () => {
    const overruled = { winner: 2, reason: 'the fan of B is loud' } as const
    const full: Scorecard = {
      ...card,
      categories: [
        { name: 'Speed', entries: [], measured },
        { name: 'Speed, all things considered', entries: [], measured, overruled },
      ],
    }
    const judged = judgeScorecard('S', full, () => comparison(['better'], ['equivalent']))
    expect(judged.categories.map(({ winner }) => winner)).toEqual([1, 2])
    expect(judged.categories[0]?.remark).toContain(
      'B against A better in 1, worse in 0, equivalent in 0 of 1',
    )
    expect(judged.categories[1]?.remark).toMatch(
      /B against A better in 1.*Overruled in favour of C: the fan of B is loud\./,
    )
    expect(winCount(judged)).toEqual([0, 1, 1, 0])
  })

  it('reports why a comparison cannot be made, and decides nothing', () => {
    const full: Scorecard = { ...card, categories: [{ name: 'Speed', entries: [], measured }] }
    const judged = judgeScorecard('S', full, () => {
      throw new ComparisonError('No campaign is called B.', 'Choose another.')
    })
    expect(judged.categories[0]).toMatchObject({
      winner: undefined,
      remark: 'Not measured: No campaign is called B.',
    })
  })

  it('sums points by weight, of candidates that have all of them', () => {
    const full: Scorecard = {
      candidates: ['A', 'B'],
      categories: [
        { name: 'Noise', weight: 2, entries: [{ points: 3 }, { points: 4 }] },
        { name: 'Looks', entries: [{ points: 1 }, { mark: 'B+' }] },
        { name: 'Words', entries: [{ text: 'fine' }] },
      ],
    }
    expect(weightedPoints(full)).toEqual([7, undefined])
  })
})

describe('the schema of a scorecard', () => {
  const category = { name: 'Speed', entries: [] }
  it.each([
    [{ candidates: ['A', 'A'], categories: [] }, 'the same name'],
    [
      { candidates: ['A'], categories: [{ ...category, winner: 1 }] },
      'a candidate that the scorecard does not have',
    ],
    [
      { candidates: ['A', 'B', 'C'], categories: [{ ...category, measured, winner: 1 }] },
      'can only be overruled',
    ],
    [
      { candidates: ['A'], categories: [{ ...category, overruled: { winner: 0, reason: 'so' } }] },
      'no other can be',
    ],
    [
      {
        candidates: ['A', 'B', 'C'],
        categories: [{ ...category, measured, overruled: { winner: 1, reason: ' ' } }],
      },
      'say why',
    ],
  ])('refuses %j', (wrong, message) => {
    const result = v.safeParse(scorecardSchema, wrong)
    expect(result.success).toBe(false)
    expect(JSON.stringify(result.issues?.map((issue) => issue.message))).toContain(message)
  })
})
