import { describe, expect, it } from 'vitest'
import {
  readSample,
  SpinDetector,
  type RunSample,
} from '../../../../src/bench/runner/supervise/watch-for-spin'

const quiet: RunSample = {
  atSeconds: 0,
  printedBytes: 500,
  movedBytes: 1e6,
  processorSeconds: 3,
  atDrive: 0,
}

/** Checks every 10 s a run that changes by `step` each time; the number of checks until it is reported as spinning. */
function looksUntilFound(step: (look: number) => Partial<RunSample>, most = 30): number | undefined {
  const detector = new SpinDetector(60)
  for (let look = 0; look < most; look++) {
    if (detector.take({ ...quiet, atSeconds: 10 * look, ...step(look) })) return look
  }
  return undefined
}

describe('a run that is checked now and then', () => {
  it('spins if it is silent, moves nothing and keeps a processor busy', () => {
    expect(looksUntilFound((look) => ({ processorSeconds: 3 + 10 * look }))).toBe(6)
  })

  it('also spins on a machine that gives it little', () => {
    expect(looksUntilFound((look) => ({ processorSeconds: 3 + 0.8 * look }))).toBe(6)
  })

  it.each<[string, (look: number) => Partial<RunSample>]>([
    ['prints', (look) => ({ processorSeconds: 10 * look, printedBytes: 500 + look })],
    ['moves data', (look) => ({ processorSeconds: 10 * look, movedBytes: 1e6 + look })],
    ['waits for a drive', () => ({ atDrive: 1 })],
    [
      'waits for a drive now and then',
      (look) => ({ processorSeconds: 10 * look, atDrive: look % 5 === 0 ? 1 : 0 }),
    ],
    ['gets no processor at all', () => ({})],
    ['loses a process', (look) => ({ processorSeconds: 100 - look })],
  ])('does not spin if it %s', (_, step) => {
    expect(looksUntilFound(step)).toBeUndefined()
  })

  it('is timed from the last sign of life', () => {
    expect(
      looksUntilFound((look) => ({ processorSeconds: 10 * look, printedBytes: 500 + Math.min(look, 4) })),
    ).toBe(10)
  })
})

describe("the host's answer", () => {
  it('is parsed strictly', () => {
    expect(readSample('500 1000000 350 100 2\n', 7)).toEqual({
      atSeconds: 7,
      printedBytes: 500,
      movedBytes: 1e6,
      processorSeconds: 3.5,
      atDrive: 2,
    })
    for (const text of ['', '1 2 3', '1 2 3 100', 'a b c d e', '1 2 3 100 1 extra'])
      expect(readSample(text, 0)).toBeUndefined()
  })
})
