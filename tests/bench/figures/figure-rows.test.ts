import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { usualMetric } from '../../../src/bench/figures/drawable-kinds'
import { figureMetrics } from '../../../src/core/figures/kinds/build-figure'
import { campaignProvenance } from '../../../src/core/figures/figure/campaign-provenance'
import { withNames } from '../../../src/core/figures/figure/provenance'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { metrics, usualMetrics } from '../../../src/core/results/metrics'
import type { FigureKind, FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { newReview, ofEngine, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'
import { buildFigure, measuredCasesOf } from '../../core/figures/figures-of-rows'

const kinds: readonly FigureKind[] = ['mix-sweep', 'compressibility', 'compressibility-bars']

/** The figure built from every measurement, one row each. */
function fromAllRows(review: ReviewReader, settings: FigureSettings): Figure {
  const ids = settings.campaignIds.length > 0 ? settings.campaignIds : review.campaigns().map(({ id }) => id)
  const left = new Set(review.excludedRuns().map(({ runId }) => runId))
  const rows = [...review.rows({ campaignIds: ids, metrics: figureMetrics(settings) })]
  const { campaigns } = withNames({
    campaigns: ids.flatMap((id) => review.campaignOrigin(id) ?? []).map((one) => campaignProvenance(one)),
  })
  return buildFigure(
    rows.filter(({ runId }) => !left.has(runId)),
    settings,
    { campaigns },
    review.published(ids),
  )
}

/** Every kind and metric of all campaigns and of each one, and each axis on x and as lines. */
function everySetting(review: ReviewReader): readonly FigureSettings[] {
  const campaigns = review.campaigns()
  const own = metrics.filter(({ id }) =>
    campaigns.some((one) => review.measuredQuantities(one.id).some(({ metric }) => metric === id)),
  )
  const keys = new Set(
    campaigns.flatMap(({ id }) => {
      const facts = review.campaignFacts(id)
      return [...(facts?.plan.axes ?? []), ...(facts?.sweptAxes ?? [])].map(({ key }) => key)
    }),
  )
  const sets = [[], ...campaigns.slice(0, 3).map(({ id }) => [id])]
  const plain = sets.flatMap((campaignIds) =>
    (own.length > 0 ? own : metrics.slice(0, 1)).flatMap(({ id: metric }) =>
      kinds.map((kind): FigureSettings => ({ kind, campaignIds, metric })),
    ),
  )
  const first = own[0]?.id ?? 'bandwidth'
  const byAxis = [...keys].flatMap((xKey): FigureSettings[] => [
    { kind: 'mix-sweep', campaignIds: [], metric: first, xKey, statistic: 'median' },
    { kind: 'mix-sweep', campaignIds: [], metric: first, seriesKey: xKey },
  ])
  return [...plain, ...byAxis]
}

function expectSame(review: ReviewReader, settings: FigureSettings): void {
  const { caption: allCaption, ...all } = fromAllRows(review, settings)
  const { caption, ...figure } = figureOfReview(review, settings)
  expect(figure).toEqual(all)
  expect(caption.startsWith(allCaption)).toBe(true)
}

const samples = join(__dirname, '../../../resources/samples')

describe('a figure that reads only what it shows equals the one built from every measurement', () => {
  it.each(readdirSync(samples).filter((name) => name.endsWith('.benchwright')))('in %s', (name) => {
    const review = openReview(join(samples, name), { mode: 'read' })
    try {
      for (const settings of everySetting(review)) expectSame(review, settings)
    } finally {
      review.close()
    }
  })

  it('with runs of several quantities, numbers that runs swept, excluded runs, and open ones', () => {
    const review = newReview()
    for (const configuration of ['firmware A', 'firmware B']) {
      const campaignId = review.createCampaign(sampleCampaign(samplePlan, configuration))
      const runs = review.runs(campaignId).filter(({ phase }) => phase === 'measure')
      runs.slice(0, -1).forEach(({ id }, at) => {
        const result = sampleResult(1000 + 7 * at)
        const swept = [4096, 65536].map((size) => ({
          ...({ ...ofEngine, test: 'write', direction: 'write', metric: 'iops', unit: 'IOPS' } as const),
          value: 10 * at + size,
          levels: { block_size: size, dedupe_percent: 50 },
        }))
        // Every third run has other quantities than its case's others.
        const observations = at % 3 === 0 ? swept : [...result.observations, ...(at % 2 === 0 ? swept : [])]
        review.finishRuns([[id, { ...result, observations }]])
      })
      review.excludeRun(runs[1]?.id ?? 0, 'noise')
    }
    const settings = everySetting(review)
    expect(settings.length).toBeGreaterThan(20)
    for (const one of settings) expectSame(review, one)
    for (const test of ['random-mix', 'write'])
      expectSame(review, { kind: 'compressibility', campaignIds: [], metric: 'iops', fixed: { test } })
    review.close()
  })
})

it('the cases of a figure hold every number once, in the order of their first runs', () => {
  const review = openReview(join(samples, 'fio-read-write-mix.benchwright'), { mode: 'read' })
  const ids = review.campaigns().map(({ id }) => id)
  const { cases, size } = review.figureColumns(ids, ['iops'])
  const all = [...review.rows({ metrics: ['iops'] })]
  expect(cases).toEqual(measuredCasesOf(all))
  expect(size).toBe(all.length)
  review.close()
})

it('the usual metric is the first one with a finished run', () => {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  expect(usualMetric(review, [])).toBe(usualMetrics[0])
  const [, run, other] = review.runs(campaignId)
  const number = {
    ...ofEngine,
    test: 'mix',
    direction: 'total',
    metric: 'bandwidth',
    unit: 'B/s',
    value: 1,
  } as const
  review.finishRuns([[other?.id ?? 0, { ...sampleResult(), state: 'failed', observations: [number] }]])
  expect(review.measuredQuantities(campaignId)).toEqual([])
  review.finishRuns([
    [
      run?.id ?? 0,
      {
        ...sampleResult(),
        observations: [{ ...number, metric: 'iops', unit: 'IOPS', levels: { block_size: 4096 } }],
      },
    ],
  ])
  expect(usualMetric(review, [])).toBe('iops')
  review.close()
})
