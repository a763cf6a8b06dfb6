import type { Plan, Workload } from './plan'

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2
const fillKeys = ['fill_percent', 'reserved_percent']

/**
 * The key by which a plan sets the capacity in use during its runs, an axis before a fixed value; undefined for plans
 * that do not change how full the target is.
 */
export function fillKeyOf({ axes, base }: Pick<Plan, 'axes' | 'base'>): string | undefined {
  return (
    axes.find(({ key }) => fillKeys.includes(key))?.key ?? fillKeys.find((key) => Object.hasOwn(base, key))
  )
}

/** Space that a run needs free besides its data file; with less, it is refused. */
export const headroomBytes = 16 * 1024 * 1024

/** Space that stays free on a file system: 1 GiB, or 5 % of a small one. */
export function reserveBytes(totalBytes: number | undefined): number {
  return Math.min(gibibyte, (totalBytes ?? Infinity) * 0.05)
}

/** Percent of the capacity in use while a case is measured; undefined if unchanged. */
export function usedPercentOf(workload: Workload): number | undefined {
  const { fill_percent: fill, reserved_percent: reserved } = workload
  if (typeof fill !== 'number' && typeof reserved !== 'number') return undefined
  return (
    ((typeof fill === 'number' ? fill : 100) * (100 - (typeof reserved === 'number' ? reserved : 0))) / 100
  )
}

/** Bytes in use on a file system at a level; never more than leaves the reserve free. */
export function usedBytesAt(usedPercent: number, totalBytes: number): number {
  return Math.min((usedPercent / 100) * totalBytes, totalBytes - reserveBytes(totalBytes))
}

/** Bytes at the start of a raw device that hold data at a level, in whole MiB. */
export function filledBytesAt(usedPercent: number, deviceBytes: number): number {
  return Math.floor((usedPercent / 100) * (deviceBytes / mebibyte)) * mebibyte
}
