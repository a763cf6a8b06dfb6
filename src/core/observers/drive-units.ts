import type { Series } from '../results/observation'

/**
 * The unit of a counter that a drive keeps of what it moved in its life, such as the attribute `Total_LBAs_Written`: sectors
 * on some drives, 32 MiB on others, and no standard says. It is known only where it was compared with what the kernel
 * counted between the same two readings.
 */

/** How far a drive's counter advanced during a run, and the bytes that the kernel counted meanwhile. */
export interface CountedMove {
  readonly units: number
  readonly bytes: number
}

/** The units that drives count in: sectors of 512 B and 4 KiB, 64 KiB, 1 MiB, 32 MiB, 1 GiB and 1 GB. */
const knownUnits = [512, 4096, 65_536, 2 ** 20, 2 ** 25, 1e9, 2 ** 30] as const
/** The bytes of a counter and those of the kernel may differ by this share. */
const mostDifference = 0.03
/** A reading is whole units: so many of them for each run make it exact to one percent. */
const leastUnits = 100

/**
 * How far the counter of a drive advanced between the first and the last reading of a run, in one direction, and what the
 * kernel counted between them; undefined without two readings and a recorded disk. `series` are those of one drive.
 */
export function countedMove(
  series: readonly Pick<Series, 'source' | 'metric' | 'intervalSeconds' | 'seconds' | 'values'>[],
): CountedMove | undefined {
  const counter = series.find(({ source, metric }) => source === 'smart' && metric === 'drive_units')
  const rates = series.find(({ source, metric }) => source === 'disk' && metric === 'bandwidth')
  const [from, to] = [counter?.seconds[0], counter?.seconds.at(-1)]
  if (!counter || !rates || from === undefined || to === undefined || to <= from) return undefined
  const units = (counter.values.at(-1) ?? NaN) - (counter.values[0] ?? NaN)
  let bytes = 0
  rates.seconds.forEach((at, place) => {
    const before = rates.seconds[place - 1] ?? at - rates.intervalSeconds
    if (at > from && at <= to) bytes += (rates.values[place] ?? 0) * (at - before)
  })
  return units >= 0 ? { units, bytes } : undefined
}

/**
 * Bytes of one unit of a drive's counter, from all runs of a campaign together: the one known unit with which the counter
 * agrees within 3 % with the kernel. Undefined if none does, or if the runs moved too little to tell.
 */
export function bytesPerUnit(moves: readonly CountedMove[]): number | undefined {
  const units = moves.reduce((sum, one) => sum + one.units, 0)
  const bytes = moves.reduce((sum, one) => sum + one.bytes, 0)
  if (moves.length === 0 || units < leastUnits * moves.length) return undefined
  return knownUnits.find((unit) => Math.abs(units * unit - bytes) <= mostDifference * bytes)
}
