import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readAsked, type Asked, type ReadSource } from './read-source'

/**
 * Files per message: enough that messages cost little compared to reading and that their files share most objects, few
 * enough that the threads end together.
 */
const pieceLength = 16
/** Pieces that a thread reads ahead of the one being stored. */
const piecesAhead = 2
/** Reading fewer files than this takes less time than starting threads. */
const fewFiles = 64

/**
 * Reads files in worker threads, and returns them in the order of the files. Without the built worker (in
 * unit tests), or if a thread breaks, the files are read in this thread, one after the other.
 */
export async function* readSources(
  asked: readonly Asked[],
  takesText: boolean,
  script = join(__dirname, 'import-worker.js'),
): AsyncGenerator<ReadSource> {
  const isWorthThreads = asked.length > fewFiles && existsSync(script)
  const readers = isWorthThreads ? startReaders(script) : []
  const pieces = piecesOf(asked)
  const reading: Promise<readonly ReadSource[]>[] = []
  try {
    for (let at = 0; at < pieces.length; at += 1) {
      const begun = Math.min(pieces.length, at + Math.max(1, readers.length * piecesAhead))
      while (reading.length < begun) {
        const place = reading.length
        const piece = { place, asked: pieces[place] ?? [], takesText }
        reading.push(readers[place % readers.length]?.read(piece) ?? readHere(piece))
      }
      const read = await reading[at]
      // A piece that was handed on must not stay in memory.
      reading[at] = Promise.resolve([])
      yield* read ?? []
    }
  } finally {
    for (const reader of readers) reader.end()
  }
}

function piecesOf(files: readonly Asked[]): readonly (readonly Asked[])[] {
  const count = Math.ceil(files.length / pieceLength)
  return Array.from({ length: count }, (_, at) => files.slice(at * pieceLength, (at + 1) * pieceLength))
}

/** One after the other, so that signals and requests get a turn between the files. */
async function readHere({ asked, takesText }: AskedPiece): Promise<readonly ReadSource[]> {
  const read: ReadSource[] = []
  for (const one of asked) {
    read.push(readAsked(one, takesText))
    await setImmediate()
  }
  return read
}

function startReaders(script: string): readonly Reader[] {
  return Array.from({ length: Math.min(4, availableParallelism()) }, () => new Reader(script))
}

/** Message to a thread. */
export interface AskedPiece {
  readonly place: number
  readonly asked: readonly Asked[]
  readonly takesText: boolean
}

/** Its answer. */
export interface ReadPiece {
  readonly place: number
  readonly read: readonly ReadSource[]
}

interface Waiting {
  readonly asked: AskedPiece
  readonly resolve: (read: readonly ReadSource[] | Promise<readonly ReadSource[]>) => void
}

/** One thread. */
class Reader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #isBroken = false
  #hasEnded = false

  constructor(script: string) {
    // Parsing creates much garbage at once; a larger young generation saves time collecting it.
    this.#worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 24 } })
    this.#worker.on('message', ({ place, read }: ReadPiece) => {
      this.#waiting.get(place)?.resolve(read)
      this.#waiting.delete(place)
    })
    for (const end of ['error', 'messageerror', 'exit']) this.#worker.on(end, () => this.#breakOff())
  }

  read(asked: AskedPiece): Promise<readonly ReadSource[]> {
    if (this.#isBroken) return readHere(asked)
    return new Promise((resolve) => {
      this.#waiting.set(asked.place, { asked, resolve })
      this.#worker.postMessage(asked)
    })
  }

  end(): void {
    this.#hasEnded = true
    void this.#worker.terminate()
  }

  /** Reads in this thread what the worker did not answer. */
  #breakOff(): void {
    this.#isBroken = true
    for (const { asked, resolve } of this.#waiting.values()) resolve(this.#hasEnded ? [] : readHere(asked))
    this.#waiting.clear()
  }
}
