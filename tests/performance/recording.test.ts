import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CommandRequest } from '../../src/core/engines/engine'
import { fioEngine } from '../../src/core/engines/fio/fio-engine'
import { mainProcess } from '../../src/core/engines/steps'
import { usualObservers, type SeriesRequest } from '../../src/core/plan/recording'
import type { Workload } from '../../src/core/plan/plan'
import { median, pairedRatio } from './median'

const run = promisify(execFile)
const pairs = 5
/** fio's null engine does no I/O: this measures what recording takes of the processor. */
const nothing: Workload = {
  ...{ pattern: 'random-read', block_size: 4096, queue_depth: 1, jobs: 1, io_engine: 'null' },
  ...{ direct: false, file_size: 1024 ** 3, runtime: 4, ramp_time: 0, time_based: true },
}
const file: Workload = {
  ...nothing,
  io_engine: 'libaio',
  direct: true,
  queue_depth: 16,
  file_size: 256 * 1024 ** 2,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-recording-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Measured {
  readonly iops: number
  /** Nanoseconds of processor time that fio took for each request; other work on the machine hardly changes them. */
  readonly nsPerRequest: number
}

/** The job as the app starts it, by itself. */
async function measured(workload: Workload, series?: SeriesRequest): Promise<Measured> {
  const dataFile = workload.io_engine === 'null' ? {} : { dataFile: join(folder, 'data') }
  const request: CommandRequest = {
    workload,
    runName: 'cost',
    phase: 'measure',
    seed: 1,
    series,
    ...dataFile,
  }
  const steps = fioEngine.steps(request)
  for (const { name, text } of steps.files) writeFileSync(join(folder, name), text)
  const { program, args } = mainProcess(steps)
  await run(program, [...args], { cwd: folder })
  const document = JSON.parse(readFileSync(join(folder, 'output.json'), 'utf8')) as {
    jobs: [{ usr_cpu: number; sys_cpu: number; read: { iops: number } }]
  }
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.log'))) rmSync(join(folder, name))
  const [{ usr_cpu, sys_cpu, read }] = document.jobs
  return { iops: read.iops, nsPerRequest: ((usr_cpu + sys_cpu) / 100 / read.iops) * 1e9 }
}

const middle = (all: readonly Measured[]): Measured => ({
  iops: median(all.map(({ iops }) => iops)),
  nsPerRequest: median(all.map(({ nsPerRequest }) => nsPerRequest)),
})

/** Pairs one after the other, so that both have the same conditions. */
async function inPairs(
  without: () => Promise<Measured>,
  withIt: () => Promise<Measured>,
): Promise<readonly [without: Measured, withIt: Measured, ratio: string]> {
  const [one, other]: [Measured[], Measured[]] = [[], []]
  for (let pair = 0; pair < pairs; pair += 1) {
    one.push(await without())
    other.push(await withIt())
  }
  const iops = (all: readonly Measured[]) => all.map((measurement) => measurement.iops)
  return [middle(one), middle(other), pairedRatio(iops(one), iops(other))]
}

it.each([
  ['averages every 1 s (the default)', { seconds: 1, detail: 'averages' }],
  ['averages every 100 ms', { seconds: 0.1, detail: 'averages' }],
  ['histograms every 1 s', { seconds: 1, detail: 'histograms' }],
] as const)('series cost the engine little: %s', async (name, series) => {
  const [off, on, ratio] = await inPairs(
    () => measured(nothing),
    () => measured(nothing, series),
  )
  const extraNs = on.nsPerRequest - off.nsPerRequest
  const at300k = (100 * extraNs * 300_000) / 1e9
  console.log(
    `${name}, null engine: ${ratio} of the IOPS (medians ${Math.round(on.iops)} against ${Math.round(off.iops)}), ` +
      `${extraNs.toFixed(0)} ns of processor time a request, so ${at300k.toFixed(1)} % of a processor at 300,000 IOPS`,
  )
  expect(on.iops).toBeGreaterThan(0)
})

it('series cost a job on a file little', async () => {
  await run('fio', [
    '--name=lay',
    `--filename=${join(folder, 'data')}`,
    '--rw=write',
    '--bs=1m',
    '--size=256m',
  ])
  const [off, on, ratio] = await inPairs(
    () => measured(file),
    () => measured(file, { seconds: 1, detail: 'averages' }),
  )
  console.log(
    `averages every 1 s, file: ${ratio} of the IOPS (medians ${Math.round(on.iops)} against ${Math.round(off.iops)}; wanted: at least 0.97)`,
  )
  expect(on.iops).toBeGreaterThan(0)
})

/** The same job with an observer of every block device of this machine. */
async function besideObserver(script: string, ...args: readonly string[]): Promise<Measured> {
  const devices = readdirSync('/sys/block').filter((name) => !/^(loop|ram|zram)/.test(name))
  const path = join(import.meta.dirname, '../../src/bench/observers', script)
  writeFileSync(join(folder, 'marker'), '')
  const words = [path, join(folder, 'observed.txt'), 'marker', ...args, ...devices]
  const observer = spawn('sh', words, { cwd: folder, stdio: 'ignore' })
  const ended = once(observer, 'close')
  const began = performance.now()
  try {
    return await measured(args.at(-1) === '2000000' ? file : nothing)
  } finally {
    shares.push((100 * processorSeconds(observer.pid ?? 0)) / ((performance.now() - began) / 1000))
    observer.kill('SIGTERM')
    await ended
  }
}

/** What an observer took of one processor, in percent, for each run. */
let shares: number[] = []

/** User and system time of a process and of its ended children (proc(5), stat), in seconds. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

it('observers take nothing from the engine', async () => {
  shares = []
  const [off, on, ratio] = await inPairs(
    () => measured(nothing),
    () => besideObserver('sample.sh', '100', '10000000', usualObservers.join(',')),
  )
  console.log(
    `observers every 1 s, null engine: ${ratio} of the IOPS (medians ${Math.round(on.iops)} against ${Math.round(off.iops)}; wanted: at least 0.99), ${median(shares).toFixed(2)} % of a processor`,
  )
  expect(on.iops).toBeGreaterThan(0)
})

it('block requests are traced during a job on a file', async () => {
  const [off, on, ratio] = await inPairs(
    () => measured(file),
    () => besideObserver('requests.sh', '100', '60', '2000000'),
  )
  console.log(
    `block requests, file: ${ratio} of the IOPS (medians ${Math.round(on.iops)} against ${Math.round(off.iops)})`,
  )
  expect(on.iops).toBeGreaterThan(0)
})
