import type { Engine } from '../engine'
import { advise } from './advise'
import { checkWorkload } from './check-workload'
import { filePrefix, steps } from './command'
import { iozoneContent } from './content-model'
import { cost, costKeys } from './cost'
import { description } from './describe'
import { isOn } from './fields'
import { readForeignIozone } from './foreign/read-foreign'
import { parse } from './parse'
import { progressReader } from './progress'
import { selectedTests } from './selected-tests'
import { readVersion } from './version-gates'

/** Longest time a test may spin without any I/O: making data and flushing take seconds, not minutes. */
const silenceSeconds = 60

/**
 * IOzone, https://www.iozone.org. It is called and never shipped: its licence keeps derived works to its author. Facts
 * about its output are checked against captured files in tests/fixtures.
 */
export const iozoneEngine: Engine = {
  description,
  checkWorkload,
  steps,
  // IOzone has no way to check options without running.
  parseOnlyCommand: () => undefined,
  parse,
  progress: progressReader,
  advise,
  cost,
  costKeys,
  // Requests to mapped files are not counted as I/O by the system.
  silenceSeconds: (workload) => (isOn(workload, 'mmap') ? undefined : silenceSeconds),
  writes: () => true,
  dataOf: () => ({ kind: 'folder' }),
  ownFilePrefix: filePrefix,
  content: iozoneContent,
  readForeign: readForeignIozone,
  testName(workload) {
    const tests = selectedTests(workload)
    return tests.length === 1 ? (tests[0]?.id ?? 'iozone') : 'iozone'
  },
  versionArgs: ['-v'],
  readVersion,
}
