import { summaryText } from '../../../../src/core/comparison/texts/summary-text'
import { describe, expect, test } from 'vitest'
import { MoreRunsOfCases, type NoPlan } from '../../../../src/core/comparison/texts/more-runs'
import { groupsText, unitSentence } from '../../../../src/core/comparison/judge/run-groups'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { mean } from '../../../../src/core/statistics/summary/moments'
import { normals, simulated, slack } from '../../statistics/simulation'
import { statisticsText } from '../../../../src/core/figures/comparison/comparison-small-print'
import { comparisonRows } from '../../../../src/core/comparison/texts/comparison-rows'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../../src/core/figures/kinds/build-figure'
import { comparisonData, selection, type SampleCampaign } from '../sample-data'

const axes = [{ key: 'read_percent', levels: [100] }]
const settings = { baseline: selection('configuration=A'), candidates: [selection('configuration=B')] }

/** One campaign a sample: its runs, one day after the other or all on one day. */
function compared(
  a: readonly (readonly number[])[],
  b: readonly (readonly number[])[],
  serials = true,
  more: Partial<SampleCampaign> = {},
) {
  const campaigns = [a, b].flatMap((samples, side) =>
    samples.map((runs, at): SampleCampaign => {
      const id = 10 * side + at + 1
      const model = side === 0 ? 'A' : 'B'
      return {
        id,
        axes,
        model,
        configuration: model,
        ...(serials && { serial: `${model}${String(at)}` }),
        ...more,
        runs: () => runs,
      }
    }),
  )
  const comparison = compareCampaigns(comparisonData(campaigns), settings)
  const cell = comparison.candidates[0]!.cells[0]!
  return { comparison, cell }
}

const runsOf = (middle: number) => [-3, -1, 0, 1, 3].map((step) => middle * (1 + step / 1000))
/** Samples of one model that differ by some 2 %. */
const three = [980, 1000, 1025].map(runsOf)
const others = [1040, 1070, 1045].map(runsOf)

describe('samples of a model', () => {
  test('are the unit where both sides have three or more', () => {
    const { cell, comparison } = compared(three, others)
    const means = (samples: typeof three) => samples.map((runs) => mean(runs) ?? NaN)
    const expected = compareCase(means(three), means(others), { better: 'higher' })
    expect(cell.groups?.kind).toBe('sample')
    expect(groupsText(cell.groups!)).toBe('3 and 3 samples are the unit')
    expect(cell.comparison.lowPercent).toBeCloseTo(expected.lowPercent!, 9)
    expect(cell.comparison.verdict).toBe('better_small_or_uncertain')
    expect(cell.n).toEqual({ baseline: 15, candidate: 15 })
    expect(summaryText(comparison)).toContain('With fewer than 5 units a side no verdict is settled.')
    const far = compared(three, [1010, 1040, 1015].map(runsOf))
    expect((new MoreRunsOfCases(far.comparison).of(far.cell) as NoPlan).reason).toMatch(
      /^The scatter is too large for this margin: samples may vary by .* more than 100 samples a side/,
    )
    const more = new MoreRunsOfCases(comparison).of(cell) as NoPlan
    expect(more.reason).toMatch(
      /^More samples settle this sooner than more runs of the same ones: \d+ a side, \d+ and \d+ more\./,
    )
    expect(more.reason).toMatch(/At least 9\d\s% of the variance of the mean of a sample is between samples/)
    expect(more.remedy).toBe('Measure more samples of the model.')
  })

  test('are what does not scatter where their means are equal', () => {
    const equal = compared([three[0]!, three[0]!, three[0]!], [three[2]!, three[2]!, three[2]!])
    const { notes } = comparisonFigure(
      equal.comparison,
      { kind: 'comparison', campaignIds: [], metric: '' },
      { campaigns: [] },
    )
    const said = notes.map(({ text }) => text).filter((text) => text.includes('scatter'))
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^Samples do not scatter at all/)
  })

  test('are not where a side has fewer, or only days tell them apart', () => {
    expect(compared(three.slice(0, 2), others).cell.groups).toBeUndefined()
    expect(compared(three, others, false).cell.groups?.kind).toBe('day')
  })

  test('are formats on a single day, if the plan purges the drive', () => {
    const repeated = (isPurged: boolean) =>
      compared(three, others, false, { createdAtMs: Date.UTC(2026, 10, 20), isPurged })
    const { cell, comparison } = repeated(true)
    expect(cell.groups?.kind).toBe('format')
    expect(groupsText(cell.groups!)).toBe('3 and 3 formats are the unit')
    const expected = compareCase(
      three.map((runs) => mean(runs) ?? NaN),
      others.map((runs) => mean(runs) ?? NaN),
      { better: 'higher' },
    )
    expect(cell.comparison.lowPercent).toBeCloseTo(expected.lowPercent!, 9)
    expect((new MoreRunsOfCases(comparison).of(cell) as NoPlan).remedy).toBe(
      'Repeat the plan, which purges the drive each time.',
    )
    expect(repeated(false).cell.groups).toBeUndefined()
  })

  test('are levels of a recorded factor, if the campaigns of a side differ in no more than that', () => {
    const repeated = (kernels: readonly string[]) => {
      const campaigns = ['A', 'B'].flatMap((model, side) =>
        kernels.map((kernel, at): SampleCampaign => {
          const runs = (side === 0 ? three : others)[at] ?? []
          const createdAtMs = Date.UTC(2026, 10, 20)
          return {
            ...{ id: 10 * side + at + 1, axes, model, configuration: model, kernel, createdAtMs },
            runs: () => runs,
          }
        }),
      )
      const comparison = compareCampaigns(comparisonData(campaigns), { ...settings, acceptance: 'a test' })
      return { comparison, cell: comparison.candidates[0]!.cells[0]! }
    }
    const { comparison, cell } = repeated(['6.1', '6.12', '6.18'])
    expect(groupsText(cell.groups!)).toBe('3 and 3 levels of kernel are the unit')
    const expected = compareCase(
      three.map((runs) => mean(runs) ?? NaN),
      others.map((runs) => mean(runs) ?? NaN),
      { better: 'higher', paired: true },
    )
    expect(cell.comparison.estimator).toBe('paired')
    expect(cell.comparison.lowPercent).toBeCloseTo(expected.lowPercent!, 9)
    const more = new MoreRunsOfCases(comparison).of(cell) as NoPlan
    expect(more.reason).toMatch(
      /^More levels of kernel settle this sooner than more runs of the same ones: \d+ a side/,
    )
    expect(more.remedy).toBe('Measure at more levels of kernel.')
    expect(unitSentence([cell.groups!])).toBe('Levels of kernel are the unit, 3 a side, each as one value.')
    expect(groupsText({ ...cell.groups!, kind: 'date' })).toBe('3 and 3 days are the unit')
    const { rows } = comparisonRows(comparison)
    expect(rows[0]).toContain('3 and 3 levels of kernel are the unit; low n, no second opinion by ranks')
    const figure = comparisonFigure(
      comparison,
      { kind: 'comparison', campaignIds: [], metric: '' },
      { campaigns: [] },
    )
    const differences = comparisonFigure(
      comparison,
      {
        kind: 'percent-difference',
        campaignIds: [],
        metric: '',
      },
      { campaigns: [] },
    )
    expect(differences.caption).toContain('paired ratio of 3 units that both sides have')
    expect(statisticsText(comparison)).toContain('log ratio of pairs of units, Student t')
    expect(figure.caption).toContain('Levels of kernel are the unit, 3 a side, each as one value.')
    expect(repeated(['6.1', '6.12', '6.12']).cell.groups).toBeUndefined()
  })

  describe('are levels of what is asked for', () => {
    const levelled: SampleCampaign['axes'] = [{ key: 'numjobs', levels: [1, 2, 3] }]
    const asked = (group: string | undefined, levels = levelled) => {
      const campaigns = [three, others].map((groups, side): SampleCampaign => ({
        ...{ id: side + 1, axes: levels, configuration: side === 0 ? 'A' : 'B' },
        createdAtMs: Date.UTC(2026, 10, 20),
        runs: ({ numjobs }) => groups[Number(numjobs) - 1],
      }))
      const { candidates } = compareCampaigns(comparisonData(campaigns), {
        ...settings,
        ...(group !== undefined && { group }),
      })
      return candidates[0]!
    }

    test('a parameter of the plans, whose cases are then one', () => {
      expect(asked(undefined).cells).toHaveLength(3)
      const [cell, ...further] = asked('numjobs').cells
      expect(further).toEqual([])
      expect(cell?.levels).toEqual({})
      expect(cell?.groups?.kind).toBe('numjobs')
      expect(cell?.groups?.baseline).toEqual(three)
      const means = (groups: typeof three) => groups.map((runs) => mean(runs) ?? NaN)
      const expected = compareCase(means(three), means(others), { better: 'higher', paired: true })
      expect(cell?.comparison.lowPercent).toBeCloseTo(expected.lowPercent!, 9)
    })

    test('but not where a side has fewer than three, which is said', () => {
      const { cells, advice } = asked('numjobs', [{ key: 'numjobs', levels: [1, 2] }])
      expect(cells).toHaveLength(2)
      expect(cells.every(({ groups }) => groups === undefined)).toBe(true)
      expect(advice).toContain('The runs are the unit: A has 2 levels of numjobs, and 3 are needed.')
      expect(asked('firmware').advice).toContain(
        'The runs are the unit: not every run of A has a level of firmware.',
      )
    })
  })

  /** Share of reviews of one model with itself in which it is better or worse: four samples a side, five runs each. */
  function wrong(byGroup: boolean): { share: number; tries: number } {
    const tries = simulated(400)
    const normal = normals(7)
    let found = 0
    for (let review = 0; review < tries; review++) {
      const [a, b] = [0, 1].map(() =>
        Array.from({ length: 4 }, () => {
          const middle = 1000 * (1 + 0.02 * normal())
          return Array.from({ length: 5 }, () => middle * (1 + 0.01 * normal()))
        }),
      ) as [number[][], number[][]]
      const values = (side: number[][]) => (byGroup ? side.map((runs) => mean(runs) ?? NaN) : side.flat())
      const { p } = compareCase(values(a), values(b), { better: 'higher' })
      if (p !== undefined && p <= 0.05) found++
    }
    return { share: found / tries, tries }
  }

  test('keep identical models apart in 5 % of simulated reviews, where runs do in 40 % or more', () => {
    const groups = wrong(true)
    expect(groups.share).toBeLessThan(0.05 + slack(0.05, groups.tries))
    const runs = wrong(false)
    expect(runs.share).toBeGreaterThan(0.4 - slack(0.4, runs.tries))
  })
})
