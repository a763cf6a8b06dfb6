import { formatBytes, formatExactBytes } from '../units/bytes'

const gibibyte = 1024 ** 3

/** The printed reviews used 16 GB on a machine with 8 GB. */
const printedBytes = 16 * gibibyte

export interface FileSize {
  readonly bytes: number
  /** Why it is this size, as one sentence for the person. */
  readonly reason: string
}

/** A file size that the page cache cannot hold: twice the memory in whole GiB. Without a known memory that of the printed reviews. */
export function fileSizeByMemory(memoryBytes: number | undefined): FileSize {
  if (memoryBytes === undefined || !(memoryBytes > 0)) {
    return {
      bytes: printedBytes,
      reason: `File size: ${formatExactBytes(printedBytes)} as in the printed reviews; make it twice the memory of the machine, so that reads come from the drive and not from the page cache.`,
    }
  }
  const bytes = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    bytes,
    reason: `File size: ${formatExactBytes(bytes)}, twice the memory of ${formatBytes(memoryBytes)}, so that reads come from the drive and not from the page cache.`,
  }
}
