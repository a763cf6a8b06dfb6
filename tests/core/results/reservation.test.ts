import { expect, it } from 'vitest'
import * as v from 'valibot'
import { invalidates, note, qualifies, reservationsShape } from '../../../src/core/results/reservation'

const read = (stored: unknown) => v.parse(reservationsShape, stored)

it('reads what was stored with its class', () => {
  const stored = [invalidates('not-steady', 'a'), qualifies('short-runtime', 'b'), note('any', 'c')]
  expect(read(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
})

it('gives what was stored before there were classes the one that it has today', () => {
  expect(
    read([
      { id: 'not-steady', text: 'fio' },
      { id: 'unsteady', text: 'TKperf' },
      { id: 'quickie', text: 'ezFIO' },
      { id: 'jobs-together', text: 'beside' },
      { id: 'unreported-by-host', text: 'no sensor' },
    ]),
  ).toEqual([
    invalidates('not-steady', 'fio'),
    invalidates('not-steady', 'TKperf'),
    invalidates('quickie', 'ezFIO'),
    qualifies('jobs-together', 'beside'),
    note('unreported-by-host', 'no sensor'),
  ])
})

it('does not lose one of an unknown id without a class', () => {
  expect(read([{ id: 'of-another-program', text: 'x' }])).toEqual([qualifies('of-another-program', 'x')])
})
