import type { Workload } from '../../../plan/plan'
import type { CommandRequest } from '../../engine'
import type { EngineSteps, Process, RunStep } from '../../steps'
import { runsCases } from '../../preparation/prepared-workload'
import inFolder from '../in-folder.sh'
import { outputFile, startedFile } from '../../observations'
import { rateArgs } from '../offered-rate'
import { checkWorkload } from './check-workload'
import { isOn, numberOf, options, patternOf, textOf } from './fields'

/** sysbench's file name prefix; a number follows. */
export const filePrefix = 'test_file.'

const modes: Readonly<Record<string, string>> = {
  'random-mix': 'rndrw',
  'random-read': 'rndrd',
  'random-write': 'rndwr',
  'sequential-read': 'seqrd',
  'sequential-rewrite': 'seqrewr',
  'sequential-write': 'seqwr',
}

/**
 * `layout` creates the files; a run warms up if requested, then measures. sysbench keeps its files in the folder it
 * was started in. Throws a RangeError for a workload it does not accept; the plan's advice has already reported it.
 */
export function steps(request: CommandRequest): EngineSteps {
  const { workload, dataFile, phase, preparation } = request
  const [problem] = checkWorkload(workload)
  if (problem) throw new RangeError(`sysbench cannot run this: ${problem.text}`)
  if (dataFile === undefined) throw new RangeError('sysbench needs a folder for its files.')
  if (phase === 'prepare' && !(preparation && runsCases(preparation.step)))
    throw new RangeError('sysbench can only run workloads to prepare a target.')
  const files = [{ name: 'in-folder.sh', text: inFolder, isOurs: true }]
  const process = (args: readonly string[]): Process => ({
    program: 'sh',
    args: ['in-folder.sh', dataFile, 'sysbench', 'fileio', ...args],
  })
  const step = (kind: RunStep['kind'], args: readonly string[]): RunStep => ({
    kind,
    processes: [{ ...process(args), prints: outputFile }],
    outputs: [outputFile, startedFile],
  })
  if (phase === 'layout') return { files, steps: [step('layout', [...fileArgs(workload), 'prepare'])] }
  const run = (seconds: number) => [...runArgs(request, seconds), 'run']
  const warmUp = numberOf(workload, 'ramp_time') ?? 0
  return {
    files,
    steps: [
      ...(warmUp > 0 ? [{ kind: 'prepare', processes: [process(run(warmUp))], outputs: [] } as const] : []),
      step('measure', run(numberOf(workload, 'runtime') ?? 60)),
    ],
  }
}

function fileArgs(workload: Workload): readonly string[] {
  return [
    `--file-num=${String(numberOf(workload, 'file_count') ?? 128)}`,
    `--file-total-size=${String(numberOf(workload, 'file_size') ?? 0)}`,
    `--file-block-size=${String(numberOf(workload, 'block_size') ?? 16_384)}`,
    ...(isOn(workload, 'direct') ? ['--file-extra-flags=direct'] : []),
  ]
}

/** sysbench's rate is of events, and so is each of the calls of fsync on all files after a number of requests. */
function eventsPerRequest(workload: Workload): number {
  const often = numberOf(workload, 'fsync') ?? 100
  if (often === 0 || patternOf(workload).endsWith('-read')) return 1
  return 1 + (numberOf(workload, 'file_count') ?? 128) / often
}

function runArgs(request: CommandRequest, seconds: number): readonly string[] {
  const { workload, seed, series } = request
  const pattern = patternOf(workload)
  const reads = numberOf(workload, 'read_percent') ?? 60
  const onOff = (key: string) => (isOn(workload, key) ? 'on' : 'off')
  return [
    ...fileArgs(workload),
    `--file-test-mode=${modes[pattern] ?? pattern}`,
    ...(pattern === 'random-mix' ? [`--file-rw-ratio=${(reads / (100 - reads)).toPrecision(10)}`] : []),
    `--file-io-mode=${textOf(workload, 'io_engine')}`,
    `--file-fsync-freq=${String(numberOf(workload, 'fsync') ?? 100)}`,
    `--file-fsync-end=${onOff('end_fsync')}`,
    `--file-fsync-all=${onOff('fsync_each_write')}`,
    `--file-fsync-mode=${textOf(workload, 'fsync_method')}`,
    `--threads=${String(numberOf(workload, 'jobs') ?? 1)}`,
    `--time=${String(seconds)}`,
    '--events=0',
    ...rateArgs(request, eventsPerRequest(workload)),
    // The lines also provide the live numbers; whole seconds are the finest resolution.
    `--report-interval=${String(Math.max(1, Math.round(series?.seconds ?? 1)))}`,
    `--percentile=${textOf(workload, 'percentile')}`,
    '--histogram=on',
    // 0 would mean the time of day.
    `--rand-seed=${String((seed % 2_147_483_646) + 1)}`,
    ...options.flatMap(({ name }) =>
      workload[name] === undefined ? [] : [`--${name}=${String(workload[name])}`],
    ),
  ]
}
