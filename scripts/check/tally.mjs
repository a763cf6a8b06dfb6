import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot } from '../setup/paths.mjs'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures What failed, each with the first line of its reason.
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
  return text === undefined ? failure(`${path}: no report`) : tally(JSON.parse(text))
}

/** One failure that is no test. @param {string} what @returns {Tally} */
export const failure = (what) => ({ passed: 0, failed: 1, skipped: 0, failures: [what] })

/** @returns {Tally} */
export function tally(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map((file) => entry(file.name, '', file.message)),
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => entry(file.name, test.fullName, test.failureMessages?.[0])),
      ),
    ],
  }
}

function entry(file, test, message) {
  const [reason] = stripVTControlCharacters(message ?? '').split('\n')
  return [`${relative(inRoot(), file)} ${test}`.trim(), reason].filter((part) => part !== '').join(': ')
}

/** @param {Tally[]} tallies @returns {Tally} */
export const sum = (tallies) =>
  tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
      failures: [...total.failures, ...each.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  )

/** What failed, a line each, for the end of a long output; nothing where all passed. */
export const failureLines = ({ failures }) => failures.map((each) => `✗ ${each}`)

/** The plain closing line of a whole check. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
