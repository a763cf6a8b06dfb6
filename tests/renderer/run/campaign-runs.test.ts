import { expect, it } from 'vitest'
import {
  countStates,
  hasRunLeftOnHost,
  isWarned,
  lastDone,
  numberAt,
  positionEffect,
  rangesOf,
  stateAt,
} from '../../../src/renderer/views/run/campaign-runs'
import { layOutRuns } from '../../../src/renderer/views/run/grid/grid-layout'
import { columnsOf } from './run-columns-fixture'

const runs = columnsOf([
  { phase: 'layout', repetition: 0, finishedAtMs: 99 },
  {
    caseIndex: 2,
    finishedAtMs: 20,
    headline: { iops: 300 },
    warnings: [{ class: 'qualifies', id: 'a', text: 'b' }],
  },
  { caseIndex: 0, state: 'failed' },
  { caseIndex: 2, repetition: 2, finishedAtMs: 30, headline: { iops: 100 } },
  { caseIndex: 0, repetition: 3, state: 'waiting' },
])

it('counts measured runs by state, in the order in which the states occur', () => {
  expect([...countStates(runs)]).toEqual([
    ['done', 2],
    ['failed', 1],
    ['waiting', 1],
  ])
})

it('finds the measured run that was done last, and the range of a number', () => {
  expect(lastDone(runs)).toBe(3)
  expect(lastDone(columnsOf([{ state: 'waiting' }]))).toBe(-1)
  expect(rangesOf(runs).get('iops')).toEqual({ lowest: 100, highest: 300 })
  expect(numberAt(runs.headline.iops, 1)).toBe(300)
  expect(numberAt(runs.headline.iops, 2)).toBeUndefined()
  expect(numberAt(runs.headline.iops, 9)).toBeUndefined()
})

it('knows the state and the remarks of a run', () => {
  expect(stateAt(runs, 2)).toBe('failed')
  expect([isWarned(runs, 1), isWarned(runs, 3)]).toEqual([true, false])
  expect(hasRunLeftOnHost(runs)).toBe(false)
  const failure = { id: 'host-given-up', text: 'Its host was given up.' }
  expect(hasRunLeftOnHost(columnsOf([{ state: 'interrupted', failure }]))).toBe(true)
  expect(hasRunLeftOnHost(columnsOf([{ state: 'waiting', failure }]))).toBe(false)
})

it('arranges cases as rows by their first run and repetitions as columns', () => {
  const layout = layOutRuns(runs)
  expect([layout.rows, layout.columns]).toEqual([2, 3])
  expect([...layout.firstRuns]).toEqual([1, 2])
  expect([...layout.cells]).toEqual([1, 3, -1, 2, -1, 4])
  expect(layOutRuns(columnsOf([]))).toMatchObject({ rows: 0, columns: 0 })
})

it('reports that runs became slower over a campaign, and nothing for runs that only scatter', () => {
  const runsOf = (iops: (place: number) => number) =>
    columnsOf(
      Array.from({ length: 20 }, (_, place) => ({
        caseIndex: place % 2,
        // The cases differ far more than the drift: only changes within them count.
        headline: { iops: (place % 2 === 0 ? 100 : 9000) * iops(place) },
      })),
    )
  const falling = positionEffect(runsOf((place) => 1 - place / 100))
  expect(falling?.headline).toBe('iops')
  expect(falling?.p).toBeLessThan(1e-6)
  expect(falling?.rho).toBeCloseTo(-1)
  expect(positionEffect(runsOf((place) => 1 + ((7 * place) % 5) / 100))).toBeUndefined()
  expect(positionEffect(columnsOf([]))).toBeUndefined()
})
