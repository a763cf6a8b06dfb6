import type { Engine } from '../engine'
import { advise } from './advise'
import { checkWorkload } from './check-workload'
import { parseOnlyBatch, parseOnlyCommand, steps } from './command'
import { fioContent } from './content-model'
import { cost, costKeys } from './cost'
import { dataContentKeys } from './data-content'
import { description } from './describe'
import { readForeignFio } from './foreign/read-foreign'
import { parse } from './parse'
import { decidesWriting, writes } from './destructive'
import { patternOf } from './pattern'
import { progressReader } from './progress'
import { synchronised } from './synchronised/synchronised'
import { readVersion } from './version-gates'
import { textOf } from './workload-values'

/** fio, https://fio.readthedocs.io. Facts about its output are checked against captured files in tests/fixtures. */
export const fioEngine: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand,
  parseOnlyBatch,
  parse,
  progress: progressReader,
  advise,
  cost,
  costKeys,
  writes,
  decidesWriting,
  takesDevices: true,
  synchronised,
  dataOf: (workload) =>
    textOf(workload, 'io_engine') === 'null'
      ? { kind: 'none' }
      : { kind: 'file', contentKeys: dataContentKeys },
  content: fioContent,
  readForeign: readForeignFio,
  testName: patternOf,
  versionArgs: ['--version'],
  readVersion,
}
