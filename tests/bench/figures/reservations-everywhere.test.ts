import { expect, it } from 'vitest'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { comparisonRows } from '../../../src/core/comparison/texts/comparison-rows'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import { tableToCsv } from '../../../src/core/document/csv'
import { tableToJson } from '../../../src/core/document/json'
import { printedTable } from '../../../src/core/document/printed-table'
import { resultCard } from '../../../src/core/document/result-card'
import type { FigureKind, FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { tidyTable } from '../../../src/core/figures/tables/tidy-table'
import type { Plan } from '../../../src/core/plan/plan'
import { invalidates, qualifies } from '../../../src/core/results/reservation'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'

const plan: Plan = {
  ...samplePlan,
  base: { pattern: 'random-read', block_size: 4096 },
  axes: [{ key: 'queue_depth', levels: [1, 4, 16] }],
  excluded: [],
  repetitions: 3,
}

const promises = [1, 4].map((depth) => ({
  ...{ metric: 'iops', value: 5000 * depth },
  workload: { pattern: 'random-read', queue_depth: depth },
}))

/** Three drives; in the first a run of the first case is invalid and one of the second has a reservation. */
function reserved() {
  const made = newReview()
  const drives = ['Drive A', 'Drive B', 'Drive C']
  const ids = drives.map((configuration, at) => {
    const id = made.createCampaign(sampleCampaign({ ...plan, name: configuration }, configuration))
    const device = { name: 'nvme0n1', model: configuration, sizeBytes: 1e12 }
    made.setHostRecord(id, { name: 'lab', raw: {}, device }, undefined)
    const runs = made.runs(id).filter(({ phase }) => phase === 'measure')
    made.finishRuns(
      runs.map(({ id: runId, levels, repetition }) => {
        const isFirst = at === 0 && repetition === 1
        const warnings = [
          ...(isFirst && levels.queue_depth === 1
            ? [invalidates('not-steady', 'It never became steady.')]
            : []),
          ...(isFirst && levels.queue_depth === 4
            ? [qualifies('short-runtime', 'It ran for a second.')]
            : []),
        ]
        const depth = Number(levels.queue_depth)
        return [runId, { ...sampleResult(1000 * depth * (1 + 0.01 * repetition)), warnings }] as const
      }),
    )
    made.cards.saveDevice(
      { name: configuration, card: { promises, soldBytes: 1e12, price: { amount: 100, currency: 'EUR' } } },
      undefined,
    )
    return id
  })
  return { made, ids }
}

const sides = {
  baseline: [{ key: 'configuration', value: 'Drive B' }],
  candidates: [[{ key: 'configuration', value: 'Drive A' }]],
}
const figure = (made: ReviewReader, kind: FigureKind, more: Partial<FigureSettings> = {}) =>
  figureOfReview(made, { kind, campaignIds: [], metric: 'iops', ...more } as FigureSettings)
const compared = {
  comparison: { ...sides, metric: 'iops', factors: ['configuration'], acceptance: 'two drives' },
}
const textsOf = (of: ReturnType<typeof figure>) => {
  const { rows } = printedTable(of.printed ?? figureTable(of))
  const points = of.series.flatMap((one) =>
    one.points.flatMap(({ reservations = '', facts = [] }) => [reservations, ...facts]),
  )
  const ticks = (of.x.ticks ?? []).map(({ label }) => label)
  return [of.caption, ...of.notes.map(({ text }) => text), ...points, ...ticks, ...[...rows].flat()].join(
    '\n',
  )
}
const dataOf = (of: ReturnType<typeof figure>) => {
  const table = figureTable(of)
  return { csv: [...tableToCsv(table)].join(''), json: [...tableToJson(table)].join('') }
}

it.each<[FigureKind, Partial<FigureSettings>]>([
  ['mix-sweep', { xKey: 'queue_depth' }],
  ['scaling', {}],
  ['latency-throughput', {}],
  ['ranking', {}],
  ['price', {}],
  ['specification', {}],
  ['comparison', compared],
  ['percent-difference', compared],
  ['comparison-table', compared],
  ['results-table', {}],
])('the figure %s names an invalid and a qualified run, on the page and in its data', (kind, more) => {
  const drawn = figure(reserved().made, kind, more)
  const { csv, json } = dataOf(drawn)
  for (const text of [textsOf(drawn), csv, json]) {
    expect(text).toContain('not steady')
    expect(text).toContain('short runtime')
  }
  expect(csv.split('\r\n')[0]).toContain('reservations')
})

it('summary, draft, card and table of measurements name them', () => {
  const { made, ids } = reserved()
  const [first = 0] = ids
  const detail = made.campaign(first)
  if (detail === undefined) throw new Error('There is no campaign.')
  const cases = casesOfCampaign(made, detail)
  const card = resultCard(detail, casesOfCampaign(made, detail, true))
  const reservedRuns = made.reservedRuns(first)
  const table = tidyTable([...made.rows({})], [], { reserved: reservedRuns })
  const rows = comparisonRows(made.compare(compared.comparison))
  for (const text of [
    campaignSentences(detail, cases).join(' '),
    card.tiles.map(({ label }) => label).join('\n'),
    [...tableToCsv(table)].join(''),
    [...tableToCsv(rows)].join(''),
  ]) {
    expect(text).toContain('not steady')
    expect(text).toContain('short runtime')
  }
})

it('no verdict rests on an invalid run, and its mark is grey', () => {
  const { made } = reserved()
  const { candidates } = made.compare(compared.comparison)
  const verdicts = candidates[0]?.cells.map(({ levels, comparison }) => [
    levels.queue_depth,
    comparison.verdict,
  ])
  expect(verdicts).toContainEqual([1, 'not_valid'])
  expect(verdicts?.filter(([, verdict]) => verdict === 'not_valid')).toHaveLength(1)
  const points = figure(made, 'mix-sweep', { xKey: 'queue_depth' }).series.flatMap((one) => one.points)
  expect(points.filter(({ isInvalid }) => isInvalid === true).map(({ x }) => x)).toEqual([1])
})
