import { afterAll, beforeEach, expect, vi } from 'vitest'
import { tracesSince } from './process-state'

/**
 * Test files share a process and the packages loaded there (vitest.config.ts), which takes a third of the time of a process
 * for each. Every file gets modules of its own, so that none finds the state or the mocks of another. What a test changes in
 * its process through vitest ends with it: variables, stand-ins for globals, the clock. Whatever else it leaves changed is
 * its failure, and is taken back, so that only the culprit fails.
 */
vi.resetModules()

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
  if (typeof document !== 'undefined') document.body.replaceChildren()
  expect(traces(), 'left changed in the process').toEqual([])
})

function endStandIns(): void {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
}
