import { describe, expect, it } from 'vitest'
import { figureChangeLabel } from '../../../src/renderer/components/figure-change-label'

const before = {
  kind: 'mix-sweep',
  campaignIds: [1],
  metric: 'iops',
  unit: 'IOPS',
  xKey: 'read_percent',
} as const

describe('what a change of a figure is called where it is undone', () => {
  it.each([
    [{ metric: 'bandwidth' }, 'change metric'],
    [{ campaignIds: [1, 2] }, 'choose campaigns'],
    [{ title: 'Reads' }, 'edit title'],
    [{ yScale: 'log' }, 'change scale'],
    [{ hiddenSeries: ['a'] }, 'show or hide series'],
    // Those of one kind are called as their field is.
    [{ facet: 'block_size' }, 'change panels'],
    [{ secondMetric: 'latency_mean' }, 'change second panel'],
  ])('%j: %s', (change, label) => {
    expect(figureChangeLabel('mix-sweep', before, { ...before, ...change })).toBe(label)
  })

  it('is what was chosen, not what follows from it', () => {
    const metric = { ...before, metric: 'latency_mean', unit: undefined, directions: ['read'] }
    expect(figureChangeLabel('mix-sweep', before, metric)).toBe('change metric')
    const kind = { ...metric, kind: 'heat-map', xKey: 'block_size' }
    expect(figureChangeLabel('heat-map', before, kind)).toBe('change kind of figure')
  })

  it('is nothing for the same settings', () => {
    expect(figureChangeLabel('mix-sweep', before, { ...before, campaignIds: [1], title: undefined })).toBe(
      undefined,
    )
  })
})
