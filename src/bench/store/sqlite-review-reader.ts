import type { Connection } from './file/connection'
import { copyWithoutBin } from './merge/copy-without-bin'
import { lendConnection } from './file/lend-connection'
import type { OpenFile } from './file/open-file'
import { checkReview } from './integrity/check-review'
import { backwardRuns } from './integrity/check-runs'
import { takeCampaigns, type TakeOptions } from './merge/take-campaigns'
import { reviewReads } from './review-reads'

/** An open results file, read or copied as a whole by the thread that opened it. */
export function reviewReader({ connection, readOnlyReason, cleanUp }: OpenFile) {
  return {
    ...reviewReads(connection, {
      readOnlyReason,
      copyTo: (to) => connection.guard(() => copyWithoutBin(connection, to)),
    }),
    /** Verifies SQLite's own check and every stored checksum; the schema was checked on opening. Each finding is one sentence. */
    check: () => checkReview(connection),

    /** Runs that finish before they start by their stored times; no damage. */
    backwardRuns: () => backwardRuns(connection),
    /** Used by `takeCampaigns` of another file: copies campaigns of this file into that one. */
    giveCampaigns: (into: Connection, options?: TakeOptions) => takeCampaigns(connection, into, options),
    /** Lends the file to a thread, which makes `reviewReads` of it; see lend-connection.ts. */
    lend() {
      const { loan, end } = lendConnection(connection)
      return { lent: { loan, facts: { readOnlyReason } }, end }
    },
    close(): void {
      connection.close()
      cleanUp()
    },
  }
}
