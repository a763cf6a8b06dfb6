import { expect, it } from 'vitest'
import {
  campaignNames,
  figureNames,
  namesApart,
  planNames,
} from '../../../src/renderer/components/names-apart'
import { campaign } from '../review/campaign-fixture'

const called = (...marks: readonly string[][]) => [
  ...namesApart(marks.map((own, id) => ({ id, name: 'Mix', marks: own }))).values(),
]

it('leaves a unique name alone', () => {
  const things = [
    { id: 1, name: 'A', marks: ['x'] },
    { id: 2, name: 'B', marks: ['x'] },
  ]
  expect([...namesApart(things).values()]).toEqual(['A', 'B'])
})

it('adds the first mark that distinguishes all items with one name', () => {
  expect(called(['nvme0n1', 'lab'], ['nvme0n1', 'attic'])).toEqual(['Mix · lab', 'Mix · attic'])
  expect(called(['a', '1'], ['b', '2'], ['b', '3'])).toEqual(['Mix · 1', 'Mix · 2', 'Mix · 3'])
  expect(called([''], ['b'])).toEqual(['Mix (1)', 'Mix (2)'])
})

it('treats names that differ in blanks or case alone as the same', () => {
  const things = ['Mix', ' mix', 'MIX'].map((name, id) => ({ id, name, marks: [] }))
  expect(new Set(namesApart(things).values()).size).toBe(3)
})

it('distinguishes campaigns whatever they share, and plans too', () => {
  const all = [
    campaign({ id: 1 }),
    campaign({ id: 2 }),
    campaign({ id: 3, configuration: 'kernel 6.18' }),
    campaign({ id: 4, configuration: 'kernel 6.18', device: 'WD SN850X (nvme1n1)' }),
  ]
  const names = [...campaignNames(all).values()]
  expect(new Set(names).size).toBe(4)
  expect(names.slice(0, 2)).toEqual(['Samsung 990 PRO (1)', 'Samsung 990 PRO (2)'])
  expect(names[3]).toBe('WD SN850X')
  expect([
    ...planNames([
      { id: 'a', name: 'Mix' },
      { id: 'b', name: 'Mix' },
    ]).values(),
  ]).toEqual(['Mix (1)', 'Mix (2)'])
})

it('distinguishes campaigns of one configuration by their plans, without what these have in common', () => {
  const plans = ['Full drive review: Mix', 'Full drive review: Queue depth', 'Full drive review: Mix']
  const all = plans.map((name, id) => campaign({ id, name, configuration: 'firmware A' }))
  expect([...campaignNames(all.slice(0, 2)).values()]).toEqual(['Mix', 'Queue depth'])
  expect([...campaignNames(all).values()]).toEqual(['Mix (1)', 'Queue depth', 'Mix (2)'])
})

it('distinguishes saved figures of one name by their position', () => {
  const all = ['Mix', 'Scaling', 'Mix'].map((name, id) => ({ id, name }))
  expect([...figureNames(all)]).toEqual([
    [0, 'Mix (1)'],
    [2, 'Mix (2)'],
    [1, 'Scaling'],
  ])
})
