import { expect, it } from 'vitest'
import { figureNames, namesApart, planNames } from '../../../../src/renderer/composables/review/names-apart'

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

it('tells plans of one name apart', () => {
  const plans = ['a', 'b'].map((id) => ({ id, name: 'Mix' }))
  expect([...planNames(plans).values()]).toEqual(['Mix (1)', 'Mix (2)'])
})

it('distinguishes saved figures of one name by their position', () => {
  const all = ['Mix', 'Scaling', 'Mix'].map((name, id) => ({ id, name }))
  expect([...figureNames(all)]).toEqual([
    [0, 'Mix (1)'],
    [2, 'Mix (2)'],
    [1, 'Scaling'],
  ])
})
