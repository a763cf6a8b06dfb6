import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * A reporter for vitest that writes a tally (see tally.mjs) to the file named by `BENCHWRIGHT_TALLY`. Problems
 * outside tests count as separate failures: a file that cannot be loaded, a failed set-up, an unhandled error.
 */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const path = process.env.BENCHWRIGHT_TALLY
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(tally(modules, unhandledErrors)))
  }
}

/** @returns {import('./tally.mjs').Tally} */
function tally(modules, unhandledErrors) {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const ended = (state) => tests.filter((test) => test.result().state === state)
  const holders = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const failed = ended('failed')
  // A file whose process died has neither errors nor results.
  const lost = ended('pending')
  const broken = holders.flatMap((holder) => holder.errors().map((error) => entry(holder, error)))
  const failures = [
    ...broken,
    ...failed.map((test) => entry(test, test.result().errors?.[0])),
    ...lost.map((test) => entry(test, { message: 'did not end' })),
    ...unhandledErrors.map((error) => `unhandled: ${firstLine(error)}`),
  ]
  return {
    passed: ended('passed').length,
    failed: failures.length,
    skipped: ended('skipped').length,
    failures,
    retried: ended('passed')
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => entry(test, test.result().errors?.[0])),
  }
}

function entry(task, error) {
  const file = task.type === 'module' ? task.relativeModuleId : task.module.relativeModuleId
  const name = task.type === 'module' ? file : `${file} > ${task.fullName}`
  const evidence = task.type === 'test' ? task.meta().evidence : undefined
  return `${name}: ${reason(error)}${evidence === undefined ? '' : ` (see ${evidence})`}`
}

/** The first line of an error and, for what Playwright waited in vain, the locator. */
function reason(error) {
  const waited = /^ *- waiting for (.+)$/m.exec(stripVTControlCharacters(String(error?.message ?? '')))?.[1]
  return waited === undefined ? firstLine(error) : `${firstLine(error)} Waiting for ${waited}`
}

function firstLine(error) {
  const text = stripVTControlCharacters(String(error?.message ?? error ?? 'no reason given'))
  return text.split('\n', 1)[0] ?? ''
}
