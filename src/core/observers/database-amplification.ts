import { scalarsOf, seriesOf, type Observation, type Scalar, type Series } from '../results/observation'

/**
 * Bytes written by the drive per byte that InnoDB wrote to its data files and its log during the measured part.
 * MariaDB counts the two separately. Undefined if the server counted nothing, or no drive was observed. Of several
 * drives the first counts: the others are below it.
 */
export function databaseAmplification(observations: readonly Observation[]): Scalar | undefined {
  const scalars = scalarsOf(observations)
  const valueOf = (metric: string) => scalars.find((one) => one.metric === metric)?.value
  const [data, log, seconds] = [
    valueOf('database_write_bandwidth'),
    valueOf('database_log_bandwidth'),
    valueOf('runtime'),
  ]
  const drive = seriesOf(observations).find(
    ({ source, metric, direction }) => source === 'disk' && metric === 'bandwidth' && direction === 'write',
  )
  if (data === undefined || log === undefined || seconds === undefined || drive === undefined)
    return undefined
  const ofDatabase = (data + log) * seconds
  if (!(ofDatabase > 0)) return undefined
  return {
    ...{ kind: 'scalar', source: 'engine', test: scalars[0]?.test ?? drive.test, direction: 'total' },
    ...{ metric: 'database_write_amplification', unit: 'ratio' },
    value: bytesWithin(drive, seconds) / ofDatabase,
  }
}

/** Bytes moved from 0 to `end`: each value applies to the interval that ends at its time. */
function bytesWithin({ seconds, values, intervalSeconds }: Series, end: number): number {
  let sum = 0
  for (let at = 0; at < seconds.length; at++) {
    const to = seconds[at] ?? 0
    // A gap in the samples says nothing about what was written during it.
    const from = Math.max(seconds[at - 1] ?? -Infinity, to - 1.5 * intervalSeconds)
    sum += (values[at] ?? 0) * Math.max(0, Math.min(to, end) - Math.max(from, 0))
  }
  return sum
}
