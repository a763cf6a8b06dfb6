import { expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import { resultCard } from '../../../src/core/document/result-card'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { invalidates, note } from '../../../src/core/results/reservation'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'

const kinds = ['mix-sweep', 'results-table', 'latency-percentiles', 'time-series'] as const

/** A campaign in which the runs of the last case never became steady by fio's criterion, or all rounds differ. */
function review(parts: Partial<Plan>, value: (repetition: number) => number = () => 1000) {
  const made = newReview()
  const campaignId = made.createCampaign(sampleCampaign({ ...samplePlan, ...parts }))
  const runs = made.runs(campaignId).filter(({ phase }) => phase === 'measure')
  const last = runs.at(-1)?.caseKey
  made.finishRuns(
    runs.map(({ id, caseKey, repetition }) => {
      const done = sampleResult(value(repetition))
      const isShort = parts.untilSteady !== undefined || caseKey !== last || repetition === 1
      const text = 'As it says.'
      const warnings = [isShort ? note('short-runtime', text) : invalidates('not-steady', text)]
      return [id, { ...done, warnings }] as const
    }),
  )
  return { made, levels: runs.at(-1)?.levels ?? {}, runs }
}

const captionOf = (
  made: ReturnType<typeof review>['made'],
  fixed: Readonly<Record<string, LevelValue>> = {},
) => kinds.map((kind) => figureOfReview(made, { campaignIds: [], metric: 'iops', fixed, kind }).caption)

it('the caption of every figure names cases with runs that never became steady by the engine’s criterion', () => {
  const { made, levels } = review({ base: { ...samplePlan.base, steadystate: 'iops:20%' } })
  for (const caption of captionOf(made)) {
    expect(caption).toMatch(/Not valid: not steady in “[^“]+” \(\d of \d runs\)\./)
  }
  const [key = '', value = 0] = Object.entries(levels)[0] ?? []
  const other = samplePlan.axes.find((axis) => axis.key === key)?.levels.find((level) => level !== value)
  for (const caption of captionOf(made, { [key]: other ?? '' })) expect(caption).not.toContain('not steady')
})

it('and cases with rounds that never became steady', () => {
  const untilSteady = { metric: 'iops' } as const
  const rounds = { repetitions: 6, untilSteady }
  const restless = review(rounds, (repetition) => 1000 * 1.5 ** repetition)
  for (const caption of captionOf(restless.made)) expect(caption).toContain('Not valid: not steady in all ')
  const settled = review(rounds)
  for (const caption of captionOf(settled.made)) expect(caption).not.toContain('not steady')
})

it('and what a run itself says, whatever its plan asks for', () => {
  for (const caption of captionOf(review({}).made)) expect(caption).toContain('Not valid: not steady in ')
})

it('tells campaigns apart as the figure does', () => {
  const { made } = review({})
  const second = made.createCampaign(sampleCampaign({ ...samplePlan, id: 'other', name: 'Other mix' }))
  const runs = made.runs(second).filter(({ phase }) => phase === 'measure')
  made.finishRuns(runs.map(({ id }) => [id, { ...sampleResult(), warnings: [] }] as const))
  for (const caption of captionOf(made)) {
    expect(caption).toMatch(/Not valid: not steady in “.*?” of Read\/write mix \(/)
  }
})

it('is silent about a campaign without visible runs, also if one case is judged for all', () => {
  const untilSteady = { metric: 'iops', track: samplePlanTrack() } as const
  const rounds = { untilSteady, repetitions: 5, order: { kind: 'interleaved', seed: 1 } } as const
  const { made, runs } = review(rounds, (repetition) => 1000 * 1.5 ** repetition)
  const settings = { campaignIds: [], metric: 'iops', fixed: {}, kind: 'time-series' } as const
  const caption = (runIds: readonly number[]) => figureOfReview(made, { ...settings, runIds }).caption
  expect(caption([runs[0]?.id ?? 0])).toContain('Not valid: not steady in the run.')
  expect(caption([999])).not.toContain('not steady')
})

it('tables and summaries name the exact cases and runs, and leave out the rounds that do not count', () => {
  const rounds = { repetitions: 6, untilSteady: { metric: 'iops' } } as const
  const { made, runs } = review(rounds, (repetition) => 1000 * 1.5 ** repetition)
  const [campaignId = 0] = [runs[0]?.campaignId]
  expect(made.reservedRuns(campaignId).size).toBe(runs.length)
  const settings = { campaignIds: [], metric: 'iops' } as const
  const table = figureOfReview(made, { ...settings, kind: 'results-table' }).numbers
  const place = table?.columns.findIndex(({ key }) => key === 'reservations') ?? -1
  expect(new Set([...(table?.rows ?? [])].map((row) => row[place]))).toEqual(
    new Set(['not valid: not steady']),
  )
  const sweep = figureTable(figureOfReview(made, { ...settings, kind: 'mix-sweep' }))
  const counted = sweep.columns.findIndex(({ key }) => key === 'reservations')
  expect([...sweep.rows].map((row) => row[counted])).toContain('not valid: not steady')
  const ranked = figureOfReview(made, { ...settings, kind: 'ranking' })
  expect(ranked.x.ticks?.map(({ label }) => label)).toEqual([
    expect.stringMatching(/ \(not valid: not steady\)$/),
  ])
  expect(figureTable(ranked).columns.map(({ key }) => key)).toContain('reservations')
  expect(ranked.notes).toContainEqual({
    severity: 'warning',
    text: expect.stringContaining('Not valid: not steady') as string,
  })

  const campaign = made.campaign(campaignId)
  if (campaign === undefined) throw new Error('There is no campaign.')
  const cases = casesOfCampaign(made, campaign)
  expect(campaignSentences(campaign, cases).at(-1)).toBe('Not valid: not steady in every case.')
  expect(
    resultCard(campaign, cases).tiles.every(({ label }) => label.endsWith(' (not valid: not steady)')),
  ).toBe(true)
  const [first] = runs
  made.excludeRun(first?.id ?? 0, 'Before steady state.')
  const left = casesOfCampaign(made, campaign).map(({ found }) => found.values.length)
  expect(left.reduce((sum, count) => sum + count, 0)).toBe(runs.length - 1)
})

it.each([
  ['scaling', 'queue_depth', [1, 2, 4]],
  ['latency-throughput', 'queue_depth', [1, 2, 4]],
  ['offered-load', 'rate_iops', [500, 1000, 2000]],
  ['fill-level', 'used_percent', [20, 60, 100]],
  ['compressibility', 'compress_percent', [0, 50, 100]],
] as const)('the numbers of a %s figure say what is known against the runs', (kind, key, levels) => {
  const rounds = { repetitions: 6, untilSteady: { metric: 'iops' }, axes: [{ key, levels }] } as const
  const counts = (value?: (repetition: number) => number) => {
    const { made } = review(rounds, value)
    const table = figureTable(figureOfReview(made, { campaignIds: [], metric: 'iops', kind }))
    expect(table.rows.length).toBe(levels.length)
    const place = table.columns.findIndex((column) => column.key === 'reservations')
    return place < 0 ? undefined : [...table.rows].map((row) => row[place])
  }
  expect(counts((repetition) => 1000 * 1.5 ** repetition)).toEqual(
    Array<string>(3).fill('not valid: not steady'),
  )
  expect(counts()).toBeUndefined()
})

it('a table has the column only if something is known against a run', () => {
  const settings = { campaignIds: [], metric: 'iops', kind: 'results-table' } as const
  const made = newReview()
  const campaignId = made.createCampaign(sampleCampaign(samplePlan))
  const runs = made.runs(campaignId).filter(({ phase }) => phase === 'measure')
  const warnings = [note('text-before-json', 'A detail.')]
  made.finishRuns(runs.map(({ id }) => [id, { ...sampleResult(1000), warnings }] as const))
  const columns = figureOfReview(made, settings).numbers?.columns.map(({ key }) => key)
  expect(columns).not.toContain('reservations')
})

function samplePlanTrack() {
  return Object.fromEntries(samplePlan.axes.map(({ key, levels }) => [key, levels[0] ?? 0]))
}
