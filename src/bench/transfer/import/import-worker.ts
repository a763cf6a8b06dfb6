import { parentPort } from 'node:worker_threads'
import { readSource, type ReadSource } from './read-source'
import type { AskedPiece, ReadPiece } from './source-readers'

/** Entry of a worker thread of `source-readers.ts`: reads the files of each message and answers with what they hold. */
let turn = Promise.resolve()
parentPort?.on('message', ({ place, files, takesText }: AskedPiece) => {
  // One piece after the other: what is read ahead stays small.
  turn = turn.then(async () => {
    const read: ReadSource[] = []
    for (const file of files) read.push(await readSource(file, takesText))
    parentPort?.postMessage({ place, read } satisfies ReadPiece)
  })
})
