import type { ReviewReader } from '../../../src/bench/store/review-store'
import { reportByEye, tableByEye, type SeenNumbers } from '../../core/engines/iozone/read-by-eye'

/** One number of a run as IOzone printed it: in its table or in the report after it. */
export interface PrintedNumber {
  readonly runId: number
  readonly place: 'table' | 'report'
  /** `test file record`, sizes in KiB. */
  readonly key: string
  readonly printed: number
  /** The number that the results file holds for it, in the printed unit; undefined if it holds none. */
  readonly stored: number | undefined
}

/**
 * Every number in the raw outputs of a campaign's finished runs with the stored one. `factor`: base units in a printed
 * one.
 */
export function printedNumbers(
  review: ReviewReader,
  campaignId: number,
  metric = 'bandwidth',
  factor = 1024,
): readonly PrintedNumber[] {
  return review
    .runs(campaignId)
    .filter((run) => run.state === 'done')
    .flatMap(({ id }) => {
      const run = review.run(id)
      const text = new TextDecoder().decode(review.rawOutput(id, 'output.txt'))
      const stored: ReadonlyMap<string, number> = new Map(
        (run?.measurements ?? [])
          .filter((row) => row.metric === metric && row.direction === 'total')
          .map((row) => {
            const kib = (key: string) => String(Number(row.levels[key]) / 1024)
            return [`${row.test} ${kib('file_size')} ${kib('block_size')}`, row.value / factor] as const
          }),
      )
      const beside = (place: PrintedNumber['place'], seen: SeenNumbers): readonly PrintedNumber[] =>
        [...seen].map(([key, printed]) => ({ runId: id, place, key, printed, stored: stored.get(key) }))
      return [...beside('table', tableByEye(text, run?.argv ?? [])), ...beside('report', reportByEye(text))]
    })
}
