import type { Engine } from '../engine'
import { advise } from './advise'
import { checkWorkload } from './check-workload'
import { command, parseOnlyBatch, parseOnlyCommand } from './command'
import { cost, costKeys } from './cost'
import { dataContentKeys } from './data-content'
import { description } from './describe'
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
  command,
  parseOnlyCommand,
  parseOnlyBatch,
  parse,
  progress: progressReader,
  advise,
  cost,
  costKeys,
  layoutKeys: dataContentKeys,
  writes,
  decidesWriting,
  takesDevices: true,
  synchronised,
  needsFile: (workload) => textOf(workload, 'io_engine') !== 'null',
  testName: patternOf,
  versionArgs: ['--version'],
  readVersion,
}
