import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Progress } from '../../../../src/core/engines/progress'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { capturedStream } from './captured'

/** Every state of a stream, one per line. */
function statesOf(stream: string): readonly Progress[] {
  const reader = fioEngine.progress()
  return stream.split(/(?<=[\r\n])/).flatMap((line) => reader.push(line) ?? [])
}

const last = (stream: string) => statesOf(stream).at(-1)

describe('the status line', () => {
  it.each<[string, Progress]>([
    ['Jobs: 2 (f=0)', { phase: 'preparing' }],
    [
      'Jobs: 2 (f=2): [m(1),/(1)][42.9%][r=11KiB/s,w=1KiB/s][r=2,w=0 IOPS][eta 00m:04s]',
      {
        phase: 'running',
        fraction: 0.429,
        secondsLeft: 4,
        readBytesPerSecond: 11_264,
        writeBytesPerSecond: 1024,
        readIops: 2,
        writeIops: 0,
      },
    ],
    ['Jobs: 1 (f=1): [/(1)][-.-%][eta 00m:09s]', { phase: 'ramp', secondsLeft: 9 }],
    ['Jobs: 1 (f=1): [P(1)][-.-%][eta 00m:09s]', { phase: 'preparing', secondsLeft: 9 }],
    [
      'Jobs: 1 (f=1): [r(1)][75.0%][r=34.7GiB/s][r=9104k IOPS][eta 01d:03h:46m:37s]',
      {
        phase: 'running',
        fraction: 0.75,
        secondsLeft: 99_997,
        readBytesPerSecond: 34.7 * 1024 ** 3,
        writeBytesPerSecond: 0,
        readIops: 9_104_000,
        writeIops: 0,
      },
    ],
    [
      'Jobs: 1 (f=1), 0-200 IOPS: [w(1)][3.1%][w=511MB/s][w=1.2M IOPS][eta 02h:00m:01s]',
      {
        phase: 'running',
        fraction: 0.031,
        secondsLeft: 7201,
        readBytesPerSecond: 0,
        writeBytesPerSecond: 511e6,
        readIops: 0,
        writeIops: 1_200_000,
      },
    ],
    [
      'Jobs: 1 (f=0): [f(1)][100.0%][w=1MiB/s][w=3 IOPS][eta 00m:00s]',
      {
        phase: 'finishing',
        fraction: 1,
        secondsLeft: 0,
        readBytesPerSecond: 0,
        writeBytesPerSecond: 1_048_576,
        readIops: 0,
        writeIops: 3,
      },
    ],
    ['x: Laying out IO file (1 file / 64MiB)', { phase: 'preparing' }],
  ])('%s', (line, progress) => {
    expect(last(`${line}\r`)).toEqual(progress)
  })

  it.each(['', 'hello', 'fio-3.33', '$ fio job', 'Job: 1', '\u001b[31mred'])('is not %j', (line) => {
    expect(last(`${line}\r\n`)).toBeUndefined()
  })
})

describe('captured streams', () => {
  it('of a mix rise to the end', () => {
    const states = statesOf(capturedStream('mix'))
    const fractions = states.flatMap((state) => state.fraction ?? [])
    expect(fractions.length).toBeGreaterThan(3)
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other))
    expect(fractions.at(-1)).toBe(1)
    const running = states.find((state) => state.phase === 'running')
    expect(running?.readIops).toBeGreaterThan(1000)
    expect((running?.readBytesPerSecond ?? 0) / (running?.readIops ?? 1)).toBeCloseTo(4096, -3)
  })

  it('of a long run count days', () => {
    expect(last(capturedStream('long'))?.secondsLeft).toBeGreaterThan(86_400)
  })

  it('of several jobs with a ramp go from preparing to finishing', () => {
    const phases = statesOf(capturedStream('ramp-two-jobs')).map((state) => state.phase)
    expect([phases[0], phases.at(-1)]).toEqual(['preparing', 'finishing'])
    expect(phases).toContain('running')
  })

  it.each(['limited', 'decimal', 'null', 'laying-out', 'no-newline'])('of %s are read', (name) => {
    expect(statesOf(capturedStream(name)).length).toBeGreaterThan(0)
  })

  it('give the same however they are cut', () => {
    for (const name of ['mix', 'long', 'ramp-two-jobs', 'limited']) {
      const stream = capturedStream(name)
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
          const reader = fioEngine.progress()
          let newest: Progress | undefined
          let at = 0
          for (let piece = 0; at < stream.length; piece += 1) {
            const size = sizes[piece % sizes.length] ?? 1
            newest = reader.push(stream.slice(at, at + size)) ?? newest
            at += size
          }
          expect(newest).toEqual(last(stream))
        }),
        { numRuns: 50 },
      )
    }
  })
})

it('survives any input, and does not keep what never ends', () => {
  const reader = fioEngine.progress()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const progress = reader.push(text)
      if (progress?.fraction !== undefined) expect(progress.fraction).toBeLessThanOrEqual(1)
    }),
  )
  expect(reader.push('x'.repeat(10_000_000))).toBeUndefined()
  expect(reader.push('\rJobs: 1 (f=1)\r')).toEqual({ phase: 'preparing' })
})
