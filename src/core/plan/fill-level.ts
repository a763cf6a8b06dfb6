import type { Workload } from './plan'

const gibibyte = 1024 ** 3

/** Space that stays free on a file system: 1 GiB, on small ones 5 % of it. */
export function reserveBytes(totalBytes: number | undefined): number {
  return Math.min(gibibyte, (totalBytes ?? Infinity) * 0.05)
}

/** Percent of the capacity that is in use while a case is measured; undefined where that is left as it is. */
export function usedPercentOf(workload: Workload): number | undefined {
  const { fill_percent: fill, reserved_percent: reserved } = workload
  if (typeof fill !== 'number' && typeof reserved !== 'number') return undefined
  return (
    ((typeof fill === 'number' ? fill : 100) * (100 - (typeof reserved === 'number' ? reserved : 0))) / 100
  )
}

/** Bytes in use on a file system at a level; at most what leaves its own reserve. */
export function usedBytesAt(usedPercent: number, totalBytes: number): number {
  return Math.min((usedPercent / 100) * totalBytes, totalBytes - reserveBytes(totalBytes))
}
