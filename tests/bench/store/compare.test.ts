import { describe, expect, it } from 'vitest'
import { listMeasuredColumns } from '../../../src/bench/store/tables/columns/measured-columns'
import { readNumberLists } from '../../../src/bench/store/tables/columns/number-lists'
import { Connection } from '../../../src/bench/store/file/connection'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { compareCase } from '../../../src/core/statistics/comparison/compare-case'
import type { Plan } from '../../../src/core/plan/plan'
import { newReview, ofEngine, sampleCampaign, samplePlan, sampleResult } from './sample-review'

const plan: Plan = { ...samplePlan, repetitions: 5 }

/** Stores a result for every measured run; `valueOf` gives the base of its numbers. */
function measure(
  review: ReviewWriter,
  campaignId: number,
  valueOf: (runId: number, at: number) => number,
): void {
  const runs = review.runs(campaignId).filter((run) => run.phase === 'measure')
  review.finishRuns(runs.map(({ id }, at) => [id, { ...sampleResult(valueOf(id, at)), rawOutputs: [] }]))
}

function twoCampaigns() {
  const review = newReview()
  const first = review.createCampaign(sampleCampaign(plan, 'firmware A'))
  const second = review.createCampaign(sampleCampaign(plan, 'firmware B'))
  measure(review, first, (id, at) => 1000 + ((id * 7919) % 13) + at / 3)
  measure(review, second, (id, at) => 1100 + ((id * 104729) % 17) + at / 7)
  return { review, first, second }
}

const byFirmware = {
  baseline: [{ key: 'configuration', value: 'firmware A' }],
  candidates: [[{ key: 'configuration', value: 'firmware B' }]],
}

describe('a comparison from a results file', () => {
  it('reports what the statistics say about the rows', () => {
    const { review, first, second } = twoCampaigns()
    const cells = review.compare({ ...byFirmware, metric: 'iops' }).candidates[0]?.cells ?? []
    const rows = [...review.rows({ metrics: ['iops'] })].filter((row) => row.direction === 'total')
    expect(cells).toHaveLength(5)
    for (const { levels, comparison, direction, baselineRuns } of cells) {
      const runsOf = (campaignId: number) =>
        rows.filter(
          (row) =>
            row.campaignId === campaignId &&
            row.levels.block_size === levels.block_size &&
            row.levels.read_percent === levels.read_percent,
        )
      const values = (campaignId: number) => runsOf(campaignId).map((row) => row.value)
      expect(direction).toBe('total')
      expect(comparison).toEqual(compareCase(values(first), values(second), { better: 'higher' }))
      expect([...(baselineRuns?.runIds ?? [])]).toEqual(runsOf(first).map((row) => row.runId))
      expect([...(baselineRuns?.repetitions ?? [])]).toEqual([1, 2, 3, 4, 5])
    }
  })

  it('chooses bandwidth if no metric was named, and judges latency the other way round', () => {
    const { review } = twoCampaigns()
    const [plain] = review.compare(byFirmware).candidates[0]?.cells ?? []
    expect([plain?.metric, plain?.unit]).toEqual(['bandwidth', 'B/s'])
    const [latency] = review.compare({ ...byFirmware, metric: 'lat' }).candidates[0]?.cells ?? []
    expect(latency?.comparison.differencePercent).toBeLessThan(0)
    expect(latency?.comparison.verdict).toBe('better')
  })

  it('uses finished runs only', () => {
    const review = newReview()
    const first = review.createCampaign(sampleCampaign(plan, 'firmware A'))
    const second = review.createCampaign(sampleCampaign(plan, 'firmware B'))
    measure(review, first, () => 1000)
    const runs = review.runs(second).filter((run) => run.phase === 'measure')
    runs.forEach(({ id, repetition }) => {
      const whole = { ...sampleResult(1000 + id), rawOutputs: [] }
      if (repetition === 2) {
        const failure = { id: 'short', text: 'It ended early.' }
        review.finishRuns([[id, { ...whole, state: 'failed', failure }]])
      } else if (repetition !== 4) review.finishRuns([[id, whole]])
    })
    const cells = review.compare(byFirmware).candidates[0]?.cells ?? []
    expect(cells.map((cell) => cell.n)).toEqual(cells.map(() => ({ baseline: 5, candidate: 3 })))
    expect([...(cells[0]?.candidateRuns?.repetitions ?? [])]).toEqual([1, 3, 5])
  })

  it('compares cases within one campaign by an axis', () => {
    const { review } = twoCampaigns()
    const { candidates } = review.compare({
      baseline: [
        { key: 'configuration', value: 'firmware A' },
        { key: 'block_size', value: '4k' },
      ],
      candidates: [
        [
          { key: 'configuration', value: 'firmware A' },
          { key: 'block_size', value: '64k' },
        ],
      ],
    })
    expect(candidates[0]?.cells.map((cell) => cell.levels)).toEqual([
      { read_percent: 100 },
      { read_percent: 0 },
    ])
    expect(candidates[0]?.unmatched.baseline.map((one) => one.levels)).toEqual([{ read_percent: 50 }])
  })

  it('refuses what the file does not contain, and names what it does', () => {
    const { review } = twoCampaigns()
    expect(() =>
      review.compare({ ...byFirmware, baseline: [{ key: 'configuration', value: 'firmware C' }] }),
    ).toThrow('No campaign has configuration=firmware C.')
  })
})

describe('columns of numbers', () => {
  it('hold every number exactly as it was stored', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign({ ...plan, repetitions: 40 }))
    const odd = [
      1 / 3,
      0.1 + 0.2,
      1e-12,
      123456789.12345679,
      5e-7,
      2 ** 53 - 1,
      1.7976931348623157e308,
      0,
      4096,
      Math.PI,
    ]
    const runs = review.runs(campaignId).filter((run) => run.phase === 'measure')
    const expected = runs.map((_, at) => (odd[at % odd.length] ?? 0) * (at < 100 ? 1 : 1 / (at + 1)))
    review.finishRuns(
      runs.map(({ id }, at) => [
        id,
        {
          ...sampleResult(1),
          rawOutputs: [],
          observations: [
            {
              ...ofEngine,
              test: 'random-mix',
              direction: 'total',
              metric: 'iops',
              value: expected[at] ?? 0,
              unit: 'IOPS',
            },
          ],
        },
      ]),
    )
    const connection = new Connection(review.path, 'read')
    try {
      const [columns] = listMeasuredColumns(connection, campaignId)
      expect([...(columns?.values ?? [])]).toEqual(expected)
      expect([...(columns?.runIds ?? [])]).toEqual(runs.map((run) => run.id))
      const list = { name: 'id', holds: 'whole' } as const
      const all = readNumberLists(connection, [list], 'run WHERE id > ? ORDER BY id', [])
      expect(all[0]).toHaveLength(runs.length + 1)
      for (const chunk of [1, 7, runs.length + 1]) {
        expect(readNumberLists(connection, [list], 'run WHERE id > ? ORDER BY id', [], chunk)).toEqual(all)
      }
    } finally {
      connection.close()
    }
  })
})
