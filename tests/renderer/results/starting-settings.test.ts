import { describe, expect, it } from 'vitest'
import {
  fittedTo,
  startingSettings,
  togetherWith,
} from '../../../src/renderer/views/results/controls/starting-settings'
import type { Axis, LevelValue } from '../../../src/core/plan/plan'
import { changedSettings, type FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import type { CampaignChoices } from '../../../src/renderer/views/results/controls/use-campaign-choices'
import { campaign } from '../review/campaign-fixture'

/** A bench with a campaign that varies `axes` and has numbers of one metric only. */
function benchWith(axes: readonly Axis[], only: string | undefined) {
  const quantities = only === undefined ? [] : [{ test: 'write', direction: 'total', metric: only }]
  const request = () => Promise.resolve({ engine: 'fio', plan: { axes }, quantities })
  return { request } as unknown as Parameters<typeof startingSettings>[0]
}

describe('the figure a campaign opens with', () => {
  it.each([
    ['iops', 'iops'],
    ['new_order_rate', 'new_order_rate'],
    ['bandwidth', 'bandwidth'],
    ['latency_p95', 'latency_p95'],
    [undefined, 'bandwidth'],
  ])('shows %s if that is what there is', async (only, metric) => {
    const bench = benchWith([{ key: 'dedupe_percent', levels: [98, 2] }], only)
    expect(await startingSettings(bench, campaign({ id: 4 }), [])).toEqual({
      ...{ kind: 'compressibility', xKey: 'dedupe_percent', campaignIds: [4], metric },
    })
  })

  it('is a sweep over the one existing level, rather than over a missing mix', async () => {
    const bench = benchWith([{ key: 'jobs', levels: [64] }], 'bandwidth')
    expect(await startingSettings(bench, campaign(), [])).toMatchObject({ kind: 'mix-sweep', xKey: 'jobs' })
  })
})

describe('other campaigns for a figure', () => {
  const axis = (key: string, ...levels: LevelValue[]) => ({
    ...{ key, label: key },
    levels: levels.map((value) => ({ value, label: String(value) })),
  })
  const total = (metric: string) => ({ test: 'random-mix', direction: 'total', metric }) as const
  const mix: FigureSettings = {
    ...{ kind: 'mix-sweep', campaignIds: [1], metric: 'bandwidth', unit: 'MB/s', xKey: 'read_percent' },
    ...{ seriesKey: 'block_size', fixed: { queue_depth: 64, test: 'random-mix' }, title: 'Mix' },
  }
  const records = { recorded: [], hasRounds: false }
  const nothingRecorded = { campaigns: [], scorecards: [], recorded: { runIds: [], quantities: [] } }
  const asked = (
    choices: Omit<CampaignChoices, 'measured' | 'recorded' | 'campaigns' | 'scorecards'> &
      Partial<CampaignChoices>,
    settings: FigureSettings = mix,
    ids: readonly number[] = [2],
  ) => changedSettings(settings, fittedTo(ids, { ...nothingRecorded, ...choices, measured: [] }, settings))

  it('keep what they have', () => {
    const axes = [axis('block_size', 4096), axis('read_percent', 100, 0), axis('queue_depth', 64, 1)]
    expect(asked({ axes, quantities: [total('bandwidth')], records })).toEqual({ ...mix, campaignIds: [2] })
  })

  it('bring their own axes and metric if they lack the chosen ones', () => {
    const axes = [axis('block_size', 4096, 65536), axis('queue_depth', 1, 2, 4)]
    expect(asked({ axes, quantities: [total('iops')], records })).toEqual({
      ...{ kind: 'mix-sweep', campaignIds: [2], metric: 'iops', unit: undefined, directions: undefined },
      ...{ xKey: 'queue_depth', seriesKey: 'block_size', fixed: { test: 'random-mix' }, title: 'Mix' },
    })
  })

  it('recognise levels of data content, and leave that kind of figure for others', () => {
    const content = asked({
      axes: [axis('dedupe_percent', 98, 2)],
      quantities: [total('bandwidth')],
      records,
    })
    expect(content).toMatchObject({ kind: 'compressibility', xKey: 'dedupe_percent' })
    expect(
      asked({ axes: [axis('jobs', 1, 2)], quantities: [total('bandwidth')], records }, content),
    ).toMatchObject({
      kind: 'mix-sweep',
      xKey: 'jobs',
    })
  })

  it('keep runs, panels and times of a figure over time as far as they have them', () => {
    const overTime: FigureSettings = {
      ...{ kind: 'time-series', campaignIds: [1], metric: 'bandwidth', runIds: [3, 9], warmUpSeconds: 3600 },
      ...{ panels: ['cpu/cpu_iowait', 'engine/iops'], xKey: 'bytes_written' },
    }
    const choices = {
      axes: [axis('jobs', 1, 2)],
      quantities: [total('bandwidth')],
      records: { recorded: ['iops'], hasRounds: false },
      recorded: { runIds: [8, 9], quantities: [{ source: 'engine', metric: 'iops', unit: 'IOPS' }] },
    } as const
    expect(asked(choices, overTime)).toEqual({
      ...overTime,
      ...{ campaignIds: [2], runIds: [9], panels: ['engine/iops'], fixed: {} },
    })
    const others = { ...choices, recorded: { ...choices.recorded, runIds: [12] } }
    expect(asked(others, overTime).runIds).toBeUndefined()
    expect(asked(choices, { ...overTime, panels: [] }).panels).toEqual([])
  })

  it('have lines by campaign only if there are several', () => {
    const choices = { axes: [axis('read_percent', 100, 0)], quantities: [total('bandwidth')], records }
    const byCampaign: FigureSettings = { ...mix, seriesKey: 'campaign' }
    expect(asked(choices, byCampaign, [1, 2]).seriesKey).toBe('campaign')
    expect(asked(choices, byCampaign, [1]).seriesKey).toBeUndefined()
  })
})

describe('printed campaigns', () => {
  it('of one table are together, measured ones alone', () => {
    const printed = (id: number, name: string) => campaign({ id, name, source: 'published' })
    const all = [
      printed(3, 'Cards'),
      campaign({ id: 2, name: 'Cards' }),
      printed(1, 'Cards'),
      printed(4, 'Other'),
    ]
    expect(togetherWith(printed(3, 'Cards'), all)).toEqual([1, 3])
    expect(togetherWith(campaign({ id: 2, name: 'Cards' }), all)).toEqual([2])
  })
})
