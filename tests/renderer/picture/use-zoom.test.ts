import { effectScope, nextTick, shallowRef } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { timeSeries } from '../../../src/core/figures/over-time/time-series'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { useZoom } from '../../../src/renderer/components/picture/use-zoom'
import { runOf, seriesOf } from '../../core/figures/over-time/recorded-runs'

const figureOf = (title: string): Figure => ({
  ...timeSeries.build(
    { runs: [runOf([seriesOf(Array.from({ length: 100 }, (_, at) => at))])] },
    { kind: 'time-series', campaignIds: [], metric: 'iops' },
    { campaigns: [] },
  ),
  title,
})

let scope = effectScope()
afterEach(() => {
  scope.stop()
  scope = effectScope()
})

function zoomOf() {
  const asked: { from: number; to: number; answer: () => void }[] = []
  const request = (_name: string, { from = 0, to = 0 }: { from?: number; to?: number }) =>
    new Promise((resolve) =>
      asked.push({
        ...{ from, to },
        answer: () =>
          resolve({ unit: 'IOPS', seconds: Float64Array.of(from, to), values: Float64Array.of(1, 1) }),
      }),
    )
  const figure = shallowRef(figureOf('one'))
  const failure = vi.fn()
  // The bench of this test knows one request.
  const bench = { request } as unknown as Parameters<typeof useZoom>[2]
  const zoom = scope.run(() =>
    useZoom(
      () => figure.value,
      () => 500,
      bench,
      { failure },
    ),
  )
  if (!zoom) throw new Error('There is no zoom.')
  return { zoom, asked, figure }
}

test('the newest section is read next, and those skipped in between are not read', async () => {
  const { zoom, asked } = zoomOf()
  zoom.select(0.2, 0.4)
  await nextTick()
  zoom.pan(1)
  zoom.pan(1)
  await nextTick()
  expect(asked.map(({ from, to }) => [from, to])).toEqual([[10, 50]])
  asked[0]?.answer()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toMatchObject({ from: 50, to: 90 })
  asked[1]?.answer()
  await vi.waitFor(() => expect(zoom.shown.value.x).toMatchObject({ min: 60, max: 80 }))
})

test('it never leaves the run, and all of it is shown again by zooming out or by a reset', async () => {
  const { zoom, figure } = zoomOf()
  zoom.select(0.9, 1)
  zoom.pan(5)
  expect(zoom.stretch.value).toEqual({ from: 90, to: 100 })
  zoom.scale(0.5, 1)
  expect(zoom.stretch.value).toEqual({ from: 95, to: 100 })
  zoom.scale(1000)
  expect(zoom.stretch.value).toBeUndefined()
  zoom.select(0.5, 0.6)
  zoom.reset()
  await vi.waitFor(() => expect(zoom.shown.value).toBe(figure.value))
})

test('a restyled figure stays zoomed, and one that was left while values came is not shown', async () => {
  const { zoom, asked, figure } = zoomOf()
  zoom.select(0.5, 0.6)
  await nextTick()
  figure.value = figureOf('other')
  asked[0]?.answer()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(zoom.shown.value.title).toBe('one')
  asked[1]?.answer()
  await vi.waitFor(() => expect(zoom.shown.value).toMatchObject({ title: 'other', x: { min: 50, max: 60 } }))
})
