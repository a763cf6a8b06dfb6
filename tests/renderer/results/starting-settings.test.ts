import { describe, expect, it } from 'vitest'
import { startingSettings, togetherWith } from '../../../src/renderer/views/results/starting-settings'
import type { FigureSettings } from '../../../src/core/figures/figure'
import type { Axis } from '../../../src/core/plan/plan'
import { campaign } from '../review/campaign-fixture'

/** A bench whose campaign varies `axes` and has numbers of one metric only. */
function benchWith(axes: readonly Axis[], only: string | undefined) {
  const request = (name: string, asked: { readonly settings?: FigureSettings }) =>
    Promise.resolve(
      name === 'campaign.get' ? { plan: { axes } } : { series: asked.settings?.metric === only ? [{}] : [] },
    )
  return { request } as unknown as Parameters<typeof startingSettings>[0]
}

describe('the figure a campaign opens with', () => {
  it.each([
    ['iops', 'iops'],
    ['new_order_rate', 'new_order_rate'],
    ['bandwidth', 'bandwidth'],
    [undefined, 'bandwidth'],
  ])('shows %s where that is what there is', async (only, metric) => {
    const bench = benchWith([{ key: 'dedupe_percent', levels: [98, 2] }], only)
    expect(await startingSettings(bench, campaign({ id: 4 }), [])).toEqual({
      ...{ kind: 'compressibility', xKey: 'dedupe_percent', campaignIds: [4], metric },
    })
  })

  it('is a sweep over the one level there is, rather than over a mix there is not', async () => {
    const bench = benchWith([{ key: 'jobs', levels: [64] }], 'bandwidth')
    expect(await startingSettings(bench, campaign(), [])).toMatchObject({ kind: 'mix-sweep', xKey: 'jobs' })
  })
})

describe('printed campaigns', () => {
  it('of one table stand together, measured ones alone', () => {
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
