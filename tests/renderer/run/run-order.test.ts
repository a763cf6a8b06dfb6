import { expect, it } from 'vitest'
import { orderRuns, type RunChoice } from '../../../src/renderer/views/run/table/run-order'
import { columnsOf } from './run-columns-fixture'

/** Runs to the end; returns the number of steps it took. */
function goThrough(choice: RunChoice): { readonly order: readonly number[]; readonly steps: number } {
  const work = orderRuns(choice)
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return { order: [...step.value], steps }
  }
}

const orderOfRuns = (columns: RunChoice['columns'], state: RunChoice['state'], sort: RunChoice['sort']) =>
  goThrough({ columns, state, sort }).order

const runs = columnsOf([
  { headline: { iops: 5e6 } },
  { headline: { iops: 0 }, state: 'failed' },
  { startedAtMs: 1000, finishedAtMs: 61_000 },
  { headline: { iops: 0.25 } },
  { headline: { iops: 5e6 }, startedAtMs: 1000, finishedAtMs: 31_000 },
])

it('keeps execution order if no other is requested', () => {
  expect([...orderOfRuns(runs, 'all', undefined)]).toEqual([0, 1, 2, 3, 4])
  expect([...orderOfRuns(runs, 'done', undefined)]).toEqual([0, 2, 3, 4])
  expect([...orderOfRuns(runs, 'all', { key: 'position', descending: true })]).toEqual([4, 3, 2, 1, 0])
})

it('sorts by a number, runs without one as smallest and equal ones in execution order', () => {
  expect([...orderOfRuns(runs, 'all', { key: 'iops', descending: false })]).toEqual([2, 1, 3, 0, 4])
  expect([...orderOfRuns(runs, 'all', { key: 'iops', descending: true })]).toEqual([0, 4, 3, 1, 2])
  expect([...orderOfRuns(runs, 'done', { key: 'took', descending: true })]).toEqual([2, 4, 0, 3])
})

it('sorts thousands as a pairwise comparison would', () => {
  const many = columnsOf(
    Array.from({ length: 3000 }, (_, i) => ({ headline: { latency_mean: ((i * 7919) % 1009) * 1000.5 } })),
  )
  const latency = many.headline.latency_mean ?? []
  const expected = [...many.id.keys()].sort((a, b) => (latency[a] ?? 0) - (latency[b] ?? 0))
  expect([...orderOfRuns(many, 'all', { key: 'latency_mean', descending: false })]).toEqual(expected)
})

it('takes more steps for more runs, so that none of them takes long', () => {
  const iops = Array.from({ length: 50_000 }, (_, i) => ({ headline: { iops: (i * 7919) % 50_000 } }))
  const many = columnsOf(iops)
  const { order, steps } = goThrough({
    columns: many,
    state: 'all',
    sort: { key: 'iops', descending: true },
  })
  expect(order.map((place) => many.headline.iops?.[place])).toEqual(order.map((_, at) => 49_999 - at))
  expect(steps).toBeGreaterThan(goThrough({ columns: runs, state: 'all', sort: undefined }).steps * 10)
})
