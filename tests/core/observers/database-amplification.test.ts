import { expect, test } from 'vitest'
import { databaseAmplification } from '../../../src/core/observers/database-amplification'
import type { Observation } from '../../../src/core/results/observation'
import { seriesOf } from '../figures/over-time/recorded-runs'

const scalar = (metric: string, value: number): Observation => ({
  ...{ kind: 'scalar', source: 'engine', test: 'oltp-read-write', direction: 'total', metric },
  ...{ unit: metric === 'runtime' ? 's' : 'B/s', value },
})
const server = [
  scalar('database_write_bandwidth', 100),
  scalar('database_log_bandwidth', 50),
  scalar('runtime', 4),
]
const drive = (values: readonly number[], seconds: readonly number[], device = 'vda') =>
  seriesOf(values, {
    ...{ source: 'disk', metric: 'bandwidth', direction: 'write', unit: 'B/s', device },
    seconds: Float64Array.from(seconds),
  })

test("is the drive's writes against data and log, in the measured part alone", () => {
  // 2 s before it, 4 s of 300 B/s, half an interval of them after its end.
  const observations = [...server, drive([9999, 300, 300, 300, 300, 600], [0, 1, 2, 3, 3.5, 4.5])]
  expect(databaseAmplification(observations)).toMatchObject({
    ...{ metric: 'database_write_amplification', unit: 'ratio', test: 'oltp-read-write' },
    value: (300 * 3.5 + 600 * 0.5) / (4 * 150),
  })
})

test('counts the first of several drives, and no pause', () => {
  const observations = [...server, drive([150, 150], [1, 4]), drive([1e9], [1], 'sdb')]
  expect(databaseAmplification(observations)?.value).toBeCloseTo((150 + 1.5 * 150) / 600, 12)
})

test('is absent if the server or the drive reported nothing', () => {
  expect(databaseAmplification(server)).toBeUndefined()
  expect(databaseAmplification([drive([1], [1])])).toBeUndefined()
  const idle = server.map((one) => (one.kind === 'scalar' && one.unit === 'B/s' ? { ...one, value: 0 } : one))
  expect(databaseAmplification([...idle, drive([1], [1])])).toBeUndefined()
})
