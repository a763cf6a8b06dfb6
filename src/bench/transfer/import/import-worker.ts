import { parentPort } from 'node:worker_threads'
import { contentBytes } from '../../store/compressed'
import { readSource, type ReadSource } from './read-source'
import type { AskedPiece, ReadPiece } from './source-readers'

/** Entry of a worker thread of `source-readers.ts`: reads the files of each message and answers with what they hold. */
parentPort?.on('message', ({ place, files, takesText }: AskedPiece) => {
  const { read, content } = gatherContent(files.map((file) => readSource(file, takesText)))
  parentPort?.postMessage({ place, read } satisfies ReadPiece, [content])
})

/** The results with all their bytes in one buffer, which changes threads without being copied. */
function gatherContent(read: readonly ReadSource[]): { read: readonly ReadSource[]; content: ArrayBuffer } {
  let length = 0
  for (const one of read)
    withContent(one, (part) => {
      length += part.length
      return part
    })
  const content = new ArrayBuffer(length)
  let place = 0
  const move = (part: Uint8Array): Uint8Array => {
    const view = new Uint8Array(content, place, part.length)
    view.set(part)
    place += part.length
    return view
  }
  return { read: read.map((one) => withContent(one, move)), content }
}

function withContent(read: ReadSource, change: (part: Uint8Array) => Uint8Array): ReadSource {
  if (read.kind !== 'output' && read.kind !== 'table') return read
  const content = change(contentBytes(read.source.content))
  if (read.kind === 'table') return { ...read, source: { ...read.source, content } }
  const runs = read.output.runs.map((run) => ({
    ...run,
    observations: run.observations.map((one) =>
      one.kind === 'histogram' ? { ...one, content: change(contentBytes(one.content)) } : one,
    ),
  }))
  return { ...read, source: { ...read.source, content }, output: { ...read.output, runs } }
}
