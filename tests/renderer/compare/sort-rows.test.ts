import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortedPlaces } from '../../../src/renderer/views/compare/table/table-rows'

const keys = fc.array(
  fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constantFrom(NaN, 0, -0, Infinity, -Infinity)),
)

it.each([false, true])(
  'sorts as the stable sort of the language does, NaN last (descending: %s)',
  (descending) => {
    const sign = descending ? -1 : 1
    fc.assert(
      fc.property(keys, (values) => {
        const places = values.map((_, place) => place)
        const key = (place: number) => values[place] ?? NaN
        const present = places.filter((place) => !Number.isNaN(key(place)))
        const absent = places.filter((place) => Number.isNaN(key(place)))
        const compare = (a: number, b: number) => (key(a) === key(b) ? 0 : sign * (key(a) < key(b) ? -1 : 1))
        const expected = [...present.sort(compare), ...absent]
        expect([...sortedPlaces(Float64Array.from(values), descending)]).toEqual(expected)
      }),
    )
  },
)

it('leaves the keys unchanged', () => {
  const given = Float64Array.of(3, 1, 2)
  expect([...sortedPlaces(given, true)]).toEqual([0, 2, 1])
  expect([...given]).toEqual([3, 1, 2])
})
