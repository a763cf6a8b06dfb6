import type { ImportReport, ImportRequests } from '../../core/contract/import-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { importFiles } from '../transfer/import/import-files'
import type { ImportOptions } from '../transfer/import/import-options'
import { importTable } from '../transfer/import/import-table'
import type { ImportProgress } from '../transfer/import/read-imports'
import type { BenchAnswers } from './answers'
import type { Session } from './session'

/** Requests that take results of others into the review. */
export const importAnswers: BenchAnswers<keyof ImportRequests> = {
  'import.table': (session, given) => importTable(session.writer(), given),
  'import.cancel': (session) => {
    session.importing?.abort()
    return null
  },
}

/** Ten a second are enough for the eye. */
const tellEveryMs = 100

/** Takes files into the review; the windows are told how far it is, and `import.cancel` ends it with nothing taken. */
export async function importForWindow(
  session: Session,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  if (session.importing)
    throw new RequestFailure({
      id: 'importing',
      message: 'An import is under way.',
      remedy: 'Wait for its end, or cancel it.',
    })
  const importing = new AbortController()
  session.importing = importing
  let toldAtMs = -Infinity
  const onProgress = (progress: ImportProgress) => {
    const now = performance.now()
    if (now - toldAtMs < tellEveryMs) return
    toldAtMs = now
    session.tell({ type: 'import-progress', ...progress })
  }
  try {
    return await importFiles(session.writer(), paths, options, { signal: importing.signal, onProgress })
  } finally {
    session.importing = undefined
  }
}
