import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { readSamples } from '../../../src/core/observers/read-samples'
import { parseSampleLog } from '../../../src/core/observers/sample-log'
import { canMakeDevices, DeviceLab, hasTool } from '../guard/device-lab'

const run = promisify(execFile)

/** Bytes and requests of a direct job as fio counted them. */
function countedBy(text: string) {
  const document = JSON.parse(text) as {
    jobs: [Record<'read' | 'write', { io_bytes: number; total_ios: number }>]
  }
  return document.jobs[0]
}

describe.skipIf(!canMakeDevices() || !hasTool('fio'))('the samples of a direct job', () => {
  it("agree with fio's report within 1 %", async () => {
    const lab = new DeviceLab()
    try {
      const device = lab.loop(lab.image(64))
      const [file, marker] = [lab.path('samples.txt'), lab.path('marker')]
      writeFileSync(marker, '')
      const args = [file, marker, '10', '1000000', 'disk,cpu', basename(device)]
      const sampler = spawn('sh', ['src/bench/observers/sample.sh', ...args], { stdio: 'ignore' })
      const ended = once(sampler, 'close')
      const disks = () =>
        parseSampleLog(readFileSync(file, 'utf8')).samples.filter(({ kind }) => kind === 'disk')
      await vi.waitFor(() => expect(disks().length).toBeGreaterThan(0))
      const output = join(lab.folder, 'fio.json')
      await run('fio', [
        ...[
          '--name=job',
          `--filename=${device}`,
          '--ioengine=libaio',
          '--direct=1',
          '--rw=randrw',
          '--bs=16k',
        ],
        ...['--iodepth=4', '--size=64m', '--io_size=256m', '--output-format=json', `--output=${output}`],
      ])
      sampler.kill('SIGTERM')
      await ended
      const text = readFileSync(file, 'utf8')
      const startedAtMs = parseSampleLog(text).clocks[0]?.atMs ?? 0
      const { series, problems } = readSamples(text, {
        test: 'random-mix',
        startedAtMs,
        intervalSeconds: 0.1,
      })
      expect(problems).toEqual([])
      const counted = countedBy(readFileSync(output, 'utf8'))
      for (const direction of ['read', 'write'] as const) {
        const rate = series.find((one) => one.metric === 'bandwidth' && one.direction === direction)
        const times = [startOf(text, startedAtMs), ...(rate?.seconds ?? [])]
        const bytes = [...(rate?.values ?? [])].reduce(
          (sum, value, at) => sum + value * ((times[at + 1] ?? NaN) - (times[at] ?? NaN)),
          0,
        )
        expect(Math.abs(bytes / counted[direction].io_bytes - 1), direction).toBeLessThan(0.01)
      }
    } finally {
      lab.close()
    }
  })
})

/** Of the first sample, in seconds since the series began. */
function startOf(text: string, startedAtMs: number): number {
  const log = parseSampleLog(text)
  const clock = log.clocks[0]
  return (log.samples[0]?.uptime ?? 0) - (clock?.uptime ?? 0) - (startedAtMs - (clock?.atMs ?? 0)) / 1000
}
