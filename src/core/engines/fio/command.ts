import type { CommandRequest } from '../engine'
import { oneStep, type EngineCommand, type EngineSteps, type RunFile } from '../steps'
import { checkWorkload } from './workload/check-workload'
import type { JobOption } from './workload/data-content'
import { layoutOptions, measureOptions } from './job-options'
import { gatherLogs } from './logs/gathered-logs'
import { seriesOf } from './logs/log-request'
import { accessPattern } from './workload/pattern'
import { preparationOptions } from './preparation'
import { numberOf, textOf } from './workload/fields'

/** Name of fio's own output within the run directory. */
export const outputFile = 'output.json'

/**
 * The job file and argument list of one run. All options are in one `[global]` section and one job named after the
 * run; the job file carries the run's name too, so that the host's process list shows which run a process belongs to.
 * Throws a RangeError for options off the allow-list, a run name or a data file that fio does not accept: wherever a
 * plan came from, no job file is created that `checkWorkload` would reject.
 */
export function steps(request: CommandRequest): EngineSteps {
  const args = [
    `--output=${outputFile}`,
    '--output-format=json+',
    '--eta=always',
    '--eta-newline=1',
    ...(onlyReads(request) ? ['--readonly'] : []),
    jobFileName(request),
  ]
  const run = oneStep(request.phase, { program: 'fio', args }, outputFile, [jobFile(request)])
  return seriesOf(request) ? { ...run, steps: [...run.steps, gatherLogs] } : run
}

/** True if fio itself is told to refuse all writes. */
export function onlyReads(request: CommandRequest): boolean {
  const isLoad =
    request.phase === 'measure' || ['workload', 'capacity'].includes(request.preparation?.step.kind ?? '')
  return isLoad && accessPattern(request.workload).writeShare === 0
}

/** The same job, read and checked by fio without starting it. */
export function parseOnlyCommand(request: CommandRequest): EngineCommand {
  return parseOnlyBatch([request])
}

/**
 * The same for many jobs at once: fio takes any number of job files. It does not report which file is wrong. With this
 * clock it skips the calibration of the processor's own, which takes twice as long as everything else.
 */
export function parseOnlyBatch(requests: readonly CommandRequest[]): EngineCommand {
  const files = requests.map(jobFile)
  const args = ['--parse-only', '--clocksource=clock_gettime', ...files.map((file) => file.name)]
  return { program: 'fio', args, files }
}

/** The options of the job; the result's echo is compared with them. */
export function requestedOptions(request: CommandRequest): readonly JobOption[] {
  if (request.phase === 'prepare') return preparationOptions(request)
  return request.phase === 'layout' ? layoutOptions(request) : measureOptions(request)
}

function jobFile(request: CommandRequest): RunFile {
  return {
    name: jobFileName(request),
    text: ['[global]', ...jobLines(request), ...openRate(request), '', `[${request.runName}]`, ''].join('\n'),
  }
}

/** The text in a job file for a rate that is not known until the capacity is measured. */
function openRate({ workload, phase, offeredPerSecond }: CommandRequest): readonly string[] {
  const percent = numberOf(workload, 'offered_percent')
  if (percent === undefined || offeredPerSecond !== undefined || phase !== 'measure') return []
  return [`; rate_iops: ${String(percent)} % of the capacity, which is found before this run`]
}

/** One job with all its options: fio's client mixes the `[global]` sections of several files. */
export function ownJobFile(request: CommandRequest): RunFile {
  return { name: jobFileName(request), text: [`[${request.runName}]`, ...jobLines(request), ''].join('\n') }
}

function jobLines(request: CommandRequest): readonly string[] {
  const [problem] = checkWorkload(request.workload)
  if (problem) throw new RangeError(problem.text)
  const needsFile = textOf(request.workload, 'io_engine') !== 'null'
  if (needsFile && request.dataFile === undefined) throw new RangeError('No data file is named for the run.')
  return requestedOptions(request).map(([name, value]) => `${name}=${value}`)
}

function jobFileName(request: CommandRequest): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/.test(request.runName)) {
    throw new RangeError(
      `A run cannot be named ${JSON.stringify(request.runName)}: letters, digits and "-" only.`,
    )
  }
  return `${request.runName}.fio`
}
