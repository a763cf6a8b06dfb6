import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRequests } from '../../../src/core/observers/read-requests'
import {
  histogramsOf,
  scalarsOf,
  type Direction,
  type Observation,
} from '../../../src/core/results/observation'
import { canMakeDevices, DeviceLab, hasTool } from '../guard/device-lab'
import { fioPlan } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { canTraceRequests, traceInstances } from './trace-instances'

const run = promisify(execFile)

const valueOf = (
  all: readonly Observation[],
  metric: string,
  direction: Direction,
  device: string,
  size?: number,
) =>
  scalarsOf(all).find(
    (one) =>
      one.metric === metric &&
      one.direction === direction &&
      one.device === device &&
      one.levels?.block_size === size,
  )?.value

describe.skipIf(!canMakeDevices() || !hasTool('fio') || !canTraceRequests())('block requests', () => {
  let lab: DeviceLab
  beforeEach(() => {
    lab = new DeviceLab()
  })
  afterEach(() => {
    lab.close()
  })

  it('are exactly those of a job with known requests', async () => {
    const device = lab.loop(lab.image(64))
    const [file, marker, output] = [lab.path('requests.txt'), lab.path('marker'), lab.path('fio.json')]
    writeFileSync(marker, '')
    const script = join(process.cwd(), 'src/bench/observers/requests.sh')
    const args = [script, file, marker, '50', '60', '1000000', basename(device)]
    const tracer = spawn('sh', args, { stdio: 'ignore', cwd: lab.folder })
    const ended = once(tracer, 'close')
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('clock'))
    await vi.waitFor(() => expect(existsSync(join(lab.folder, 'requests.pipe'))).toBe(true))
    const issuedLog = (name: string) => join(lab.folder, `${name}.issued`)
    const job = (name: string, ...options: readonly string[]) => [
      ...[`--name=${name}`, `--filename=${device}`, '--ioengine=libaio', '--direct=1', '--stonewall'],
      ...[`--write_iolog=${issuedLog(name)}`, ...options],
    ]
    const { stdout: json } = await run('fio', [
      ...['--output-format=json'],
      ...job(
        'mix',
        '--rw=randrw',
        '--rwmixread=70',
        '--bs=16k',
        '--iodepth=4',
        '--size=64m',
        '--io_size=32m',
      ),
      ...job('line', '--rw=write', '--bs=64k', '--iodepth=1', '--size=8m'),
    ])
    writeFileSync(output, json)
    tracer.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const { observations, problems } = readRequests(readFileSync(file, 'utf8'), {
      test: 'any',
      intervalSeconds: 0.5,
    })
    expect(problems).toEqual([])
    const [mix, line] = jobsOf(json)
    const name = basename(device)
    const value = (metric: string, direction: Direction, size?: number) =>
      valueOf(observations, metric, direction, name, size)
    // fio examines the start of the device before it starts: a few reads of the page cache are not its own.
    const reads = mix?.read.total_ios ?? NaN
    expect(value('request_count', 'read', 16_384)).toBe(reads)
    expect(value('request_count', 'write', 16_384)).toBe(mix?.write.total_ios)
    expect(value('request_count', 'write', 65_536)).toBe(line?.write.total_ios)
    expect(value('request_count', 'write')).toBe(
      (mix?.write.total_ios ?? NaN) + (line?.write.total_ios ?? NaN),
    )
    const writes = value('request_count', 'write') ?? NaN
    // One part of the writes is sequential, the other random; fio's own log of requests shows what chance added.
    const issued = ['mix', 'line'].flatMap((name) => issuedRequests(issuedLog(name)))
    for (const [direction, ios] of [
      ['read', [mix?.read]],
      ['write', [mix?.write, line?.write]],
    ] as const) {
      const bytes = ios.reduce((sum, one) => sum + (one?.io_bytes ?? NaN), 0)
      const count = value('request_count', direction) ?? NaN
      const seen = (value('request_size_mean', direction) ?? NaN) * count
      expect(Math.abs(seen / bytes - 1)).toBeLessThan(0.01)
      expect(
        Math.abs((value('request_sequential', direction) ?? NaN) - inLineShare(issued, direction)),
      ).toBeLessThan(1)
    }
    const [writesInLine, readsInLine] = [inLineShare(issued, 'write'), inLineShare(issued, 'read')]
    expect(writesInLine).toBeGreaterThan(readsInLine)
    expect(value('request_read_share', 'total')).toBeCloseTo((100 * reads) / (reads + writes), 0)
    // The time in the device is within the time that fio waited.
    for (const direction of ['read', 'write'] as const) {
      const inDevice = value('device_latency_mean', direction) ?? NaN
      expect(inDevice).toBeGreaterThan(0)
      const bins = histogramsOf(observations).find(
        (one) => one.metric === 'device_latency' && one.direction === direction,
      )
      expect(bins?.counts.reduce((sum, count) => sum + count, 0)).toBe(value('request_count', direction))
    }
    expect(value('device_latency_mean', 'read')).toBeLessThan(mix?.read.lat_ns.mean ?? NaN)
    expect(traceInstances()).toEqual([])
  })

  it('are recorded with a run if its plan requests them, and nothing of the tracer is left', async () => {
    const target = lab.mounted(lab.loop(lab.image(64)))
    const shop = new FioWorkshop()
    try {
      const plan = fioPlan(
        target,
        { series: 0.5, observe: ['requests'] },
        { direct: true, io_engine: 'libaio', block_size: 8192, file_size: 16 * 1024 * 1024, runtime: 3 },
      )
      const campaignId = await shop.start(plan)
      expect(await shop.runner.ended(campaignId)).toBe('done')
      const { id = 0 } = shop.store.runs(campaignId).at(-1) ?? {}
      expect(shop.store.run(id)?.warnings.map((warning) => warning.id)).toEqual(['short-runtime'])
      const series = shop.store.series(id, { sources: ['requests'], metrics: ['iops'], directions: ['read'] })
      const loop = series.find(({ device = '' }) => device.startsWith('loop'))
      const engine = shop.store.series(id, {
        sources: ['engine'],
        metrics: ['iops'],
        directions: ['read'],
      })[0]
      expect(loop?.startedAtMs).toBe(engine?.startedAtMs)
      expect(loop?.values.length).toBeGreaterThan(3)
      const histograms = shop.store.histograms([id]).get(id) ?? []
      expect(
        histograms.some(({ source, metric }) => source === 'requests' && metric === 'device_latency'),
      ).toBe(true)
      expect(shop.store.check()).toEqual([])
      await noneLeft(shop.folder)
      expect(traceInstances()).toEqual([])
    } finally {
      await shop.close()
    }
  })

  it('leave no trace instance behind if the tracer is killed and another one starts', async () => {
    const device = lab.loop(lab.image(16))
    const script = join(process.cwd(), 'src/bench/observers/requests.sh')
    const start = (name: string) => {
      const [file, marker] = [lab.path(`${name}.txt`), lab.path(`${name}-marker`)]
      writeFileSync(marker, '')
      const args = [script, file, marker, '50', '60', '1000000', basename(device)]
      // As the supervisor starts it: its own process group, which ends as a whole.
      const child = spawn('sh', args, { stdio: 'ignore', cwd: lab.folder, detached: true })
      return { child, file, ended: once(child, 'close') }
    }
    const killed = start('killed')
    await vi.waitFor(() => expect(readFileSync(killed.file, 'utf8')).toContain('clock'))
    const group = -(killed.child.pid ?? NaN)
    process.kill(group, 'SIGKILL')
    await killed.ended
    await vi.waitFor(() => expect(() => process.kill(group, 0)).toThrow())
    const next = start('next')
    await vi.waitFor(() => expect(readFileSync(next.file, 'utf8')).toContain('clock'))
    next.child.kill('SIGTERM')
    await next.ended
    expect(traceInstances()).toEqual([])
  })
})

interface Direct {
  readonly total_ios: number
  readonly io_bytes: number
  readonly lat_ns: { readonly mean: number }
}

interface Job {
  readonly read: Direct
  readonly write: Direct
}

interface IssuedRequest {
  readonly direction: string
  readonly offset: number
  readonly length: number
}

/** Requests of a log that fio wrote with `write_iolog`, in the order they were issued. */
function issuedRequests(file: string): readonly IssuedRequest[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, direction, offset, length] = / (read|write) (\d+) (\d+)$/.exec(line) ?? []
      return direction === undefined ? [] : [{ direction, offset: Number(offset), length: Number(length) }]
    })
}

/**
 * Share of the requests of a direction, in percent, that start where one of the 64 before them in that direction ended.
 */
function inLineShare(all: readonly IssuedRequest[], direction: string): number {
  const own = all.filter((one) => one.direction === direction)
  const inLine = own.filter(({ offset }, at) =>
    own.slice(Math.max(0, at - 64), at).some((before) => before.offset + before.length === offset),
  )
  return (100 * inLine.length) / own.length
}

function jobsOf(json: string): readonly Job[] {
  return (JSON.parse(json) as { jobs: readonly Job[] }).jobs
}
