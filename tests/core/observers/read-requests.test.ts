import { describe, expect, it } from 'vitest'
import { readRequests } from '../../../src/core/observers/read-requests'
import { findMetric } from '../../../src/core/results/metrics'
import {
  histogramsOf,
  scalarsOf,
  seriesOf,
  units,
  type Direction,
} from '../../../src/core/results/observation'

/** Left by the tracer next to 128 KiB reads and a 16 KiB mix (Linux 6.18), its histograms shortened. */
const captured = `benchwright-requests 1
clock 26085.15 1795381326.759209286
at 26087.00 loop1 read 1661 27213824 58 1658 144740 1661 2537
at 26087.00 loop1 write 732 11993088 26 731 63184 732 1084
at 26088.00 loop1 read 1227 27443200 212 1230 54891 1227 1234
at 26088.00 loop1 write 540 8847360 56 541 25010 540 518
size loop1 read 131072 64
size loop1 read 16384 2824
size loop1 write 16384 1272
service loop1 read 40.5 2000
service loop1 read 17 888
queue loop1 write 1 1272
seen 4160 all
end told 0
`
const options = { test: 'random-mix', intervalSeconds: 1 }
const read = (text: string, startedAtMs?: number) => readRequests(text, { ...options, startedAtMs })
const cut = (from: string) => captured.slice(0, captured.indexOf(from))

describe('block requests as counted by a tracer', () => {
  const { observations, problems } = read(captured, 1_795_381_327_609)
  const scalar = (metric: string, direction: Direction, size?: number) =>
    scalarsOf(observations).find(
      (one) => one.metric === metric && one.direction === direction && one.levels?.block_size === size,
    )?.value

  it('are rates, sizes and times over time, from the start of the measurement', () => {
    expect(problems).toEqual([])
    const series = seriesOf(observations).filter(({ direction }) => direction === 'read')
    const shown = Object.fromEntries(
      series.map(({ metric, values }) => [metric, Array.from(values, (value) => Math.round(value))]),
    )
    expect(shown).toEqual({
      iops: [1661, 1227],
      bandwidth: [27_213_824, 27_443_200],
      request_size_mean: [16_384, 22_366],
      request_sequential: [3, 17],
      device_latency_mean: [87_298, 44_627],
      queue_wait_mean: [1527, 1006],
    })
    const [first] = series
    expect(first).toMatchObject({ source: 'requests', device: 'loop1', startedAtMs: 1_795_381_327_609 })
    expect(first?.seconds[0]).toBeCloseTo(1)
  })

  it('are summed up for the whole run', () => {
    expect(scalar('request_count', 'read')).toBe(2888)
    expect(scalar('request_count', 'read', 16_384)).toBe(2824)
    expect(scalar('request_count', 'read', 131_072)).toBe(64)
    expect(scalar('request_size_mean', 'write')).toBe(16_384)
    expect(scalar('request_read_share', 'total')).toBeCloseTo((100 * 2888) / 4160)
    expect(scalar('request_sequential', 'read')).toBeCloseTo((100 * 270) / 2888)
    expect(histogramsOf(observations)).toMatchObject([
      { metric: 'device_latency', direction: 'read', binsNs: [17_000, 40_500], counts: [888, 2000] },
      { metric: 'queue_wait', direction: 'write', binsNs: [1000], counts: [1272] },
    ])
  })

  it('have metrics and units that the results know', () => {
    for (const one of [...scalarsOf(observations), ...seriesOf(observations)]) {
      expect(units).toContain(one.unit)
      expect(findMetric(one.metric)?.unit, one.metric).toBe(one.unit)
    }
  })

  it('give the reason if there are none', () => {
    for (const [word, reason] of [
      ['not-root', 'only root may trace them'],
      ['no-device', 'is not on a block device'],
      ['no-tracefs', 'cannot be mounted'],
      ['no-instance', 'no trace instance'],
      ['no-events', 'no events'],
      ['else', 'did not say why'],
    ]) {
      const refused = read(`benchwright-requests 1\nnone ${word ?? ''}\n`)
      expect(refused.observations).toEqual([])
      expect(refused.problems.join()).toContain(`Block requests were not recorded: `)
      expect(refused.problems.join()).toContain(reason)
    }
  })

  it('are not read from a summary that is truncated or damaged', () => {
    for (const text of ['', 'else\n', cut('seen'), cut('end told'), cut('4160 all')])
      expect(read(text).observations, text).toEqual([])
    expect(read(captured.replace('seen', 'at nowhere\nseen')).problems).toEqual([
      'Block requests were not recorded: line 13 of the summary is not as the tracer writes it.',
    ])
  })

  it('report what is missing', () => {
    expect(read(captured.replace('end told 0', 'end enough 12')).problems).toEqual([
      'The kernel dropped 12 events of block requests that came too fast; the rest is summarised.',
      'Block requests were traced until there were enough (4160); the summary is of the first part of the run.',
    ])
    const idle = 'benchwright-requests 1\nclock 26085.15 1795381326.75\nseen 0 all\nend told 0\n'
    expect(read(idle)).toEqual({
      observations: [],
      problems: ['No block request reached the traced devices.'],
    })
  })
})
