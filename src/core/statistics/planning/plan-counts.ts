/** A file at least this many times the memory keeps the page cache from serving it. */
export const leastFileToMemory = 2

/** Whether a file is large enough against the memory of the host; both in the same unit. */
export function fileToMemory(fileSize: number, memorySize: number): { ratio: number; ok: boolean } {
  if (!(memorySize > 0)) throw new RangeError(`A memory size is above 0, got ${memorySize}`)
  const ratio = fileSize / memorySize
  return { ratio, ok: ratio >= leastFileToMemory }
}

/** Number of combinations of independent axes, by their numbers of levels. */
export function cellCount(...levels: readonly number[]): number {
  return levels.reduce((product, count) => product * count, 1)
}
