import { describe, expect, it } from 'vitest'
import { LiveSamples } from '../../../src/core/observers/live-samples'
import { readSamples } from '../../../src/core/observers/read-samples'
import type { SeriesPoints } from '../../../src/core/results/observation'

/** Counters of a disk: writes done, of 8 sectors each. */
const disk = (stamp: number, writes: number) =>
  `${stamp} disk sda 10 0 80 20 ${writes} 0 ${writes * 8} ${writes} 0 ${stamp} ${stamp} 0 0 0 0`
const cpu = (stamp: number, user: number) => `${stamp} cpu ${user} 0 0 ${stamp} 0 0 0 0 0 0`
const lines = [
  'benchwright-samples 1',
  disk(100000, 0),
  cpu(100000, 0),
  '100000 clock 1700000000.0',
  disk(100100, 100),
  cpu(100100, 50),
  disk(100200, 300),
  cpu(100200, 50),
]

/** All points of a metric in the order they arrived, as [seconds, value]. */
function pointsOf(told: readonly SeriesPoints[], metric: string, direction = 'total') {
  return told
    .filter((one) => one.metric === metric && one.direction === direction)
    .flatMap(({ seconds, values }) => [...seconds].map((at, place) => [at, values[place]]))
}

describe('samples that are read while they are written', () => {
  it('give the same points as the whole file, in whatever pieces they arrive', () => {
    const text = `1002.50 4000.00\n${lines.join('\n')}\n`
    const whole = readSamples(`${lines.join('\n')}\n`, {
      ...{ test: 'x', startedAtMs: 1_700_000_000_000, intervalSeconds: 1 },
    })
    for (const size of [1, 7, 64, text.length]) {
      const reader = new LiveSamples()
      const told: SeriesPoints[] = []
      for (let at = 0; at < text.length; at += size)
        // The host reports an uptime of 1002.5 s, and observation started 2.5 s before: the run started at 1000 s.
        told.push(...reader.push(text.slice(at, at + size), 5_002_500, 5_000_000))
      for (const metric of ['iops', 'bandwidth', 'cpu_user', 'disk_in_flight']) {
        const stored = whole.series.find((one) => one.metric === metric && one.direction === 'total')
        expect(pointsOf(told, metric)).toEqual(
          [...(stored?.seconds ?? [])].map((at, place) => [at, stored?.values[place]]),
        )
      }
      expect(pointsOf(told, 'iops', 'write')).toEqual([
        [1, 100],
        [2, 200],
      ])
    }
  })

  it('survive a truncated line, what a terminal adds, and a file that is sent again', () => {
    const reader = new LiveSamples()
    reader.push(`1002.50 4000.00\r\n0 0 0 0\r\n${disk(100000, 0)}\r\n`, 2500, 0)
    const first = reader.push(`${disk(100100, 100)}\r\n`, 2500, 0)
    expect(pointsOf(first, 'iops')).toEqual([[1, 100]])
    const again = reader.push(
      `\r\n— connected again —\r\n1009.00 4000.00\r\n${disk(100000, 0)}\r\n${disk(100100, 100)}\r\n${disk(100200, 300)}\r\n`,
      9000,
      0,
    )
    expect(pointsOf(again, 'iops')).toEqual([[2, 200]])
  })
})
