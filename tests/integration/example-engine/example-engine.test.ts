import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualMetric } from '../../../src/bench/figures/drawable-kinds'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { addEngine } from '../../../src/core/engines/registry'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { LabCampaigns } from '../ssh/lab-campaigns'
import { exampleEngine } from './example-engine'
import { examplePlan } from './example-plan'
import { startAnyway } from '../../bench/runner/start-anyway'

let remove: () => void
beforeAll(() => {
  remove = addEngine(exampleEngine)
})
afterAll(() => remove())

/** Its own metric is in the columns of the grid and comes first in figures and comparisons. */
function expectHeadlines(store: ReviewWriter, campaignId: number): void {
  const found = store.runs(campaignId)
  const { headline } = store.runColumns(campaignId, 0, found.length).columns
  expect(Object.keys(headline)).toEqual(['new_order_rate', 'iops'])
  const rates = found.map(({ levels }) => Number(levels.rate))
  expect([...(headline.new_order_rate ?? [])]).toEqual(rates.map((rate) => rate + 2))
  expect([...(headline.iops ?? [])]).toEqual(rates.map((rate) => rate / 60))
  expect(found[0]?.headline).toEqual({ new_order_rate: (rates[0] ?? 0) + 2, iops: (rates[0] ?? 0) / 60 })
  expect(usualMetric(store, [campaignId])).toBe('new_order_rate')
  const { suggestion } = store.comparisonChoices()
  if (!suggestion) throw new Error('There is nothing to compare.')
  const { families } = store.compare({ baseline: suggestion.baseline, candidates: [suggestion.candidate] })
  expect(families.map(({ metric }) => metric)).toEqual(['new_order_rate'])
}

/** Its series is in a figure over time and in its exports. */
async function expectFigure(store: ReviewWriter, campaignId: number): Promise<void> {
  const [run] = store.runs(campaignId)
  const runIds = run ? [run.id] : []
  const figure = figureOfReview(store, {
    kind: 'time-series',
    campaignIds: [],
    runIds,
    metric: 'new_order_rate',
    binSeconds: 0.1,
  })
  const rate = Number(run?.levels.rate)
  const [line] = figure.series
  expect(line?.columns && 'y' in line.columns ? Array.from(line.columns.y ?? []) : []).toEqual(
    [1, 2, 3].map((second) => rate + second),
  )
  const svg = new TextDecoder().decode(await exportFigure(figure, { format: 'svg' }))
  expect(svg).toContain('<svg')
  const csv = new TextDecoder().decode(await exportFigure(figure, { format: 'csv' }))
  expect(csv).toContain(String(rate + 2))
}

/** Every run measured with a service that was reset, all outputs stored, no processes or files left. */
async function expectWhole(store: ReviewWriter, campaignId: number, runs: string): Promise<void> {
  const found = store.runs(campaignId)
  expect(found.map((run) => run.failure?.text ?? run.state)).toEqual(['done', 'done', 'done', 'done'])
  for (const { id, levels } of found) {
    const text = (name: string) => new TextDecoder().decode(store.rawOutput(id, name))
    expect(text('result.txt')).toBe(`rate ${String(levels.rate)} after 1\n`)
    expect(text('intervals.txt').split('\n')).toHaveLength(4)
    expect(text('samples.txt')).toBe('sample 1\nended\n')
    const rate = store.run(id)?.measurements.find(({ metric }) => metric === 'new_order_rate')
    expect(rate?.value).toBe(Number(levels.rate) + 2)
  }
  expectHeadlines(store, campaignId)
  await expectFigure(store, campaignId)
  await noneLeft(runs)
  expect(readdirSync(runs)).toEqual([])
}

it('runs locally: service, steps, sidecar, outputs and its own metric', async () => {
  const shop = new FioWorkshop()
  try {
    const campaignId = await shop.start(examplePlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    await expectWhole(shop.store, campaignId, shop.runs)
  } finally {
    await shop.close()
  }
})

it('runs on a host over SSH without another line of code', async () => {
  const lab = new LabCampaigns()
  try {
    await lab.serve()
    lab.openRunner()
    const plan = examplePlan('lab')
    lab.store.savePlan(plan)
    const { campaignId } = await lab.runner.start(plan.id, '', startAnyway)
    expect(await lab.runner.ended(campaignId)).toBe('done')
    await expectWhole(lab.store, campaignId, lab.shop.runs)
  } finally {
    await lab.close()
  }
})
