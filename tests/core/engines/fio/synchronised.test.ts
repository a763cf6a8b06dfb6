import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SynchronisedResult } from '../../../../src/core/engines/engine'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { synchronised } from '../../../../src/core/engines/fio/synchronised'
import { parts } from './synchronised-parts'
import { mainProcess } from '../../../../src/core/engines/steps'
import { scalarsOf, seriesOf } from '../../../../src/core/results/observation'

const captured = 'tests/fixtures/fio-3.33/client-server'

interface Exit {
  readonly exitCode: number
  readonly printed: string
}

function outputOf(name: string) {
  const { exitCode, printed } = JSON.parse(readFileSync(`${captured}/${name}.exit.json`, 'utf8')) as Exit
  return { exitCode, printed, text: readFileSync(`${captured}/${name}.out`, 'utf8'), parts: parts() }
}

function parsed(name: string, change: (text: string) => string = (text) => text): SynchronisedResult {
  const { text, ...rest } = outputOf(name)
  return synchronised.parse({ ...rest, outputs: { 'output.json': change(text) } })
}

function values(result: SynchronisedResult, metric: string, direction = 'total'): readonly number[] {
  if (result.outcome !== 'done') throw new Error(result.failure.text)
  return [result, ...(result.machines ?? [])].map(
    ({ observations }) =>
      scalarsOf(observations).find((one) => one.metric === metric && one.direction === direction)?.value ??
      NaN,
  )
}

/** The options that fio echoes if it is to write logs. */
const recording = ['write_bw_log', 'write_iops_log', 'write_lat_log']
  .map((option) => `"${option}" : "series", `)
  .concat('"log_avg_msec" : "1000", "log_unix_epoch" : "1",')
  .join('')

describe("what fio's client wrote for two servers", () => {
  it('is a result for each host and for both together', () => {
    const result = parsed('sound')
    for (const metric of ['iops', 'bandwidth', 'io_count', 'io_bytes']) {
      const [together = 0, one = 0, other = 0] = values(result, metric)
      expect(together).toBeCloseTo(one + other, 6)
      expect(one).toBeGreaterThan(0)
      expect(other).toBeGreaterThan(0)
    }
    const [together = 0, ...hosts] = values(result, 'latency_p99', 'read')
    expect(together).toBeGreaterThanOrEqual(Math.min(...hosts))
    expect(together).toBeLessThanOrEqual(Math.max(...hosts))
    expect(values(result, 'latency_max', 'read')[0]).toBe(
      Math.max(...values(result, 'latency_max', 'read').slice(1)),
    )
  })

  it('has sums that fio computed, too', () => {
    const ios = [...outputOf('sound').text.matchAll(/"total_ios" : (\d+)/g)].map((match) => Number(match[1]))
    // Read, write, trim and sync of each host, then of all of them.
    const [read] = ios.slice(-4)
    expect(values(parsed('sound'), 'io_count', 'read')[0]).toBe(read)
    const changed = parsed('sound', (text) => {
      const at = text.lastIndexOf(`"total_ios" : ${String(read)}`)
      return `${text.slice(0, at)}"total_ios" : 1${text.slice(at + `"total_ios" : ${String(read)}`.length)}`
    })
    expect(changed).toMatchObject({ outcome: 'failed', failure: { id: 'hosts-disagree' } })
  })

  it.each([
    ['one-absent', 'interrupted', 'host-missing', /beta/],
    ['server-killed', 'interrupted', 'host-missing', /beta/],
    ['file-missing', 'failed', 'file-missing', /data file/i],
    ['client-interrupted', 'interrupted', 'zero-ios', /^alpha: /],
  ])('with %s is not a result, whatever its exit status', (name, outcome, id, text) => {
    const result = parsed(name)
    expect(result).toMatchObject({ outcome, failure: { id } })
    if (result.outcome !== 'done') expect(result.failure.text).toMatch(text)
  })

  it.each([
    [
      'another job than the one of this run',
      (text: string) => text.replaceAll('bw-00000000-3', 'bw-00000000-9'),
    ],
    ['nothing', () => ''],
    ['half a document', (text: string) => text.slice(0, text.length / 2)],
  ])('that holds %s is not a result', (_name, change) => {
    expect(parsed('sound', change).outcome).toBe('interrupted')
  })

  it('has the series of each host, on the clock of that host', () => {
    const start = { 'host-1': 1_700_000_000_000, 'host-2': 1_700_000_900_000 }
    const logs = Object.entries(start).map(([socket, ms], place) => {
      const rows = [1, 2].map((second) => `${ms + second * 1000}, ${(place + 1) * 100 * second}, 0, 0, 0\n`)
      return `# series_iops.1.log.${socket}\n${rows.join('')}`
    })
    const { text, ...rest } = outputOf('sound')
    const result = synchronised.parse({
      ...rest,
      parts: parts().map((part) => ({
        ...part,
        request: { ...part.request, series: { seconds: 1, detail: 'averages' } },
      })),
      outputs: {
        'output.json': text.replaceAll(/"job options" : \{/g, `$&${recording}`),
        'series.log': logs.join(''),
      },
    })
    if (result.outcome !== 'done') throw new Error(result.failure.text)
    const { machines = [] } = result
    const recorded = machines.map(({ observations }) => seriesOf(observations))
    const iops = recorded.map((series) => series.find(({ direction }) => direction === 'read'))
    expect(iops.map((one) => [...(one?.values ?? [])])).toEqual([
      [100, 200],
      [200, 400],
    ])
    expect(iops.map((one) => one?.startedAtMs)).toEqual(Object.values(start))
    expect(machines.map(({ measuredAtMs }) => measuredAtMs)).toEqual(Object.values(start))
    expect(seriesOf(result.observations)).toEqual([])
  })

  it('is not trusted if a server also printed something unknown', () => {
    const result = parsed('sound', (text) => text.replace('\n', '\n<beta> fio: something is wrong\n'))
    expect(result).toMatchObject({ outcome: 'failed', failure: { id: 'text-around-json' } })
  })
})

describe('the commands of a synchronised job', () => {
  it('give every host its own job file, with all options in the job itself', () => {
    const steps = synchronised.clientSteps(parts())
    const { args } = mainProcess(steps)
    const { files } = steps
    expect(args.slice(-4)).toEqual([
      '--client=sock:host-1',
      'bw-00000000-2.fio',
      '--client=sock:host-2',
      'bw-00000000-3.fio',
    ])
    for (const [index, { text }] of files.entries()) {
      expect(text).not.toContain('[global]')
      expect(text).toContain(`filename=/mnt/capture/data-${String(index + 1)}\n`)
    }
  })

  it('let a server that only reads refuse every write', () => {
    const [part] = parts()
    if (!part) throw new Error('There is no part.')
    const reads = { ...part.request, workload: { ...part.request.workload, pattern: 'random-read' } }
    expect(mainProcess(synchronised.serverSteps(part.request, 's')).args).toEqual(['--server=sock:s'])
    expect(mainProcess(synchronised.serverSteps(reads, 's')).args).toEqual(['--readonly', '--server=sock:s'])
  })

  it.each([
    [{ time_based: true, runtime: 5 }, true],
    [{ time_based: false, runtime: 5 }, false],
    [{ time_based: true, runtime: 5, io_size: 4096 }, false],
    [{ time_based: true, runtime: 5, steadystate: 'iops:1%' }, false],
  ])('end together on all hosts with %j: %s', (workload, expected) => {
    expect(fioEngine.synchronised?.endsTogether(workload)).toBe(expected)
  })
})
