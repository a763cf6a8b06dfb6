import { describe, expect, it } from 'vitest'
import { figureOfReview } from '../../../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { Audit, patience } from '../audited'
import { timeFamilies } from '../families'
import { rawCampaigns } from '../raw-facts'
import { type TimeAsked, type TimeFacts, timeIsWrong } from './check-over-time'
import { seriesWorlds } from './series-worlds'

const said = new Audit()

const usual: readonly Partial<FigureSettings>[] = [
  {},
  { warmUpSeconds: 20 },
  { warmUpSeconds: 1e5 },
  { binSeconds: 1e5 },
  { fixed: { block_size: 3 } },
]
const asked: Readonly<Record<string, readonly Partial<FigureSettings>[]>> = {
  'time-series': [
    ...usual,
    { binSeconds: 1 },
    { lines: 'mean' },
    { xKey: 'bytes_written' },
    { xKey: 'drive_writes' },
    { panels: ['temperature/temperature'] },
    { panels: [], metric: 'completion_latency_p99' },
  ],
  consistency: [...usual, { metric: 'completion_latency_mean' }, { metric: 'completion_latency_p99' }],
  'heat-map': usual,
  'processor-split': usual,
  'drive-mix': [
    {},
    { statistic: 'median' },
    { showDots: false },
    { showIntervals: false },
    { metric: 'bandwidth' },
  ],
  'steady-state': [{}, { fixed: { block_size: 3 } }],
  'whole-drive': [{}, { xKey: 'drive_writes' }, { xKey: 'time' }, { binSeconds: 2 }],
}

// The tests build on what the first has collected.
describe('what figures over time say', { timeout: patience }, () => {
  it('is said by templates', () => {
    for (const [name, make] of Object.entries(seriesWorlds)) {
      const { review } = make()
      const campaigns = rawCampaigns(review)
      const runIds = campaigns.flatMap(({ runs }) => runs.map(({ id }) => id))
      const series = new Map(runIds.map((id) => [id, review.series(id)] as const))
      for (const [kind, all] of Object.entries(asked))
        for (const one of all) {
          const settings = { kind, campaignIds: [], metric: 'iops', ...one } as FigureSettings
          const figure = figureOfReview(review, settings)
          const facts: TimeFacts = { series, campaigns, figure, asked: settings as TimeAsked }
          // Small print without its last lines, which all figures have.
          const own =
            kind === 'steady-state'
              ? figure.smallPrint.slice(0, 1)
              : kind === 'whole-drive'
                ? figure.smallPrint.filter((line) => line.endsWith('.'))
                : []
          for (const text of [
            ...own,
            figure.caption,
            ...figure.notes.flatMap(({ text: told, advice = [] }) => [told, advice].flat()),
          ])
            said.add(
              `${name}, ${kind} ${JSON.stringify(one)}`,
              text,
              () => (each) => timeIsWrong(each, facts),
              timeFamilies,
            )
        }
    }
    expect(said.unread).toEqual([])
  })

  it('is true of the series of the runs', () => {
    expect(said.false()).toEqual([])
  })

  it('has an example of every template', () => {
    expect(said.unseen(timeFamilies)).toEqual([])
  })

  it('would be found wrong with any other name, number, unit or word in it', () => {
    // What all figures say is audited elsewhere.
    expect(said.undetected().filter((slot) => !/^(look|reserved)-/.test(slot))).toEqual([])
  })
})
