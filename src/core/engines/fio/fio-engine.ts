import type { Engine, EngineDescription } from '../engine'
import { advise } from './advise'
import { checkWorkload } from './check-workload'
import { parseOnlyBatch, parseOnlyCommand, steps } from './command'
import { fioContent } from './content-model'
import { cost, costKeys } from './cost'
import { dataContentKeys } from './data-content'
import { readForeignFio } from './foreign/read-foreign'
import { parse } from './parse'
import { decidesWriting, writes } from './destructive'
import { patternOf } from './pattern'
import { progressReader } from './progress'
import { synchronised } from './synchronised/synchronised'
import { oldestVersion, readVersion } from './version-gates'
import { textOf } from './workload-values'
import { startingWorkload } from '../../plan/edit-plan'
import { extraOptions } from './extra-options'
import { fields } from './fields'

export const description: EngineDescription = {
  id: 'fio',
  name: 'fio',
  program: 'fio',
  oldestVersion,
  recordsSeries: true,
  starting: startingWorkload,
  fields,
  headlines: ['bandwidth', 'iops', 'latency_mean'],
  extraOptions,
  install: {
    debian: 'sudo apt install fio',
    fedora: 'sudo dnf install fio',
    arch: 'sudo pacman -S fio',
    macos: 'brew install fio',
    windows: 'Install fio with its Windows installer, see https://github.com/axboe/fio/releases',
  },
}

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
