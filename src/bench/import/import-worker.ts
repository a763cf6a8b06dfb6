import { parentPort } from 'node:worker_threads'
import { contentBytes, type HeldContent } from '../store/file/compressed'
import type { SourceFile } from '../store/tables/campaigns/imported-campaign'
import { readAsked, type ReadSource } from './read-source'
import type { AskedPiece, ReadPiece } from './source-readers'

/**
 * Entry of a worker thread of `source-readers.ts`: reads the files of each message and answers with their
 * contents.
 */
parentPort?.on('message', ({ place, asked, takesText }: AskedPiece) => {
  const { read, content } = gatherContent(asked.map((one) => readAsked(one, takesText)))
  parentPort?.postMessage({ place, read } satisfies ReadPiece, [content])
})

// A message that cannot be read, for want of memory, would never be answered: it ends the thread.
parentPort?.on('messageerror', (error) => {
  throw error
})

/** The results with all their bytes in one buffer, which is transferred between threads without copying. */
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

function withContent(read: ReadSource, move: (part: Uint8Array) => Uint8Array): ReadSource {
  const change = (content: HeldContent) => move(contentBytes(content))
  const ofFile = (file: SourceFile): SourceFile => ({ ...file, content: change(file.content) })
  if (read.kind === 'logs') {
    const series = read.logs.series.map((one) => ({
      ...one,
      seconds: change(one.seconds),
      values: change(one.values),
      ...(one.binsNs && { binsNs: change(one.binsNs) }),
    }))
    return { ...read, logs: { ...read.logs, series, sources: read.logs.sources.map(ofFile) } }
  }
  if (read.kind !== 'output' && read.kind !== 'table') return read
  const content = change(read.source.content)
  if (read.kind === 'table') return { ...read, source: { ...read.source, content } }
  const outputs = read.outputs.map((output) => ({
    ...output,
    runs: output.runs.map((run) => ({
      ...run,
      observations: run.observations.map((one) =>
        one.kind === 'histogram' ? { ...one, content: change(one.content) } : one,
      ),
    })),
  }))
  return { ...read, source: { ...read.source, content }, outputs }
}
