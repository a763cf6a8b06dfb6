import { closeSync, openSync, readSync } from 'node:fs'

/** Far more than any plan or list of cases. */
const mostBytes = 64 * 1024 ** 2

/**
 * Text of a file or pipe that a person named, in UTF-8. A device or pipe tells no size beforehand and may have no end, so no
 * more than 64 MiB are read. Throws the system's error, or one that says that the file is larger.
 */
export function readTextFile(path: string): string {
  const file = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let bytes = 0; ;) {
      const piece = Buffer.allocUnsafe(1024 ** 2)
      const read = readSync(file, piece)
      if (read === 0) return Buffer.concat(pieces).toString('utf8')
      bytes += read
      if (bytes > mostBytes) throw new Error(`${path} is larger than 64 MiB`)
      pieces.push(piece.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
}
