import { expect, test } from 'vitest'
import { changedSettings, type FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { createLookAside } from '../../../../src/renderer/components/look/look-aside'

const marked: FigureSettings = {
  ...{ kind: 'mix-sweep', campaignIds: [1], metric: 'bandwidth', title: 'Mixes', yMax: 2e9 },
  annotations: [{ text: 'Cache is full', x: 0.5, y: 0.2 }],
  movedLabels: { 'all/total@50': { dx: 1, dy: 0 } },
  references: [{ value: 1e9, label: 'SATA' }],
}

test('notes and lines are kept aside until the kind they were made for comes back', () => {
  const aside = createLookAside()
  const ranking = aside.settle(marked, changedSettings(marked, { kind: 'ranking' }))
  expect(ranking).toMatchObject({ kind: 'ranking', title: 'Mixes' })
  for (const part of ['annotations', 'movedLabels', 'references', 'yMax'] as const)
    expect(ranking[part]).toBeUndefined()
  const noted = { ...ranking, annotations: [{ text: 'The winner', x: 0.1, y: 0.1 }] }
  const back = aside.settle(noted, changedSettings(noted, { kind: 'mix-sweep' }))
  expect(back).toEqual(marked)
  expect(aside.settle(back, changedSettings(back, { kind: 'ranking' })).annotations).toEqual(
    noted.annotations,
  )
  aside.clear()
  expect(aside.settle(noted, changedSettings(noted, { kind: 'mix-sweep' })).annotations).toBeUndefined()
})

test('reference lines stay on an axis of the same quantity, and leave it with the quantity', () => {
  const aside = createLookAside()
  const scaling = aside.settle(marked, changedSettings(marked, { kind: 'scaling' }))
  expect(scaling.references).toEqual(marked.references)
  expect(scaling.annotations).toBeUndefined()
  const latency = aside.settle(marked, changedSettings(marked, { metric: 'latency_mean' }))
  expect([latency.references, latency.yMax, latency.annotations]).toEqual([
    ...[undefined, undefined, marked.annotations],
  ])
  expect(aside.settle(latency, changedSettings(latency, { metric: 'bandwidth' }))).toEqual(marked)
  // A scaling figure has no latency on its axis: it shows a rate instead.
  expect(aside.settle(latency, changedSettings(latency, { kind: 'scaling' })).references).toBeUndefined()
})
