import { readFile } from 'node:fs/promises'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Counts the tests in a report of vitest's JSON reporter. A file that could not even be loaded holds no test and
 * counts as one failure; so does a missing report.
 *
 * @param {string} path
 * @returns {Promise<Tally>}
 */
export async function tallyReport(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? { passed: 0, failed: 1, skipped: 0 } : tally(JSON.parse(text))
}

/** @returns {Tally} */
export function tally(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {Tally[]} tallies @returns {Tally} */
export const sum = (tallies) =>
  tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** The plain closing line of a whole check. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
