import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'

/** Far more than any plan or list of cases. */
const mostBytes = 64 * 1024 ** 2

/**
 * Text of a file or pipe that a person named, in UTF-8. A device or pipe has no known size and may be
 * endless, so no more than 64 MiB are read. Waits for a pipe without a writer until `signal` is aborted.
 * Throws the system's error, or one that reports that the file is larger or the wait was cancelled.
 */
export async function readTextFile(path: string, signal?: AbortSignal): Promise<string> {
  // Without O_NONBLOCK, opening a pipe blocks the whole process until its other end is opened.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const text = new LimitedText(path)
  if (fstatSync(file).isFIFO()) {
    const pipe = new Socket({ fd: file, readable: true, writable: false, signal: signal ?? neverAborted })
    try {
      for await (const piece of pipe) if (Buffer.isBuffer(piece)) text.add(piece)
    } catch (error) {
      throw signal?.aborted === true ? new Error('waiting for its content was given up') : error
    } finally {
      pipe.destroy()
    }
    return text.whole()
  }
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(1024 ** 2)
      const read = readSync(file, piece)
      if (read === 0) return text.whole()
      text.add(piece.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
}

const neverAborted = new AbortController().signal

class LimitedText {
  readonly #pieces: Buffer[] = []
  #bytes = 0

  constructor(readonly path: string) {}

  add(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > mostBytes) throw new Error(`${this.path} is larger than 64 MiB`)
    this.#pieces.push(piece)
  }

  whole(): string {
    return Buffer.concat(this.#pieces).toString('utf8')
  }
}
