import type { Workload } from '../../../plan/plan'
import { checkDatabaseWorkload } from '../../database/check-database-workload'
import { databaseSteps } from '../../database/database-steps'
import type { CommandRequest, OptionProblem } from '../../engine'
import { reportInterval } from '../../printed/times'
import type { EngineSteps } from '../../steps'
import { checkOffered, rateArgs } from '../offered-rate'
import { fields, numberOf, scripts, textOf } from './fields'

/** Loading by more threads than there are tables does nothing. */
const mostLoaders = 8

/** Problems of the options alone. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  return [...checkDatabaseWorkload(workload, fields), ...checkOffered(workload)]
}

/** sysbench's steps. Throws a RangeError for a workload that cannot be run; the plan's advice has said so before. */
export function steps(request: CommandRequest): EngineSteps {
  const { workload } = request
  const [problem] = checkWorkload(workload)
  if (problem) throw new RangeError(`sysbench cannot run this: ${problem.text}`)
  const loaders = Math.min(numberOf(workload, 'tables') ?? 1, mostLoaders)
  return databaseSteps(request, {
    load: [...sysbench(workload), `--threads=${String(loaders)}`],
    measure: [...sysbench(workload), ...runArgs(request)],
  })
}

function sysbench(workload: Workload): readonly string[] {
  return [
    'sysbench',
    scripts[textOf(workload, 'pattern')] ?? '',
    `--tables=${String(numberOf(workload, 'tables') ?? 1)}`,
    `--table-size=${String(numberOf(workload, 'table_size') ?? 1)}`,
  ]
}

function runArgs(request: CommandRequest): readonly string[] {
  const { workload, seed } = request
  return [
    `--threads=${String(numberOf(workload, 'jobs') ?? 1)}`,
    `--time=${String(numberOf(workload, 'runtime') ?? 300)}`,
    '--events=0',
    ...rateArgs(request),
    `--report-interval=${String(reportInterval(request))}`,
    `--percentile=${textOf(workload, 'percentile')}`,
    '--histogram=on',
    `--rand-type=${textOf(workload, 'rand_type')}`,
    // 0 would stand for the time of day.
    `--rand-seed=${String((seed % 2_147_483_646) + 1)}`,
  ]
}
