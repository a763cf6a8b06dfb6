import { readFile } from 'node:fs/promises'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures What failed, each with the first line of its reason.
 * @property {string[]} retried What passed, but not at the first try, each with the reason.
 */

/**
 * Reads what tally-reporter.mjs wrote; a missing report counts as one failure.
 *
 * @param {string} path
 * @returns {Promise<Tally>}
 */
export async function readTally(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? failure(`${path}: no report`) : JSON.parse(text)
}

/** One failure outside tests. @param {string} what @returns {Tally} */
export const failure = (what) => ({ passed: 0, failed: 1, skipped: 0, failures: [what], retried: [] })

/** @param {Tally[]} tallies @returns {Tally} */
export const sum = (tallies) =>
  tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
      failures: [...total.failures, ...each.failures],
      retried: [...total.retried, ...each.retried],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] },
  )

/** Failures and retries, one line each, for the end of a long output; empty if everything passed. */
export const closingLines = ({ failures, retried }) => [
  ...retried.map((each) => `needed another try: ${each}`),
  ...failures.map((each) => `✗ ${each}`),
]

/** The plain closing line of a whole check. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
