import { findTableContradiction } from './check-table'
import { findThroughputContradiction } from './check-throughput'
import type { IozoneDocument } from './iozone-document'
import { OutputError, type OutputProblem } from './lines'

/** Where a complete output contradicts itself; undefined if all repeated numbers agree. */
export function findContradiction(document: IozoneDocument, source: string): OutputProblem | undefined {
  const found = document.layout ? findTableContradiction(document) : findThroughputContradiction(document)
  return found && new OutputError(found.id, found.text, found.at).toProblem(source)
}
