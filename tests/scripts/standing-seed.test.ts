import { expect, it } from 'vitest'
import { standingSeed } from '../standing-seed'

const day = 86_400_000

it('the long form of a proof has a seed of its own each day, and a given seed counts', () => {
  const now = Date.UTC(2026, 10, 28, 12)
  expect(standingSeed(undefined, false, now)).toBe(20261122)
  expect(standingSeed('7', true, now)).toBe(7)
  const seeds = Array.from({ length: 4000 }, (_, days) => standingSeed(undefined, true, now + days * day))
  expect(standingSeed(undefined, true, now + day / 4)).toBe(seeds[0])
  const sorted = [...seeds].sort((one, other) => one - other)
  const gaps = sorted.slice(1).map((seed, at) => seed - (sorted[at] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(10_000)
  expect(sorted.every((seed) => Number.isInteger(seed) && seed > 0 && seed < 2 ** 31)).toBe(true)
})
