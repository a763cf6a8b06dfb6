import type { Workload } from '../../plan/plan'
import { utf8Length } from '../../text/plain-text'
import type { CommandRequest } from '../engine'
import { outputFile } from '../observations'
import { oneStep, type EngineSteps } from '../steps'
import { checkWorkload } from './check-workload'
import { dataContentArgs, dataContentKeys, flag } from './data-content'
import { findOption } from './extra-options'
import { isOn, numberOf, textOf } from './fields'
import { modeOf, selectedTests, skipsRetests, usesChildren } from './selected-tests'

/** Prefix of its file names; a number follows. */
export const filePrefix = 'bw.'

/**
 * The argument list of one run. The first test is always `-i 0`: without the files it writes, children of the
 * throughput mode die and their parent spins forever. `-R` is always included, because its blocks repeat every
 * number. Throws a RangeError for a workload or a path that IOzone does not accept; the plan's advice has already
 * reported it.
 */
export function steps(request: CommandRequest): EngineSteps {
  const { workload, dataFile } = request
  const [problem] = checkWorkload(workload)
  if (problem) throw new RangeError(`IOzone cannot run this: ${problem.text}`)
  if (dataFile === undefined) throw new RangeError('IOzone needs a folder for its files.')
  const badPath = pathProblem(dataFile)
  if (badPath !== undefined) throw new RangeError(`IOzone cannot use ${JSON.stringify(dataFile)}. ${badPath}`)
  const paths = Array.from({ length: fileCount(workload) }, (_, at) => `${dataFile}/${filePrefix}${at + 1}`)
  const args = [...workloadArgs(workload), usesChildren(workload) ? '-F' : '-f', ...paths]
  return oneStep(request.phase, { program: 'iozone', args, prints: outputFile }, outputFile, [])
}

/** Files a run has at once: one, or one per job. */
export function fileCount(workload: Workload): number {
  switch (modeOf(workload)) {
    case 'threads':
      return numberOf(workload, 'jobs') ?? 1
    case 'thread-range':
      return numberOf(workload, 'jobs_to') ?? 1
    default:
      return 1
  }
}

function workloadArgs(workload: Workload): readonly string[] {
  return [
    ...modeArgs(workload),
    ...testArgs(workload),
    ...reportArgs(workload),
    ...timingArgs(workload),
    ...dataContentArgs(workload),
    ...extraArgs(workload),
    '-R',
  ]
}

function modeArgs(workload: Workload): readonly string[] {
  const record = ['-r', kib(workload, 'block_size')]
  const size = ['-s', kib(workload, 'file_size')]
  switch (modeOf(workload)) {
    case 'auto':
      return [
        '-a',
        ...['-n', kib(workload, 'file_size_from'), '-g', kib(workload, 'file_size_to')],
        ...['-y', kib(workload, 'block_size_from'), '-q', kib(workload, 'block_size_to')],
      ]
    case 'threads':
      return ['-t', String(numberOf(workload, 'jobs') ?? 1), ...size, ...record]
    case 'thread-range':
      return [
        ...['-l', String(numberOf(workload, 'jobs_from') ?? 1)],
        ...['-u', String(numberOf(workload, 'jobs_to') ?? 1)],
        ...size,
        ...record,
      ]
    case 'single':
      return [...size, ...record]
  }
}

function testArgs(workload: Workload): readonly string[] {
  const tests = selectedTests(workload)
  const selectors = new Set([0, ...tests.map((test) => test.selector)])
  // Without -E these are measured but not printed.
  const needsColumns = !usesChildren(workload) && tests.some((test) => test.isExtension)
  return [
    ...[...selectors].sort((one, other) => one - other).flatMap((selector) => ['-i', String(selector)]),
    ...(needsColumns ? ['-E'] : []),
    ...(skipsRetests(workload) ? ['-+n'] : []),
  ]
}

function reportArgs(workload: Workload): readonly string[] {
  const report = textOf(workload, 'report')
  return report === 'iops' ? ['-O'] : report === 'latency' ? ['-N'] : []
}

function timingArgs(workload: Workload): readonly string[] {
  const switches = [
    ['direct', '-I'],
    ['include_flush', '-e'],
    ['include_close', '-c'],
    ['sync_writes', '-o'],
  ] as const
  return [
    ...switches.flatMap(([key, name]) => (isOn(workload, key) ? [name] : [])),
    ...(isOn(workload, 'thread') && usesChildren(workload) ? ['-T'] : []),
    ...flag('-+p', numberOf(workload, 'read_percent')),
    ...flag('-j', numberOf(workload, 'stride')),
    ...flag('-+q', numberOf(workload, 'seconds_between_tests')),
  ]
}

function extraArgs(workload: Workload): readonly string[] {
  const placed: ReadonlySet<string> = new Set(dataContentKeys)
  return Object.keys(workload)
    .sort()
    .flatMap((key) => {
      const option = placed.has(key) ? undefined : findOption(key)
      if (!option) return []
      const value = workload[key]
      if (typeof value === 'number') return [option.flag, String(value)]
      return value === true ? [option.flag] : []
    })
}

function kib(workload: Workload, key: string): string {
  return `${(numberOf(workload, key) ?? 0) / 1024}k`
}

/** The longest path observed to work with 3.489 is 1106 bytes; the size of its buffers is not documented. */
const maxPathBytes = 900

/** Why a path cannot be passed to IOzone, as one sentence; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'No folder is named.'
  if (/\p{Cc}/u.test(path)) return 'The path holds a line break or another control character.'
  if (path.startsWith('-')) return 'The path begins with "-", which IOzone takes for an option.'
  if (utf8Length(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`
  return undefined
}
