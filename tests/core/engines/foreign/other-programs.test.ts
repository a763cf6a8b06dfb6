import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readForeignOutputs } from '../../../../src/core/engines/foreign/read-output'
import { unreadForm } from '../../../../src/core/engines/foreign/unread-forms'
import type { ForeignRun } from '../../../../src/core/engines/foreign/foreign-output'
import { scalarsOf, seriesOf, type Direction } from '../../../../src/core/results/observation'

const folder = 'tests/fixtures/foreign'
const text = (path: string) => readFileSync(`${folder}/${path}`, 'utf8')
function read(source: string) {
  const [output] = readForeignOutputs(source)
  if (!output) throw new Error('Nothing was recognised.')
  return output
}
const value = (run: ForeignRun | undefined, metric: string, direction: Direction = 'total') =>
  scalarsOf(run?.observations ?? []).find((one) => one.metric === metric && one.direction === direction)
    ?.value
/** Levels of the runs in words, with one of their numbers. */
const summary = (runs: readonly ForeignRun[], metric: string) =>
  runs.map((run) => {
    const { pattern, block_size: block, queue_depth: depth, jobs } = run.levels
    return [pattern, block, depth, jobs, Math.round(value(run, metric) ?? Number.NaN)].join(' ')
  })

it('reads CrystalDiskMark of every generation', () => {
  expect(summary(read(text('diskmark/cdm-3.0.1.txt')).runs, 'bandwidth')).toEqual([
    'sequential-read  1 1 505825000',
    'sequential-write  1 1 189856000',
    'random-read 524288 1 1 381142000',
    'random-write 524288 1 1 190461000',
    'random-read 4096 1 1 25206000',
    'random-write 4096 1 1 63703000',
    'random-read 4096 32 1 271859000',
    'random-write 4096 32 1 174695000',
  ])
  const [, , six] = read(text('diskmark/cdm-6.0.2.txt')).runs
  expect(six?.levels).toEqual({
    ...{ pattern: 'random-read', block_size: 4096, queue_depth: 8, jobs: 8, file_size: 1024 ** 3, passes: 5 },
  })
  expect([value(six, 'iops'), value(six, 'iops', 'read'), six?.engineVersion]).toEqual([
    96_167,
    96_167,
    '6.0.2',
  ])
  expect(new Date(six?.finishedAtMs ?? 0).getFullYear()).toBe(2018)
  expect(read(text('diskmark/cdm-5.1.0.txt')).runs).toHaveLength(8)
})

it('takes every result of a text with several, and times of version 8', () => {
  const { engine, runs } = read(text('diskmark/cdm-8.0.0-twice.txt'))
  expect([engine, runs.length]).toEqual(['CrystalDiskMark', 16])
  expect(value(runs[0], 'latency_mean')).toBeCloseTo(15_407_040, 3)
  expect(value(runs[8], 'bandwidth')).toBe(2_470_084_000)
})

it('reports what a text that was cut off does not say', () => {
  const whole = text('diskmark/cdm-8.0.0-twice.txt')
  const noted = ({ runs }: ReturnType<typeof read>) =>
    runs.map(({ warnings }) => warnings.map((one) => one.text).join())
  expect([new Set(noted(read(whole))), read(whole).skipped]).toEqual([new Set(['']), []])

  // The second result ends within a line of its writes.
  const cut = read(whole.slice(0, whole.lastIndexOf('MB/s [  62430.7')))
  const lacking = 'The text of this result has no size of the test file or date: it may have been cut off.'
  expect(noted(cut)).toEqual([...Array<string>(8).fill(''), ...Array<string>(6).fill(lacking)])
  expect(cut.skipped).toEqual([
    {
      part: 'result 2 of 2',
      reason:
        'Tests are missing: it has 4 tests of reads and 2 of writes, and the line “RND 4KiB (Q= 32, T= 1): 255.716” has no result. If it was cut off, copy it again; otherwise run the test again.',
    },
  ])

  // Between the tests and the lines below them, as its owner published it.
  const published = read(text('diskmark/cdm-5.1.0.txt'))
  expect([new Set(noted(published)), published.skipped]).toEqual([new Set([lacking]), []])
  // An older text has reads and writes in turn.
  const older = text('diskmark/cdm-3.0.1.txt')
  expect(read(older.slice(0, older.indexOf('  Random Write 4KB (QD=32)'))).skipped).toMatchObject([
    { part: '', reason: expect.stringContaining('4 tests of reads and 3 of writes') as string },
  ])
})

it("counts KDiskMark's megabytes as its IOPS imply, and reports it", () => {
  const { runs } = read(text('diskmark/kdiskmark-3.2.0.txt'))
  const write = runs[6]
  expect(value(write, 'bandwidth')).toBe(14_712 * 1024)
  expect(Math.abs((value(write, 'bandwidth') ?? 0) / (3678 * 4096) - 1)).toBeLessThan(0.001)
  expect(write?.warnings[0]?.text).toMatch(/1,024,000 bytes/)
})

it.each([
  ['diskmark/kdiskmark-2.3.0.txt', '2.3.0', 84_988.3],
  ['diskmark/kdiskmark-3.0.0.txt', '3.0.0', 88_664.6],
])('finds the same megabytes in %s', (path, version, iops) => {
  const { runs } = read(text(path))
  expect([runs.length, runs[2]?.engineVersion, value(runs[2], 'iops')]).toEqual([8, version, iops])
  for (const run of runs) {
    const moved = (value(run, 'iops') ?? 0) * Number(run.levels.block_size)
    expect(Math.abs((value(run, 'bandwidth') ?? 0) / moved - 1)).toBeLessThan(0.002)
  }
})

it('reads AS SSD in MB/s and in IOPS, which agree', () => {
  const rates = read(text('as-ssd/2.0-rates.txt')).runs
  const counts = read(text('as-ssd/2.0-iops.txt')).runs
  expect(summary(rates, 'bandwidth').slice(0, 2)).toEqual([
    `sequential-read 16777216 1 1 ${Math.round(2468.65 * 1024 ** 2)}`,
    `sequential-write 16777216 1 1 ${Math.round(1077.41 * 1024 ** 2)}`,
  ])
  const small = ({ levels }: ForeignRun) => levels.pattern === 'random-read' && levels.queue_depth === 64
  const bytes = value(rates.find(small), 'bandwidth') ?? 0
  expect(Math.abs(bytes / 4096 / (value(counts.find(small), 'iops') ?? 1) - 1)).toBeLessThan(0.001)
  const access = rates.find(({ levels }) => levels.block_size === 512 && levels.pattern === 'random-read')
  expect(value(access, 'latency_mean')).toBe(98_000)
  expect(read(text('as-ssd/970-evo-plus.txt')).runs[0]?.device).toBe('Samsung SSD 970 EVO Plus 250GB')
})

describe('a text of a system in another language', () => {
  const localized = (path: string) => text(path).replace(/(\d)\.(?=\d+ (?:MB\/s|IOPS|us|ms))/g, '$1,')

  it.each([
    'diskmark/cdm-3.0.1.txt',
    'diskmark/cdm-8.0.0-twice.txt',
    'diskmark/kdiskmark-3.0.0.txt',
    'as-ssd/2.0-rates.txt',
  ])('has decimal commas: %s', (path) => {
    expect(localized(path)).not.toBe(text(path))
    expect(read(localized(path))).toEqual(read(text(path)))
  })

  it('has decimal commas in the tables of vdbench and diskspd', () => {
    const rates = (source: string) =>
      read(source).runs.map((run) => [
        value(run, 'iops'),
        value(run, 'bandwidth'),
        value(run, 'latency_mean'),
      ])
    for (const path of ['vdbench/50407-rd1.txt', 'vdbench/p4510-table.txt', 'diskspd/2-mix.txt']) {
      const whole = text(path)
      const commas = whole.replace(/^.*(?:avg_|total:).*$/gm, (line) => line.replace(/(\d)\.(?=\d)/g, '$1,'))
      expect(commas).toMatch(/\d,\d/)
      expect(rates(commas)).toEqual(rates(whole))
    }
  })

  it('groups its digits', () => {
    const grouped = localized('diskmark/cdm-8.0.0-twice.txt').replace(/(\d)(?=\d{3},)/g, '$1.')
    expect(grouped).toContain('2.470,084 MB/s')
    expect(read(grouped)).toEqual(read(text('diskmark/cdm-8.0.0-twice.txt')))
    const iops = text('as-ssd/2.0-iops.txt').replace(/(\d)(?=\d{3} iops)/g, '$1.')
    expect(iops).toContain('114.103 iops')
    expect(read(iops)).toEqual(read(text('as-ssd/2.0-iops.txt')))
  })

  it('has numbers that are not understood, and the lines are named', () => {
    const odd = text('diskmark/cdm-8.0.0-twice.txt').replace('2470.084', '2 470.084')
    const { runs, skipped } = read(odd)
    expect(runs).toHaveLength(15)
    expect(skipped).toMatchObject([
      {
        part: 'result 2 of 2',
        reason: expect.stringMatching(/“SEQ 1MiB .* 2 470\.084.*” has no result/) as string,
      },
    ])
  })

  it('has German words of AS SSD, and others are named', () => {
    const german = [
      ...([
        ['Sequential', 'Sequentiell'],
        ['Access Times', 'Zugriffszeiten'],
        ['Read:', 'Lesen:'],
        ['Write:', 'Schreiben:'],
        ['Date:', 'Datum:'],
      ] as const),
    ].reduce((all, [from, to]) => all.replaceAll(from, to), text('as-ssd/2.0-rates.txt'))
    expect(read(german)).toEqual(read(text('as-ssd/2.0-rates.txt')))
    const { runs, skipped } = read(text('as-ssd/2.0-rates.txt').replaceAll('Read:', 'Lecture:'))
    expect([runs.length, skipped[0]?.reason]).toEqual([
      4,
      expect.stringMatching(/^These words are not known: Sequential, lecture;/),
    ])
  })
})

describe('tests of CrystalDiskMark', () => {
  const whole = text('diskmark/cdm-8.0.0-twice.txt')

  it('have the share of reads of their mix', () => {
    const mix =
      '[Mix] Read 70%/Write 30%\n  RND    4KiB (Q=  1, T= 1):    30.000 MB/s [   7324.2 IOPS] <   130.00 us>\n'
    const { runs } = read(whole.replace('Profile: Default', `${mix}\nProfile: Default`))
    expect(runs[8]?.levels).toMatchObject({ pattern: 'random-mix', read_percent: 70, block_size: 4096 })
    expect(runs.filter(({ levels }) => 'read_percent' in levels)).toHaveLength(1)
  })

  it.each([
    ['Mode:', 'Mode: [Admin] <0Fill>'],
    ['(x5) [C: 91%', '(x5) <All 0x00 (0 Fill) mode> [C: 91%'],
  ])('of zeros instead of random data say so: %s', (from, to) => {
    const { runs } = read(whole.replace(from, to))
    expect(runs.map(({ levels }) => levels.compress_percent)).toEqual([
      ...Array<number>(8).fill(100),
      ...Array<undefined>(8).fill(undefined),
    ])
  })

  it('of another length are other cases', () => {
    const { runs } = read(whole.replace('Measure 5 sec', 'Measure 30 sec'))
    expect([runs[0]?.levels.runtime, runs[8]?.levels.runtime]).toEqual([30, 5])
  })

  it('are left out if their two numbers contradict each other', () => {
    const { runs, skipped } = read(
      whole.replace('510.084 MB/s', '5100.84 MB/s').replace('  6678.5', ' 66785.0'),
    )
    expect(runs).toHaveLength(14)
    expect(skipped).toMatchObject([
      {
        part: 'result 1 of 2',
        reason: expect.stringMatching(/contradict each other: “SEQ .*”, “RND .*”\. Copy/) as string,
      },
    ])
  })
})

describe('a result of AS SSD', () => {
  it('of 0 is of a test that was not run', () => {
    const { runs, skipped } = read(text('as-ssd/2.0-rates.txt').replace('122.14', '0.00'))
    expect([runs.length, skipped]).toEqual([7, []])
    const none = read(text('as-ssd/2.0-rates.txt').replace(/[\d.]+ (MB\/s|ms)/g, '0.00 $1'))
    expect(none).toMatchObject({ runs: [], skipped: [{ reason: 'None of its tests was run.' }] })
  })

  it('that was cut off says how many are missing', () => {
    const whole = text('as-ssd/2.0-rates.txt')
    const { runs, skipped } = read(whole.slice(0, whole.indexOf('4K-64Threads')))
    expect([runs.length, skipped]).toEqual([
      4,
      [{ part: '', reason: expect.stringMatching(/^It has 4 of 8 results\. If it was cut off/) as string }],
    ])
  })
})

it.each(['diskspd/2.0.21-read.xml', 'phoronix/tiobench-large.xml', 'tkperf/2.2-ssd.xml'])(
  'takes nothing from an XML document that was cut off: %s',
  (path) => {
    const whole = text(path)
    for (const length of [0.5, 0.9, 0.999].map((share) => Math.floor(share * whole.length))) {
      const { runs, skipped } = read(whole.slice(0, length))
      expect([runs, skipped]).toEqual([
        [],
        [
          {
            part: '',
            reason: expect.stringMatching(
              /^The XML cannot be read in line \d+: Unclosed .*cut off/,
            ) as string,
          },
        ],
      ])
    }
    expect(read(`${whole}\n${whole}`).skipped[0]?.reason).toMatch(
      /^Another document or text begins in line \d+\. Save/,
    )
  },
)

it('takes no time span of diskspd without its totals or without I/O', () => {
  const whole = text('diskspd/2-mix.txt')
  const { runs, skipped } = read(whole.replace(/^total: +661135360.*\n/m, ''))
  expect([runs, skipped[0]?.reason]).toEqual([
    [],
    expect.stringMatching(/^It has no totals of these sections: Total\. If it was cut off/),
  ])
  const idle = whole.replace(/^total:.*/gm, 'total: 0 | 0 | 0.00 | 0.00 | 0.000 | N/A')
  expect(read(idle)).toMatchObject({
    runs: [],
    skipped: [{ part: 'time span 1', reason: 'It moved no data.' }],
  })
  const still = text('diskspd/2-xml.xml').replace(/<(\w*(?:Count|Bytes\w*))>\d+</g, '<$1>0<')
  expect(read(still)).toMatchObject({
    runs: [],
    skipped: [{ part: 'time span 1', reason: 'It moved no data.' }],
  })
})

it("reads elbencho's table with the columns of each header line, and names lines that were cut off", () => {
  const [header = '', ...rows] = text('elbencho/2.1-four-hosts.csv').trim().split('\n')
  const row = rows.find((one) => one.includes(',WRITE,')) ?? ''
  const swapped = (line: string) => {
    const [date = '', label = '', ...cells] = line.split(',')
    return [date, label, 'new', ...cells].join(',')
  }
  const both = [header, row, swapped(header), swapped(row), row.slice(0, -40)].join('\n')
  const { runs, skipped } = read(`Results:\n${both}`)
  expect(runs[1]?.observations).toEqual(runs[0]?.observations)
  expect([runs.length, skipped]).toEqual([
    2,
    [{ part: 'line 6', reason: 'It is cut off. Copy the file again.' }],
  ])
})

it('names the row of ezFIO’s table in which it was cut off', () => {
  const table = text('ezfio/tests-1.9-old.csv')
  const at = table.indexOf('Seq,0,1024')
  const { runs, skipped } = read(table.slice(0, at + 'Seq,0,1024,1,256,38'.length))
  const line = table.slice(0, at).split('\n').length
  expect([runs.length, skipped]).toEqual([
    1,
    [{ part: `line ${line}`, reason: 'It is cut off. Copy the file again.' }],
  ])
})

describe("fio's human-readable output", () => {
  const whole = text('fio-printed/3.33-group.txt')

  it('is of one direction of a mix if it ends before the other, and is not taken', () => {
    const { runs, skipped } = read(whole.slice(0, whole.indexOf('  write: IOPS')))
    expect([runs, skipped[0]?.reason]).toEqual([
      [],
      expect.stringMatching(/^Its text ends before its last lines\. If it was cut off/),
    ])
  })

  it('says that latencies may be missing if it ends in the only direction', () => {
    const old = text('fio-printed/2.0.8-write.txt')
    const [run] = read(old.slice(0, old.indexOf('    clat percentiles'))).runs
    expect(run?.warnings.map(({ id }) => id)).toEqual(['rounded-output', 'cut-output'])
  })

  it('counts in units of 1000 or in bits if it was asked to', () => {
    const line = /read: IOPS=.*/
    const thousands = whole.replace(line, 'read: IOPS=1996, BW=8176kB/s (7984KiB/s)(8184kB/1001msec)')
    const bits = whole.replace(line, 'read: IOPS=1984, BW=62.0Mibit/s (65.0Mbit/s)(7976KiB/1005msec)')
    expect([thousands, bits].map((one) => value(read(one).runs[0], 'bandwidth', 'read'))).toEqual([
      8_176_000,
      (62 * 1024 ** 2) / 8,
    ])
    expect(value(read(thousands).runs[0], 'io_bytes', 'read')).toBe(8_184_000)
  })
})

it('reads diskspd as text, with and without latencies, and as XML', () => {
  const [mix] = read(text('diskspd/2-mix.txt')).runs
  expect(mix?.levels).toEqual({
    ...{ pattern: 'random-mix', read_percent: 70, block_size: 8192, queue_depth: 2, jobs: 4 },
    ...{ direct: true, runtime: 20, ramp_time: 5 },
  })
  expect([value(mix, 'iops'), value(mix, 'iops', 'read'), value(mix, 'latency_p99', 'write')]).toEqual([
    4033.18, 2823.65, 38_199_000,
  ])
  const [plain] = read(text('diskspd/2-read-no-latency.txt')).runs
  expect(plain?.levels).toMatchObject({ pattern: 'random-read', queue_depth: 32, jobs: 2 })
  expect([value(plain, 'iops', 'read'), value(plain, 'iops', 'write'), value(plain, 'latency_mean')]).toEqual(
    [8821.85, undefined, undefined],
  )
  const [xml] = read(text('diskspd/2-xml.xml')).runs
  expect(xml).toMatchObject({ device: 'physical drive 1', engineVersion: '2.2.0' })
  expect([value(xml, 'iops', 'read'), value(xml, 'latency_p999', 'read')]).toEqual([6400, 4_500_000])
})

it('takes the share of writes that the first versions of diskspd print', () => {
  const [run] = read(text('diskspd/2.0-write-read-ratio.txt')).runs
  expect(run?.levels).toEqual({
    ...{ pattern: 'random-mix', read_percent: 70, block_size: 8192, queue_depth: 12, jobs: 8 },
    ...{ direct: true, runtime: 600, ramp_time: 300 },
  })
  expect([
    value(run, 'iops', 'read'),
    value(run, 'latency_mean', 'write'),
    value(run, 'latency_p99'),
  ]).toEqual([40_634.12, 1_707_000, 10_183_000])
})

it('counts the threads of an old diskspd from its results', () => {
  const [run] = read(text('diskspd/2.0-mix-old.txt')).runs
  expect(run?.levels).toMatchObject({ pattern: 'random-mix', read_percent: 50, queue_depth: 32, jobs: 2 })
  expect([value(run, 'iops', 'write'), value(run, 'latency_p999', 'read')]).toEqual([109.27, 1_413_403_000])
})

it('reads captured XML of diskspd, of one target and of two', () => {
  const [one] = read(text('diskspd/2.0.21-read.xml')).runs
  expect(one?.levels).toEqual({
    ...{ pattern: 'sequential-read', block_size: 65_536, queue_depth: 2, jobs: 4 },
    ...{ direct: true, runtime: 30, ramp_time: 5 },
  })
  expect(value(one, 'iops', 'read')).toBeCloseTo((22_645 + 22_623 + 22_548 + 23_154) / 30.02, 6)
  expect([value(one, 'iops', 'write'), value(one, 'cpu_system'), one?.finishedAtMs]).toEqual([
    undefined,
    2.95,
    Date.UTC(2018, 9, 18, 21, 39, 4),
  ])
  const [two] = read(text('diskspd/2.1.0-two-targets.xml')).runs
  expect(two?.levels).toMatchObject({ pattern: 'sequential-mix', read_percent: 70, block_size: 1024 ** 2 })
  expect([value(two, 'io_count'), value(two, 'latency_mean'), value(two, 'latency_p99', 'write')]).toEqual([
    6971, 137_932_000, 1_517_500_000,
  ])
  expect(two?.warnings.map(({ id }) => id)).toEqual(['several-targets'])
})

it('reads elbencho on several hosts, with the time zone it notes', () => {
  const { runs, skipped } = read(text('elbencho/2.1-four-hosts.csv'))
  expect(summary(runs, 'iops')).toEqual(['sequential-write 1048576 1 16 8966'])
  expect(runs[0]).toMatchObject({ engineVersion: '2.1-0', levels: { hosts: 4, direct: true } })
  expect(runs[0]?.finishedAtMs).toBe(Date.parse('2022-03-11T16:01:26-08:00') + 45_257)
  expect(skipped).toEqual([])
  expect(summary(read(text('elbencho/2.1-gpu-hosts.csv')).runs, 'bandwidth')).toEqual([
    `sequential-write 1048576 1 16 ${6006 * 1024 ** 2}`,
  ])
})

describe('other files of elbencho', () => {
  const printed = readFileSync('tests/fixtures/imports/elbencho-text.out', 'utf8')

  it('may be what it prints, whose command line says what was asked for', () => {
    const { runs, skipped } = read(printed)
    expect(skipped).toEqual([])
    expect(runs).toMatchObject([
      {
        label: 'sequential-write',
        levels: {
          ...{ pattern: 'sequential-write', hosts: 4, jobs: 16, direct: false },
          ...{ block_size: 1024 ** 2, file_size: 1024 ** 4 },
        },
      },
    ])
    expect(runs[0]?.levels).not.toHaveProperty('queue_depth')
    expect([value(runs[0], 'iops'), value(runs[0], 'bandwidth'), value(runs[0], 'runtime')]).toEqual([
      5092,
      5092 * 1024 ** 2,
      94.917,
    ])
    expect(runs[0]?.finishedAtMs).toBe(Date.parse('2022-03-09T10:50:10-08:00') + 94_917)
  })

  it('may have times and latencies for people, a mix, and rates in 1000 bytes', () => {
    const later = printed.replace(
      /WRITE [^]*$/,
      `RWMIX70     Elapsed time     :      1.250s      1m2.500s
            IOPS write       :       3000       2500
            IOPS read        :       7000       6000
            IOPS total       :      10000       8500
            MB/s write       :         12         10
            MB/s read        :         28         24
            IO wr latency    : [ min=12us avg=450us max=1.20ms ]
            IO rd latency    : [ min=10us avg=1.50ms max=12.1ms ]
---
`,
    )
    const { runs } = read(later)
    expect(runs).toMatchObject([{ levels: { read_percent: 70, pattern: 'sequential-mix' } }])
    const [run] = runs
    expect([value(run, 'iops', 'read'), value(run, 'iops', 'write'), value(run, 'iops')]).toEqual([
      6000, 2500, 8500,
    ])
    expect([value(run, 'bandwidth', 'read'), value(run, 'bandwidth', 'write')]).toEqual([24e6, 10e6])
    expect([value(run, 'latency_mean', 'read'), value(run, 'latency_max', 'write')]).toEqual([1.5e6, 1.2e6])
    expect(value(run, 'runtime')).toBe(62.5)
  })

  it('that end within a phase are named', () => {
    const { runs, skipped } = read(printed.slice(0, printed.lastIndexOf('---')))
    expect(runs).toEqual([])
    expect(skipped).toMatchObject([{ part: 'WRITE', reason: expect.stringContaining('cut off') as string }])
  })

  it('may be rates over time, which become a series', () => {
    const row = (second: number, phase: string, mix: string, iops: number) =>
      `2022-03-09T10:50:${10 + second}.000-0800,x,${phase},${second * 1000},Total,${mix},1,0,${iops / 256},${iops},0,0,0,${iops === 0 ? 0 : 90},4,7,,`
    const live = [
      'ISO Date,Label,Phase,RuntimeMS,Rank,MixType,Done%,DoneBytes,MiB/s,IOPS,Entries,Entries/s,Lat Ent us,Lat IO us,Active,CPU,Service,',
      ...[1, 2, 3].map((second) => row(second, 'WRITE', '', 1024 * second)),
      '2022-03-09T10:50:13.000-0800,x,WRITE,3000,0,,1,0,,,0,,,,,,,',
      row(1, 'SYNC', '', 0),
      ...[5, 10].flatMap((second) => [
        row(second, 'RWMIX70', 'Write', 2560),
        row(second, 'RWMIX70', 'Read', 5120),
      ]),
    ].join('\n')
    const { runs, skipped } = read(`${live}\n`)
    expect(skipped).toEqual([])
    const points = runs.map((run) =>
      seriesOf(run.observations)
        .filter(({ metric }) => metric === 'iops')
        .map(({ test, direction, seconds, values }) => [test, direction, [...seconds], [...values]]),
    )
    expect(points).toEqual([
      [['write', 'write', [1, 2, 3], [1024, 2048, 3072]]],
      [
        ['mix', 'write', [5, 10], [2560, 2560]],
        ['mix', 'read', [5, 10], [5120, 5120]],
      ],
    ])
    expect(seriesOf(runs[0]?.observations ?? [])[0]?.startedAtMs).toBe(
      Date.parse('2022-03-09T10:50:10-08:00'),
    )
    expect(runs.flatMap(({ warnings }) => warnings.map(({ id }) => id))).toEqual(['live-only', 'live-only'])
  })

  it('leave out the lines of threads, as captured', () => {
    const { runs, skipped } = read(text('elbencho/3.0-live.csv'))
    expect(skipped).toEqual([])
    const series = seriesOf(runs[0]?.observations ?? [])
    expect(
      series.map(({ metric, direction, seconds, values }) => [metric, direction, [...seconds], [...values]]),
    ).toEqual([
      ['iops', 'read', [1], [30_151]],
      ['bandwidth', 'read', [1], [117 * 1024 ** 2]],
      ['latency_mean', 'read', [1], [530_000]],
    ])
    expect(new Set(series.map(({ startedAtMs }) => startedAtMs))).toEqual(
      new Set([Date.parse('2026-02-09T11:18:29.170-05:00')]),
    )
  })
})

it('takes the columns of an elbencho mix as its writes and those of rwmix as its reads', () => {
  const table = text('elbencho/2.1-four-hosts.csv').split('\n')
  const head = table[0]?.split(',') ?? []
  const row = (table.find((line) => line.includes(',WRITE,')) ?? '').split(',')
  const set = (name: string, to: string) => (row[head.indexOf(name)] = to)
  set('operation', 'RWMIX70')
  set('rwmix read IOPS [last]', '20920')
  set('rwmix read MiB/s [last]', '20921')
  const [run] = read(`${head.join(',')}\n${row.join(',')}\n`).runs
  expect(run?.levels).toMatchObject({ pattern: 'sequential-mix', read_percent: 70 })
  expect([value(run, 'iops', 'read'), value(run, 'iops', 'write'), value(run, 'iops')]).toEqual([
    20_920,
    8966,
    20_920 + 8966,
  ])
  expect(value(run, 'bandwidth', 'read')).toBe(20_921 * 1024 ** 2)
})

it("reads elbencho's JSON, an object a line", () => {
  const { runs, skipped } = read(text('elbencho/json-lines.json'))
  expect(summary(runs, 'iops')).toEqual(['random-write 4096 16 4 19000', 'random-mix 4096 16 4 19000'])
  expect([value(runs[1], 'iops', 'read'), value(runs[1], 'latency_mean', 'read')]).toEqual([
    13_300, 2_500_000,
  ])
  expect([value(runs[0], 'bandwidth'), runs[0]?.finishedAtMs]).toEqual([
    77_824_000,
    Date.parse('2026-05-22T14:09:48.120Z'),
  ])
  expect(skipped).toEqual([])
  expect(read(text('elbencho/json-lines.json').replaceAll('\n', ''))).toEqual({
    engine: 'elbencho',
    runs,
    skipped,
  })
  const cut = text('elbencho/json-lines.json').slice(0, -200)
  expect(read(cut).skipped).toEqual([{ part: 'line 3', reason: 'It is cut off. Copy the file again.' }])
})

it("reads elbencho's JSON of files in folders, which has no date and no latency", () => {
  const { runs, skipped } = read(text('elbencho/3.0-folders.json'))
  expect(summary(runs, 'iops')).toEqual(['sequential-write 4096 1 10 67758'])
  expect([value(runs[0], 'bandwidth', 'write'), value(runs[0], 'runtime')]).toEqual([277_539_020, 3.778])
  expect(runs[0]).toMatchObject({ engineVersion: '3.0-37', finishedAtMs: undefined })
  expect(runs[0]?.levels).toMatchObject({ direct: true, file_size: 10 * 1024 ** 2 })
  expect(skipped).toEqual([])
})

it("reads elbencho's JSON as jq formats it, and passes over a phase in which every request failed", () => {
  const captured = text('elbencho/3.1-failed-requests.json')
  expect(read(captured)).toMatchObject({
    runs: [],
    skipped: [{ part: 'line 1', reason: 'All its 8 requests failed.' }],
  })
  // As if two of them had failed.
  const some = captured.replaceAll(/"total": "8"/g, '"total": "2"')
  const { runs, skipped } = read(`${some}${captured}`)
  expect(skipped.map(({ part }) => part)).toEqual([`line ${captured.split('\n').length}`])
  expect([runs.length, value(runs[0], 'iops', 'read'), value(runs[0], 'bandwidth')]).toEqual([
    1, 2069, 749_288,
  ])
  expect(runs[0]?.finishedAtMs).toBe(Date.parse('2026-09-19T00:29:08.651Z') + 3)
  expect(runs[0]?.warnings.map(({ text }) => text)).toEqual([
    '2 of 8 requests failed. elbencho counts failed requests in its rates and latencies.',
  ])
})

it('notes the failed requests of a row of elbencho', () => {
  const [head, row] = text('elbencho/3.1-files.csv')
    .split('\n')
    .flatMap((line) =>
      line.startsWith('ISO') ? [`${line},errors total`] : line.includes(',WRITE,') ? [`${line},40`] : [],
    )
  expect(read(`${head}\n${row}\n`).runs[0]?.warnings).toMatchObject([
    {
      class: 'qualifies',
      id: 'failed-requests',
      text: expect.stringMatching(/^40 requests failed\./) as unknown,
    },
  ])
})

it('reads the rows of elbencho that move data', () => {
  const { runs, skipped } = read(text('elbencho/3.1-files.csv'))
  expect(summary(runs, 'bandwidth')).toEqual([`sequential-write 1048576 4 8 ${2941 * 1024 ** 2}`])
  expect(value(runs[0], 'latency_mean', 'write')).toBe(9_383_000)
  expect(skipped).toEqual([])
})

describe('diskspd without its parameters', () => {
  const whole = text('diskspd/2-mix.txt')
  const results = whole.slice(whole.indexOf('Results for timespan'))
  const { runs: known } = read(whole)

  it('has them from its command line', () => {
    const [line = ''] = whole.split('\n')
    expect(read(`${line}\n\n${results}`).runs[0]?.levels).toEqual(known[0]?.levels)
    const typed = 'PS C:\\> .\\diskspd.exe -b8K -d20 -h -L -o2 -t4 -r -w30 -c50M "c:\\my data\\io.dat"'
    expect(read(`${typed}\n${results}`).runs[0]?.levels).toEqual(known[0]?.levels)
  })

  it('has its defaults only where a command line lacks the option', () => {
    const [run] = read(`diskspd -w100 -Sh x.dat\n${results}`).runs
    expect(run?.levels).toEqual({
      ...{ pattern: 'sequential-write', block_size: 65_536, queue_depth: 2, jobs: 1, direct: true },
      ...{ runtime: 10, ramp_time: 5 },
    })
    const [alone] = read(results).runs
    expect(alone?.levels).toEqual({ jobs: 4 })
    expect(alone?.label).toBe('mix')
    expect(alone?.warnings).toMatchObject([{ id: 'options-unknown' }])
    expect(read(`diskspd -rs40 -b8K x.dat\n${results}`).runs[0]?.levels).toEqual({ jobs: 4 })
  })
})

it('reads averages of vdbench by their column names', () => {
  const [run, ...others] = read(text('vdbench/50407-rd1.txt')).runs
  expect([others.length, run?.label, run?.engineVersion]).toEqual([0, 'rd1', 'vdbench50407'])
  expect([value(run, 'iops'), value(run, 'latency_mean', 'write')]).toEqual([104.5, 15_000])
  const [table] = read(text('vdbench/p4510-table.txt')).runs
  expect([value(table, 'iops'), value(table, 'latency_max')]).toEqual([256_348.49, 30_083_000])
  expect(read(text('vdbench/50406-cut.txt'))).toMatchObject({
    runs: [],
    skipped: [{ part: 'rd1', reason: expect.stringContaining('no line of averages') as unknown }],
  })
})

describe('other files of vdbench', () => {
  const totals = readFileSync('tests/fixtures/imports/vdbench-totals.html', 'utf8')
  const flat = readFileSync('tests/fixtures/imports/vdbench-flatfile-cut.html', 'utf8')
  /** The averages of `totals.html` as a flat file has them. */
  const average = (run: string) =>
    `14:01:18.027 ${run}   avg_2-60 999977.0000  1136.5300     8.8800       8192    54.6900    28.1380    50.9920     0.5570   729.4160    47.9800       8192    32.0000    55.0000     0.0000     0.0000   100.0000  2147.0000        n/a        n/a        n/a    32.0000        n/a        n/a        n/a        n/a        n/a \n`

  it('repeat the header of their table rarely', () => {
    const { runs, skipped } = read(totals)
    expect(skipped).toEqual([])
    expect(runs).toHaveLength(16)
    expect(runs.map((run) => value(run, 'iops')).slice(0, 4)).toEqual([1136.53, 20.49, 61.27, 118.64])
    expect(runs.map(({ levels }) => [levels.curve_percent, levels.offered_iops]).slice(0, 3)).toEqual([
      [undefined, undefined],
      [1, 20],
      [5, 60],
    ])
  })

  it('log more than their tables, and the start of a definition twice', () => {
    const log = totals.replace(
      /^.*(Starting RD=.*?)<.*$/gm,
      '14:00:18.003 $1\n\n$&\n14:00:18.500 localhost-0: reset',
    )
    expect(read(log)).toEqual(read(totals))
  })

  it('log what else vdbench did, in the language of the machine', () => {
    const { runs, skipped } = read(text('vdbench/50407-logfile.html'))
    expect(skipped).toEqual([])
    expect(runs).toMatchObject([
      {
        ...{ label: 'rd1', engineVersion: 'vdbench50407' },
        levels: { run_definition: 'rd1', block_size: 1024, offered_iops: 100 },
      },
    ])
    expect(
      ['iops', 'bandwidth', 'latency_mean', 'achieved_read_percent', 'latency_max'].map((metric) =>
        value(runs[0], metric),
      ),
    ).toEqual([105.3, 0.1 * 1024 ** 2, 26_000, 51.07, undefined])
    expect(value(runs[0], 'latency_mean', 'write')).toBe(37_000)
    expect(readForeignOutputs(text('vdbench/50406-logfile-files.html'))).toEqual([])
    expect(unreadForm(text('vdbench/50406-logfile-files.html'))?.text).toMatch(
      /file system workload of vdbench/,
    )
  })

  it('have a line for every interval in a flat file, and one of averages', () => {
    const lines = flat.slice(0, flat.lastIndexOf('\n') + 1)
    const whole = `${lines}${average('exchcurverun')}${average('later').replace(' 1136.5300', ' 1200.0000')}`
    const { runs, skipped } = read(whole)
    expect(skipped).toEqual([])
    expect(runs).toMatchObject([
      {
        label: 'exchcurverun',
        levels: { pattern: 'random-mix', read_percent: 55, block_size: 8192, jobs: 32 },
      },
      { label: 'later' },
    ])
    expect(runs[0]?.levels).not.toHaveProperty('offered_iops')
    expect(value(runs[0], 'iops')).toBe(1136.53)
    expect(value(runs[1], 'iops')).toBe(1200)
    expect(value(runs[0], 'latency_mean')).toBe(28_138_000)
    const [iops] = seriesOf(runs[0]?.observations ?? [])
    expect(iops).toMatchObject({ metric: 'iops', direction: 'total', test: 'random-mix' })
    expect([...(iops?.values ?? [])]).toEqual([1126, 1576, 1661, 1564, 1556])
    expect(iops?.seconds[4]).toBeCloseTo(4.87, 2)
  })

  it('that end before their averages give the intervals alone, and say so', () => {
    const { runs } = read(flat)
    expect(runs).toHaveLength(1)
    expect(runs[0]?.warnings).toMatchObject([{ id: 'averages-missing', class: 'qualifies' }])
    expect(scalarsOf(runs[0]?.observations ?? [])).toEqual([])
    expect(seriesOf(runs[0]?.observations ?? []).map(({ values }) => values.length)).toEqual([5, 5, 5])
  })

  it('call a definition by one name however many threads it has', () => {
    const lines = flat.slice(0, flat.lastIndexOf('\n') + 1)
    const again = lines.slice(lines.indexOf('14:00:19.082'))
    const { runs } = read(
      `${lines}${average('exchcurverun')}${again.replaceAll('32.0000    55', '64.0000    55')}${average('exchcurverun').replace(' 32.0000    55', ' 64.0000    55')}`,
    )
    expect(runs.map(({ levels }) => levels.jobs)).toEqual([32, 64])
  })
})

it('makes runs of the values of Phoronix, and one of the two results of a fio test', () => {
  const { runs, skipped } = read(text('phoronix/fio-2.1.0-twins.xml'))
  expect(runs.map((run) => [value(run, 'iops', 'read'), value(run, 'bandwidth', 'read')])).toEqual([
    [91_200, 356 * 1024 ** 2],
    [91_400, 357 * 1024 ** 2],
    [91_600, 358 * 1024 ** 2],
  ])
  expect(runs[0]).toMatchObject({
    device: 'Drive A',
    levels: { block_size: 4096, direct: true, profile: 'pts/fio' },
  })
  expect(skipped.map(({ reason }) => reason)).toEqual(['Its unit is "runs/s", not MB/s or IOPS.'])
})

it.each([
  ['phoronix/tiobench-large.xml', [6, 3, 3], 4997.462, 0.231],
  ['phoronix/tiobench-micro.xml', [6, 3, 3], 4223.865, 0.074],
])('distinguishes reads from writes by the description in %s', (path, counts, firstRead, lastWrite) => {
  const { runs, skipped } = read(text(path))
  expect([skipped, runs.length]).toEqual([[], counts.reduce((sum, count) => sum + count)])
  expect(value(runs[0], 'bandwidth', 'read')).toBe(firstRead * 1e6)
  expect(value(runs.at(-1), 'bandwidth', 'write')).toBe(lastWrite * 1e6)
  expect(value(runs.at(-1), 'bandwidth', 'read')).toBeUndefined()
  expect(runs[0]?.levels).toMatchObject({ jobs: 4, test: 'Read', size_per_thread: '32MB' })
})

it.each([
  ['random-write', 'random-write', 'write', 4096, true, 178_000, 694],
  ['sequential-read', 'sequential-read', 'read', 1024 ** 2, true, 1791, 1792],
  ['sequential-write', 'sequential-write', 'write', 1024 ** 2, true, 951, 953],
  ['buffered', 'random-read', 'read', 4096, false, 21_200, 82.9],
] as const)(
  "finds in a captured fio test of Phoronix (%s) that its MB/s are fio's MiB/s",
  (name, pattern, direction, block, direct, iops, rate) => {
    const { runs, skipped } = read(text(`phoronix/fio-2.1.0-${name}.xml`))
    expect([runs.length, skipped]).toEqual([1, []])
    expect(runs[0]).toMatchObject({
      ...{ label: expect.stringContaining('Flexible IO Tester') as unknown, engineVersion: 'pts/fio-2.1.0' },
      ...{ device: 'ci', warnings: [] },
      // Without a description of the machine, the time at which the file was saved.
      finishedAtMs: expect.toSatisfy((at: number) => new Date(at).getFullYear() === 2026) as unknown,
      levels: { pattern, block_size: block, jobs: 1, direct, engine: 'Linux AIO' },
    })
    expect([value(runs[0], 'iops', direction), value(runs[0], 'bandwidth', direction)]).toEqual([
      iops,
      rate * 1024 ** 2,
    ])
  },
)

it('gives the error that Phoronix recorded for a test that failed every time', () => {
  expect(read(text('phoronix/fio-2.1.0-failed.xml'))).toMatchObject({
    runs: [],
    skipped: [{ reason: 'The test failed: “The test quit with a non-zero exit status.”' }],
  })
})

it('names the unit that excluded a result of Phoronix', () => {
  expect(read(text('phoronix/gzip-seconds.xml'))).toMatchObject({
    runs: [],
    skipped: [{ reason: 'Its unit is "Seconds", not MB/s or IOPS.' }],
  })
})

describe("ezFIO's table", () => {
  it('holds what ezFIO printed for the same tests', () => {
    const table = read(text('ezfio/tests-1.9-4kn.csv'))
    const printed = read(text('ezfio/printed-1.9-4kn.txt'))
    expect([table.engine, table.runs.length, table.skipped.map(({ part }) => part)]).toEqual([
      ...['ezFIO', 52],
      ['12 of 64 tests'],
    ])
    expect(table.runs.map(({ levels }) => levels)).toEqual(printed.runs.map(({ levels }) => levels))
    expect(summary(table.runs, 'iops')).toEqual(summary(printed.runs, 'iops'))
    expect(table.skipped).toEqual(printed.skipped)
    table.runs.forEach((run, at) => {
      expect(value(run, 'bandwidth')).toBe(value(printed.runs[at], 'bandwidth'))
      const [mean = 0, shown] = [run, printed.runs[at]].map((one) => value(one, 'latency_mean'))
      // A tenth of a microsecond is printed.
      if (shown !== undefined) expect(Math.abs(mean - shown)).toBeLessThanOrEqual(50.001)
    })
  })

  it('has the latency of each side of a mix, the load of the processors, and the drive if no model is known', () => {
    const { runs } = read(text('ezfio/tests-1.9-4kn.csv'))
    const mix = runs.find(({ levels }) => levels.read_percent === 70 && levels.jobs === 4)
    expect(mix).toMatchObject({ device: 'loop1', engineVersion: 'fio-3.33', warnings: [] })
    const numbers = [
      value(mix, 'iops'),
      value(mix, 'bandwidth'),
      value(mix, 'cpu_system'),
      value(mix, 'cpu_user'),
    ]
    expect(numbers).toEqual([17_017, 66.47 * 1024 ** 2, 2.263066, 0.775194])
    expect(value(mix, 'latency_mean', 'read')).toBeCloseTo(246_937.254, 2)
    expect(value(mix, 'latency_mean', 'write')).toBeCloseTo(204_992.91, 2)
  })

  it('of a version without load of the processors is read alike', () => {
    const { runs, skipped } = read(text('ezfio/tests-1.9-old.csv'))
    expect([runs.length, skipped]).toEqual([64, []])
    expect(summary(runs, 'iops').slice(0, 2)).toEqual([
      'sequential-read 512 256 1 43261',
      'sequential-read 1024 256 1 38343',
    ])
    expect([value(runs[1], 'latency_mean', 'read'), value(runs[1], 'cpu_system')]).toEqual([
      6_664_413.360545,
      undefined,
    ])
  })

  it('keeps the stability test apart from the test of the same load, which runs for a shorter time', () => {
    const { runs } = read(text('ezfio/tests-1.9-old.csv'))
    const alike = runs.filter(({ levels }) => levels.read_percent === 70 && levels.jobs === 256)
    expect(alike.map(({ levels }) => levels.runtime)).toEqual([120, 1200])
    const quick = read(text('ezfio/tests-1.9-quickie.csv')).runs
    expect(new Set(quick.map(({ levels }) => levels.runtime))).toEqual(new Set([12, 120]))
  })

  it('without its marks of options, which every run notes', () => {
    const [run] = read(text('ezfio/tests-1.9-quickie.csv')).runs
    expect(run).toMatchObject({
      ...{ device: 'loop0', engineVersion: 'fio-3.33' },
      warnings: [
        { class: 'qualifies', id: 'fast-precondition' },
        { class: 'invalidates', id: 'quickie' },
      ],
    })
  })

  it('is told from the other tables of the same folder', () => {
    const [about = ''] = text('ezfio/tests-1.9-old.csv').split('Type,')
    expect(read(`${about}CLAT-read,CLAT-write\n11042.1,10894.6\n`)).toMatchObject({
      ...{ engine: 'ezFIO', runs: [] },
      skipped: [{ reason: expect.stringContaining('ezfio_tests_*.csv') as unknown }],
    })
  })

  it('reports tests that were left out or failed by their line', () => {
    const table = text('ezfio/tests-1.9-read-only.csv')
    const { runs, skipped } = read(`${table}ERROR\n`)
    expect(new Set(runs.map(({ levels }) => levels.pattern))).toEqual(
      new Set(['sequential-read', 'random-read']),
    )
    const lines = table.split('\n')
    const without = lines.flatMap((line, at) =>
      /^(?:Rand|Seq),\d+,\d+,\d+,\d+,0,/.test(line) ? [`line ${at + 1}`] : [],
    )
    expect(without).toHaveLength(37)
    expect(skipped).toEqual([
      {
        part: `37 of ${runs.length + 38} tests`,
        reason: expect.stringMatching(/^ezFIO did not run them: .*read-only\. If /) as unknown,
      },
      {
        part: `line ${lines.length}`,
        reason: 'It has no result. If it was cut off, copy it again; otherwise run the test again.',
      },
    ])
  })
})

it('reads what ezFIO prints in the terminal, without the latency of a mix', () => {
  const { engine, runs, skipped } = read(text('ezfio/printed-mix.txt'))
  expect([engine, skipped]).toEqual(['ezFIO', []])
  expect(summary(runs, 'iops').slice(-3)).toEqual([
    'random-mix 4096 1 128 766560',
    'random-mix 4096 1 256 832818',
    'random-mix 4096 1 256 831388',
  ])
  expect(runs[0]).toMatchObject({
    ...{ device: 'Seagate FireCuda 530 ZP1000GM30013', engineVersion: 'fio-3.36' },
    levels: { read_percent: 70, jobs: 1 },
  })
  expect([value(runs[0], 'bandwidth'), value(runs[0], 'latency_mean')]).toEqual([
    95.92 * 1024 ** 2,
    undefined,
  ])
  // MB/s and IOPS agree.
  for (const run of runs)
    expect((value(run, 'bandwidth') ?? 0) / 4096 / (value(run, 'iops') ?? 1)).toBeCloseTo(1, 3)
})

it('takes threads and depth of ezFIO from the section, and reports tests that it left out', () => {
  const row = 'Sustained Multi-Threaded Random Write Tests by Block Size, BS=8192  1,000.00  128,000  1,000.5'
  expect(read(row.replace(/1,000.5$/, '1000.5')).runs[0]?.levels).toEqual({
    ...{ pattern: 'random-write', block_size: 8192, jobs: 16, queue_depth: 16, runtime: 120 },
  })
  const left = read(text('ezfio/printed-small-blocks.txt'))
  expect([left.runs.length, left.skipped.length, left.skipped[0]?.reason]).toEqual([
    0,
    1,
    expect.stringContaining('ezFIO did not run them'),
  ])
  expect(read(text('ezfio/printed-3.8.txt'))).toMatchObject({
    runs: [],
    skipped: [{ part: '1 of 1 tests' }],
  })
})

describe("TKperf's report", () => {
  const path = 'tkperf/2.2-ssd.xml'
  /** Repetitions of a case: the rounds of the measurement window. */
  const rounds = (
    runs: readonly ForeignRun[],
    pattern: string,
    block: number,
    share?: number,
    jobs?: number,
  ) =>
    runs.filter(
      ({ levels }) =>
        levels.pattern === pattern &&
        levels.block_size === block &&
        levels.read_percent === share &&
        (jobs === undefined || levels.jobs === jobs),
    )
  const mean = (runs: readonly ForeignRun[], metric: string) => {
    const values = runs.flatMap((run) => value(run, metric) ?? [])
    return values.reduce((sum, one) => sum + one, 0) / values.length
  }

  it('gives the rounds of the measurement window, by share of reads and block size', () => {
    const { engine, runs, skipped } = read(text(path))
    expect([engine, runs.length]).toEqual(['TKperf', 5 * (7 * 8 + 3 * 3 + 5 * 2)])
    expect(skipped).toEqual([
      { part: 'writesat', reason: 'It is one long run over time, which is not read.' },
    ])
    const [first] = rounds(runs, 'random-write', 4096, undefined, 2)
    expect(first).toMatchObject({
      ...{ engineVersion: '2.2', warnings: [{ class: 'invalidates', id: 'not-steady' }] },
      levels: { jobs: 2, queue_depth: 16, runtime: 1, direct: true },
    })
    expect(value(first, 'iops', 'write')).toBe(value(first, 'iops'))
    expect(new Date(first?.finishedAtMs ?? 0).getFullYear()).toBe(2026)
  })

  it.each([
    // Two jobs of 16 requests; version 1 writes them to the latency test, too, which always has one request.
    ['tkperf/2.2-ssd.xml', '2.2', 2, 16, 4096],
    ['tkperf/1.0-ssd.xml', '1.0', 2, 16, 4096],
    // Without requests of 512 bytes, TKperf watches those of 8 KiB for a steady state.
    ['tkperf/2.2-4kn.xml', '2.2', 2, 4, 8192],
  ])('has the averages that TKperf wrote for the same rounds: %s', (file, version, jobs, depth, block) => {
    const source = text(file)
    const { runs } = read(source)
    const [iops = 0, latency = 0, rate = 0] = [...source.matchAll(/<stdyavg>([\d.]+)/g)].map(
      (one) => +(one[1] ?? 0),
    )
    const writes = rounds(runs, 'random-write', block, undefined, jobs)
    const single = rounds(runs, 'random-write', block, undefined, 1)
    const large = rounds(runs, 'sequential-write', 1024 ** 2)
    expect([writes.length, single.length, large.length]).toEqual([5, 5, 5])
    expect(mean(writes, 'iops')).toBeCloseTo(iops, 6)
    expect(mean(single, 'latency_mean') / 1000).toBeCloseTo(latency, 6)
    expect(mean(large, 'bandwidth') / 1024).toBeCloseTo(rate, 6)
    expect(writes[0]).toMatchObject({ engineVersion: version, levels: { jobs, queue_depth: depth } })
    expect(single[0]?.levels.queue_depth).toBe(1)
  })

  it('of a drive with sectors of 4096 bytes has no requests of 512 bytes, and notes its options and steady state', () => {
    const { runs } = read(text('tkperf/2.2-4kn.xml'))
    expect(runs).toHaveLength(5 * (7 * 7 + 3 * 2 + 4 * 2))
    expect(Math.min(...runs.map(({ levels }) => Number(levels.block_size)))).toBe(4096)
    for (const run of runs) expect(run).toMatchObject({ levels: { refill_buffers: true }, warnings: [] })
    expect(runs[0]?.device).toBe('Loop device 4Kn 256 MiB')
  })

  it('has the means of the tables of its report', () => {
    const { runs } = read(text(path))
    // Latency in ms, rates in MB of 1024 KB.
    expect(mean(rounds(runs, 'random-mix', 8192, 65, 2), 'iops')).toBeCloseTo(49_808, 6)
    expect(mean(rounds(runs, 'random-mix', 4096, 65, 1), 'latency_mean')).toBeCloseTo(125399, 0)
    expect(mean(rounds(runs, 'sequential-read', 65_536), 'bandwidth') / 1024 ** 2).toBeCloseTo(2416.918, 3)
    const highest = rounds(runs, 'random-read', 4096, undefined, 1).map(
      (run) => value(run, 'latency_max') ?? 0,
    )
    expect(Math.max(...highest) / 1e6).toBeCloseTo(882.357, 3)
    expect(value(rounds(runs, 'random-mix', 4096, 65, 1)[0], 'latency_max')).toBeUndefined()
  })

  it.each([
    ['\\tModel Number:       EXAMPLE SSD 240GB\\n\\tFirmware Revision:  1.0\\n', 'EXAMPLE SSD 240GB'],
    ['sn        : S0001\\nmn        : EXAMPLE NVMe 1TB   \\nfr        : 1.0\\n', 'EXAMPLE NVMe 1TB'],
    ['Vendor:                    EXAMPLE \\nProduct:                   ST0001\\n', 'ST0001'],
    ['udevadm Device Info section\\nE: ID_MODEL=EXAMPLE_USB\\nE: ID_SERIAL=EXAMPLE_USB_0', 'EXAMPLE_USB'],
    ['Example drive, 240 GB\\nbought in 2014\\n', 'Example drive, 240 GB'],
    ['udevadm Device Info section\\nDevice Size (bytes): 268435456\\n', undefined],
    ['RAID type: sw_mdadm\\nRAID devices: /dev/sda, /dev/sdb\\nRAID level: 1\\n', undefined],
  ])('names the drive of %j %s', (about, device) => {
    const source = text(path).replace(/<devinfo>.*?<\/devinfo>/, `<devinfo>"${about}"</devinfo>`)
    expect(read(source).runs[0]?.device).toBe(device)
  })
})

it("passes over TKperf's tests of a hard disk, whose rounds are parts of it", () => {
  const { runs, skipped } = read(text('tkperf/2.2-hdd.xml'))
  expect([runs, skipped.map(({ part }) => part)]).toEqual([[], ['iops', 'tp']])
})

it.each([3, 4, 5])('reads terse lines of version %i', (version) => {
  const [run] = read(text(`fio-printed/3.33-terse-${version}.txt`)).runs
  const sum = (value(run, 'iops', 'read') ?? 0) + (value(run, 'iops', 'write') ?? 0)
  expect(value(run, 'iops')).toBe(sum)
  expect(sum).toBeGreaterThan(1000)
  expect(value(run, 'completion_latency_p99', 'read')).toBeGreaterThan(
    value(run, 'completion_latency_p50', 'read') ?? 0,
  )
  expect(run?.engineVersion).toBe('3.33')
})

it('reads what several programs wrote to one log', () => {
  const source = text('several-programs/fio-and-iozone.txt')
  const outputs = readForeignOutputs(`${source}\n${text('diskmark/cdm-3.0.1.txt')}`)
  expect(
    outputs.map(({ engine, runs, skipped }) => [
      engine,
      runs.map(({ levels }) => levels.block_size ?? 0),
      skipped,
    ]),
  ).toEqual([
    ['fio', [1024 ** 2], []],
    ['iozone', [1024 ** 2, 4096], []],
    ['CrystalDiskMark', [0, 0, 524_288, 524_288, 4096, 4096, 4096, 4096], []],
  ])
  const [fio, iozone] = outputs.map(({ runs }) => runs)
  expect(fio?.[0]?.levels).toMatchObject({ pattern: 'sequential-read', queue_depth: 64, jobs: 4 })
  expect([value(fio?.[0], 'iops'), value(fio?.[0], 'io_count'), fio?.[0]?.engineVersion]).toEqual([
    396,
    4221,
    '3.25',
  ])
  const rates = scalarsOf(iozone?.[1]?.observations ?? []).filter(({ metric }) => metric === 'bandwidth')
  expect(new Set(rates.map((one) => one.value / 1024))).toEqual(new Set([56_185, 89_196, 39_337, 85_762]))
})

it("reads fio's human-readable output, new and old", () => {
  const [group] = read(text('fio-printed/3.33-group.txt')).runs
  expect(group?.levels).toMatchObject({ pattern: 'random-mix', block_size: 4096, queue_depth: 1, jobs: 2 })
  expect([value(group, 'iops', 'read'), value(group, 'bandwidth', 'write')]).toEqual([
    25_000,
    42.8 * 1024 ** 2,
  ])
  expect(value(group, 'completion_latency_p99', 'read')).toBe(370_688)
  const old = read(text('fio-printed/2.0.8-write.txt')).runs[0]
  expect([value(old, 'bandwidth'), value(old, 'completion_latency_p99'), old?.engineVersion]).toEqual([
    79_961 * 1024,
    6_112_000,
    '2.0.8',
  ])
  expect(summary(read(text('fio-printed/1.59-two-jobs.txt')).runs, 'iops')).toEqual([
    'sequential-read 4096 4 1 7739',
    'random-read 4096 4 1 5556',
  ])
  const two = read(text('fio-printed/3.33-two-jobs.txt'))
  expect(two.runs.map(({ label }) => label)).toEqual(['seq'])
})

it('takes no number from any truncation of any of these files that the whole file does not have', () => {
  const numbersIn = (source: string) =>
    readForeignOutputs(source)
      .flatMap(({ runs }) => runs)
      .flatMap(({ observations }) =>
        scalarsOf(observations).map((one) => `${one.direction} ${one.metric} ${one.value}`),
      )
  for (const kind of readdirSync(folder).filter((name) => !name.includes('.'))) {
    for (const name of readdirSync(`${folder}/${kind}`)) {
      const whole = text(`${kind}/${name}`)
      const all = new Set(numbersIn(whole))
      for (let length = 0; length < whole.length; length += 97) {
        const strange = numbersIn(whole.slice(0, length)).filter((number) => !all.has(number))
        expect([name, length, strange]).toEqual([name, length, []])
      }
    }
  }
})

it.each(['elbencho/2.1-four-hosts.csv', 'vdbench/50407-rd1.txt'])(
  'says of %s that it has no result if it ends before its first one',
  (name) => {
    const [header = ''] = /^.*?interval +i\/o +MB\/sec.*?\n|^ISO date,.*?\n/s.exec(text(name)) ?? []
    const { runs, skipped } = read(header)
    expect(runs).toEqual([])
    expect(skipped).toMatchObject([{ reason: expect.any(String) as string }])
  },
)
