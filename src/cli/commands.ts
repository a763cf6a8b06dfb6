import type { Command } from './command'
import { calibrate } from './commands/calibrate'
import { check, show, table } from './commands/show'
import { compare } from './commands/compare'
import { deviceList, deviceSet } from './commands/device'
import { scorecardImport, scorecardList, scorecardSet } from './commands/scorecard'
import { demo } from './commands/demo'
import { exportCommand } from './commands/export'
import { guard } from './commands/guard'
import { hostsAdd, hostsList, hostsProbe } from './commands/hosts'
import { importCommand } from './commands/import'
import { open } from './commands/open'
import { planCheck } from './commands/plan/plan-check'
import { planNew } from './commands/plan/plan-new'
import { planShow } from './commands/plan/plan-show'
import { report } from './commands/report'
import { addRuns, resume } from './commands/resume'
import { run } from './commands/run'
import { series } from './commands/series'
import { shelfIndex, shelfList, shelfSearch } from './commands/shelf'
import { suiteList, suiteNew, suiteRun } from './commands/suite'
import { summary } from './commands/summary'
import { copy, take } from './commands/take'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  planNew,
  planCheck,
  planShow,
  calibrate,
  run,
  resume,
  addRuns,
  suiteList,
  suiteNew,
  suiteRun,
  hostsAdd,
  hostsList,
  hostsProbe,
  importCommand,
  show,
  summary,
  table,
  series,
  compare,
  exportCommand,
  report,
  deviceList,
  deviceSet,
  scorecardList,
  scorecardSet,
  scorecardImport,
  check,
  shelfIndex,
  shelfList,
  shelfSearch,
  take,
  copy,
  guard,
  open,
  demo,
]
