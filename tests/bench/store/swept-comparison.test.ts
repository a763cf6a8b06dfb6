import { describe, expect, it } from 'vitest'
import type { Scalar } from '../../../src/core/results/observation'
import type { Plan } from '../../../src/core/plan/plan'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { newReview, sampleCampaign, samplePlan, sampleResult } from './sample-review'

const plan: Plan = {
  ...samplePlan,
  base: { ...samplePlan.base, file_size: 1024 ** 3 },
  axes: [{ key: 'queue_depth', levels: [1, 4] }],
  excluded: [],
  repetitions: 3,
}
const files = [65_536, 131_072, 1_048_576]
const records = [4096, 8192]

const number = (value: number, levels?: Scalar['levels']): Scalar => ({
  ...{
    kind: 'scalar',
    source: 'engine',
    test: 'write',
    direction: 'total',
    metric: 'bandwidth',
    unit: 'B/s',
    value,
  },
  ...(levels && { levels }),
})

/** Each run holds a number for every file and record size: 1000 × file + record + repetition, times the factor. */
function measure(review: ReviewWriter, configuration: string, factor: number, more: readonly Scalar[] = []) {
  const campaignId = review.createCampaign(sampleCampaign(plan, configuration))
  const runs = review.runs(campaignId).filter((run) => run.phase === 'measure')
  for (const { id, repetition } of runs) {
    const measurements = files.flatMap((file) =>
      records.map((record) =>
        number(factor * (1000 * file + record + repetition), { block_size: record, file_size: file }),
      ),
    )
    const result = { ...sampleResult(), observations: [...measurements, ...more] }
    review.finishRuns([[id, { ...result, rawOutputs: [] }]])
  }
  return { campaignId, runs }
}

const by = (key: string, ...values: string[]) => values.map((value) => [{ key, value }])

describe('numbers that a run swept by itself', () => {
  it('are cases of a comparison, by size', () => {
    const review = newReview()
    measure(review, 'A', 1)
    measure(review, 'B', 2)
    const [baseline = []] = by('configuration', 'A')
    const { candidates } = review.compare({ baseline, candidates: by('configuration', 'B') })
    const cells = candidates[0]?.cells ?? []
    const wanted = [1, 4].flatMap((depth) =>
      records.flatMap((record) => files.map((file) => [depth, record, file])),
    )
    expect(cells.map(({ levels }) => [levels.queue_depth, levels.block_size, levels.file_size])).toEqual(
      wanted,
    )
    expect([...new Set(cells.flatMap(({ levels }) => Object.keys(levels)))]).toHaveLength(3)
    for (const { levels, baselineRuns, candidateRuns, comparison } of cells) {
      const value = (repetition: number) =>
        1000 * Number(levels.file_size) + Number(levels.block_size) + repetition
      expect([...(baselineRuns?.values ?? [])]).toEqual([1, 2, 3].map(value))
      expect([...(candidateRuns?.values ?? [])]).toEqual([1, 2, 3].map((one) => 2 * value(one)))
      expect([...(baselineRuns?.repetitions ?? [])]).toEqual([1, 2, 3])
      expect(comparison.differencePercent).toBeCloseTo(100, 9)
    }
    expect(candidates[0]?.confounders ?? []).toEqual([])
  })

  it('can be chosen by what was swept, and are offered', () => {
    const review = newReview()
    const { campaignId } = measure(review, 'A', 1)
    const [baseline = []] = by('block_size', '4k')
    const cells = review.compare({ baseline, candidates: by('block_size', '8k') }).candidates[0]?.cells ?? []
    expect(cells).toHaveLength(2 * files.length)
    const keys = review.comparisonChoices().keys
    expect(keys.find(({ key }) => key === 'file_size')?.values.map(({ value }) => value)).toEqual(
      files.map(String),
    )
    expect(review.campaign(campaignId)?.sweptAxes).toEqual([
      { key: 'block_size', levels: records },
      { key: 'file_size', levels: files },
    ])
    // The size that the plan names was never measured.
    const gibibyte = { baseline: by('file_size', '1g')[0] ?? [], candidates: by('file_size', '64k') }
    expect(() => review.compare(gibibyte)).toThrow('No case has file_size=1g')
  })

  it('appear next to a number of the whole run', () => {
    const review = newReview()
    measure(review, 'A', 1, [number(7)])
    measure(review, 'B', 1, [number(14)])
    const [baseline = []] = by('configuration', 'A')
    const cells =
      review.compare({ baseline, candidates: by('configuration', 'B') }).candidates[0]?.cells ?? []
    const whole = cells.filter(({ levels }) => levels.file_size === 1024 ** 3)
    expect(cells).toHaveLength(2 * (files.length * records.length + 1))
    expect(whole.map(({ comparison }) => comparison.differencePercent)).toEqual([100, 100])
  })

  it('leave the comparison with their run', () => {
    const review = newReview()
    const { runs } = measure(review, 'A', 1)
    measure(review, 'B', 2)
    review.excludeRun(runs[0]?.id ?? 0, 'somebody used the drive')
    const [baseline = []] = by('configuration', 'A')
    const cells =
      review.compare({ baseline, candidates: by('configuration', 'B') }).candidates[0]?.cells ?? []
    expect(cells.filter(({ n }) => n.baseline === 2)).toHaveLength(files.length * records.length)
    expect(cells.filter(({ n }) => n.baseline === 3)).toHaveLength(files.length * records.length)
  })

  it('do not exist for a campaign that swept nothing', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign(plan))
    expect(review.campaign(campaignId)).not.toHaveProperty('sweptAxes')
  })
})
