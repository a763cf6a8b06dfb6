import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import type { Series } from '../../../../src/core/results/observation'

const cases = v.parse(
  v.object({
    cases: v.array(v.object({ id: v.string(), inputs: v.looseObject({}), expected: v.looseObject({}) })),
  }),
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/statistics/stat-cases.json'), 'utf8')),
).cases

/** A case of the reference answers by its id: the numbers it gives under one of these names, and the expected ones. */
export function statCase(id: string, name: string) {
  const found = cases.find((one) => one.id === id)
  return {
    values: v.parse(v.array(v.number()), found?.inputs[name]),
    expected: v.parse(numbers, found?.expected),
  }
}

const numbers = v.record(
  v.string(),
  v.union([
    v.number(),
    v.boolean(),
    v.array(v.number()),
    v.string(),
    v.null(),
    v.record(v.string(), v.number()),
  ]),
)

/** A series of the engine with one value per interval, each at the end of its interval. */
export function seriesOf(values: readonly number[], own: Partial<Series> = {}): Series {
  const { intervalSeconds = 1 } = own
  return {
    ...{ kind: 'series', source: 'engine', test: 'random-write', direction: 'write' },
    ...{ metric: 'iops', unit: 'IOPS', startedAtMs: 1_700_000_000_000, intervalSeconds },
    seconds: Float64Array.from(values, (_, at) => (at + 1) * intervalSeconds),
    values: Float64Array.from(values),
    ...own,
  }
}

export function runOf(series: readonly Series[], own: Partial<RecordedRun> = {}): RecordedRun {
  const levels = { block_size: 4096 }
  return {
    id: 7,
    campaignId: 1,
    caseKey: 'block_size=4096',
    levels,
    parameters: levels,
    repetition: 1,
    hasHistograms: series.some(({ binsNs }) => binsNs !== undefined),
    series: () => series,
    ...own,
  }
}
