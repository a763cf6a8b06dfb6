import { afterAll, beforeEach, expect, vi } from 'vitest'
import { tracesSince } from './process-state'

/**
 * Test files share a process and the modules loaded there (vitest.config.ts): loading them for each takes longer than most
 * files. Files that need modules of their own, with stand-ins for some of them, are named `*.fresh.test.ts`, and only they
 * may call `vi.mock` or `vi.resetModules` (a rule of .oxlintrc.json); so do all of mounted parts, which have a document, and
 * the audits of sentences, which read every template that was registered in their process.
 * What a test changes in its process through vitest ends with it: variables, stand-ins for globals, the clock. Whatever
 * else it leaves changed is its failure, and is taken back, so that only the culprit fails.
 */
const { testPath = '' } = expect.getState()
const hasOwnModules =
  typeof document !== 'undefined' || testPath.endsWith('.fresh.test.ts') || testPath.includes('/bench/words/')
if (hasOwnModules) vi.resetModules()

const traces = tracesSince()
beforeEach(({ onTestFinished }) => {
  const tracesOfTest = tracesSince()
  // Registered first, so it comes after whatever the test itself takes back.
  onTestFinished(() => {
    endStandIns()
    expect(tracesOfTest(), 'left changed in the process').toEqual([])
  })
})
afterAll(() => {
  endStandIns()
  // No later file may find a stand-in for a module.
  if (hasOwnModules) vi.resetModules()
  if (typeof document !== 'undefined') document.body.replaceChildren()
  expect(traces(), 'left changed in the process').toEqual([])
})

function endStandIns(): void {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
}
