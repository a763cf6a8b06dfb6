import { describe, expect, it } from 'vitest'
import { readRequests } from '../../../src/core/observers/read-requests'
import { scalarsOf } from '../../../src/core/results/observation'
import { seenRequests } from '../../../src/core/results/seen-requests'

/** A tracer's summary: 70 reads and 30 writes of 4 KiB, of which some were merged to 8 KiB. */
const summary = [
  'benchwright-requests 1',
  'clock 100.00 1700000000.0',
  'at 101.00 nvme0n1 read 70 286720 7 70 7000 70 700',
  'at 101.00 nvme0n1 write 30 163840 0 30 6000 30 300',
  'size nvme0n1 read 4096 70',
  'size nvme0n1 write 4096 20',
  'size nvme0n1 write 8192 10',
  'seen 100 all',
  'end told 0',
  '',
].join('\n')
const { observations } = readRequests(summary, { test: 'random-mix', intervalSeconds: 1 })
const observed = scalarsOf(observations)

describe('what a drive saw of a run', () => {
  it('is reported by direction, with the most frequent sizes first', () => {
    const [device, ...others] = seenRequests(observed, {})
    expect(others).toEqual([])
    expect(device).toMatchObject({
      device: 'nvme0n1',
      findings: [],
      directions: [
        {
          ...{ direction: 'read', requests: 70, sharePercent: 70, meanBytes: 4096 },
          ...{ sequentialPercent: 10, deviceNs: 100_000, queueNs: 10_000 },
          sizes: [{ bytes: 4096, requests: 70 }],
        },
        {
          ...{ direction: 'write', requests: 30, sharePercent: 30, deviceNs: 200_000 },
          sizes: [
            { bytes: 4096, requests: 20 },
            { bytes: 8192, requests: 10 },
          ],
        },
      ],
    })
  })

  it.each([
    [{ pattern: 'random-mix', read_percent: 70, block_size: 4096 }, [true, true, true]],
    [{ pattern: 'random-mix', read_percent: 50, block_size: 4096 }, [false, true, true]],
    [{ pattern: 'sequential-read', block_size: 65536 }, [false, false, false]],
    [{ pattern: 'something-else' }, []],
  ])('is compared with the plan: %j', (parameters, expected) => {
    const [device] = seenRequests(observed, parameters)
    expect(device?.findings.map(({ isAsPlanned }) => isAsPlanned)).toEqual(expected)
  })

  it('names the size of most requests if it is not the requested one', () => {
    const [device] = seenRequests(observed, { block_size: 65536 })
    expect(device?.findings.map(({ text }) => text.replaceAll('\u202f', ' '))).toEqual([
      'Size: 0 % of the requests had the 64 KiB asked for; most had 4 KiB.',
    ])
  })

  it('is nothing if no request was traced', () => {
    expect(seenRequests([], { block_size: 4096 })).toEqual([])
  })
})
