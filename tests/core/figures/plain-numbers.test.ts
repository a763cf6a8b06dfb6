import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TidyRow } from '../../../src/core/results/run'
import { metrics } from '../../../src/core/results/metrics'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { row } from './mix-rows'
import { buildMixSweep } from './figures-of-rows'

/** Every number anywhere in a value, with its path. */
function numbersOf(value: unknown, path = '$'): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => numbersOf(inner, `${path}.${key}`))
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

const anyValue = fc.oneof(
  fc.double({ min: 0, max: 1e13, noNaN: true }),
  fc.constantFrom(0, -0, 1e-12, Number.MIN_VALUE, 5e-324, 1e100, -3.5),
)

const anyRow: fc.Arbitrary<TidyRow> = fc
  .record({
    runId: fc.integer({ min: 1, max: 40 }),
    campaignId: fc.constantFrom(1, 2),
    direction: fc.constantFrom('total' as const, 'read' as const, 'write' as const),
    value: anyValue,
    read_percent: fc.constantFrom(100, 75, 50, 0),
    block_size: fc.constantFrom(512, 4096),
  })
  .map(({ read_percent, block_size, ...rest }) => row({ ...rest, levels: { read_percent, block_size } }))

const anySettings: fc.Arbitrary<FigureSettings> = fc.record({
  kind: fc.constant('mix-sweep' as const),
  campaignIds: fc.constantFrom([], [1]),
  metric: fc.constantFrom(...metrics.map((metric) => metric.id)),
  statistic: fc.constantFrom('mean' as const, 'median' as const),
  yFromZero: fc.boolean(),
  yScale: fc.constantFrom('linear' as const, 'log' as const),
})

describe('a figure of any rows', () => {
  it('contains no NaN, no infinity and no negative zero, in numbers and in words', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), anySettings, (rows, settings) => {
        const own = rows.map((one) => ({ ...one, metric: settings.metric }))
        const figure = buildMixSweep(own, settings, { campaigns: [] })
        for (const [path, value] of numbersOf(figure)) {
          expect(Number.isFinite(value), `${path} is ${value}`).toBe(true)
          expect(Object.is(value, -0), `${path} is -0`).toBe(false)
        }
        for (const text of textsOf(figure)) {
          expect(text).not.toMatch(/NaN|Infinity|undefined|[-−]0(\.0+)?(?![\d.])/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
