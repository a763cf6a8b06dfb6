import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { commandFlags, commandLevels } from '../../../../src/core/engines/iozone/foreign/command-levels'
import { parseOutput } from './captured'
import { readForeignIozone } from '../../../../src/core/engines/iozone/foreign/read-foreign'
import { readForeignOutputs } from '../../../../src/core/engines/foreign/read-output'
import { openUnits, type ForeignRun } from '../../../../src/core/engines/foreign/foreign-output'
import { scalarsOf } from '../../../../src/core/results/observation'

const folder = 'tests/fixtures/iozone-3.489'
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.out'))
  .map((file) => file.replace('.out', ''))

function textOf(name: string): string {
  return readFileSync(`${folder}/${name}.out`, 'utf8')
}

function caseOf(name: string): { request?: CommandRequest; exitCode: number; printed: string } {
  return JSON.parse(readFileSync(`${folder}/${name}.case.json`, 'utf8')) as ReturnType<typeof caseOf>
}

/** Captured outputs that are not results, with the words of the reason. */
const refused: Readonly<Record<string, RegExp>> = {
  'auto-interrupted': /ended before the run was over/,
  'diagnostic-and-dedupe': /refused the options.*-\+d and -\+w/,
  'folder-missing': /could not open its file/,
  'hung-up': /"iozone test complete\." is missing/,
  'interrupted-between': /ended before the run was over/,
  'interrupted-sigint': /ended before the run was over/,
  'interrupted-sigterm': /ended before the run was over/,
  'jobs-folder-missing': /could not open its file/,
  'jobs-interrupted': /ended before the run was over/,
  'jobs-interrupted-between': /ended before the run was over/,
  'jobs-killed': /"iozone test complete\." is missing/,
  'jobs-microseconds': /refused the options/,
  'jobs-no-space': /could not read or write its file/,
  killed: /"iozone test complete\." is missing/,
  'no-first-write': /could not open its file/,
  'no-space': /could not read or write its file/,
  'no-space-streams': /could not read or write its file/,
  'not-a-folder': /could not open its file/,
  'read-only-file-system': /could not open its file/,
  'record-larger-than-file': /could not read or write its file/,
  'records-reversed': /refused the options/,
}

/** Outputs that end well; several sizes or numbers of jobs make several runs. */
const runCounts: Readonly<Record<string, number>> = {
  'auto-iops': 8,
  'foreign-several-sizes': 4,
  'job-range': 3,
}

describe.each(Object.keys(refused))('the captured output %s', (name) => {
  it('is not a result, and the reason says why', () => {
    const output = readForeignIozone(textOf(name))
    expect(output?.runs).toEqual([])
    expect(output?.skipped[0]?.reason).toMatch(refused[name] ?? /never/)
  })
})

const done = names.filter((name) => {
  const { request, exitCode, printed } = caseOf(name)
  return request && parseOutput({ text: textOf(name), exitCode, printed, request }).outcome === 'done'
})

describe.each(done)('the captured output %s without its plan', (name) => {
  it('gives the numbers that its plan’s parser finds', () => {
    const { request, exitCode, printed } = caseOf(name)
    const planned = request && parseOutput({ text: textOf(name), exitCode, printed, request })
    if (planned?.outcome !== 'done') throw new Error('It was done a moment ago.')
    const output = readForeignIozone(textOf(name))
    const found = output?.runs.flatMap((run) => scalarsOf(run.observations)) ?? []
    const keyOf = ({ test, direction, metric, value }: (typeof found)[number]) =>
      `${test} ${direction} ${metric} ${value}`
    // Without a plan, the tests that had to run first also count.
    const known = new Set(found.map(keyOf))
    expect(scalarsOf(planned.observations).filter((one) => !known.has(keyOf(one)))).toEqual([])
    expect(output?.runs[0]?.engineVersion).toBe(planned.engineVersion)
  })

  it('has the parameters it was run with', () => {
    const workload = caseOf(name).request?.workload ?? {}
    const mode = workload.mode
    if (mode === 'auto' || mode === 'thread-range') return
    const [run] = readForeignIozone(textOf(name))?.runs ?? []
    for (const key of [
      'block_size',
      'file_size',
      'direct',
      'include_flush',
      'compress_percent',
      'report',
    ] as const) {
      if (workload[key] !== undefined && workload[key] !== false && workload[key] !== 'throughput')
        expect([key, run?.levels[key]]).toEqual([key, workload[key]])
    }
    expect(run?.levels.dedupe_percent).toBe(workload.dedupe_percent ?? 0)
  })
})

it('enough outputs were captured', () => {
  expect(done.length).toBeGreaterThanOrEqual(40)
  expect(names.length).toBeGreaterThanOrEqual(80)
})

describe('an output of IOzone', () => {
  it.each(Object.entries(runCounts))('%s holds %d runs', (name, count) => {
    const output = readForeignIozone(textOf(name))
    expect(output?.runs).toHaveLength(count)
    expect(new Set(output?.runs.map((run) => JSON.stringify(run.levels))).size).toBe(count)
  })

  it('as the articles made it names its parameters for what they are', () => {
    const [run] = readForeignIozone(textOf('foreign-article'))?.runs ?? []
    expect(run?.levels).toMatchObject({
      block_size: 65536,
      file_size: 1048576,
      dedupe_percent: 98,
      dedupe_alike: true,
    })
    expect(run?.command).toMatchObject({ program: 'iozone' })
    expect(run?.command?.args.slice(0, 4)).toEqual(['-Rb', 'out.wks', '-s', '1m'])
    expect(new Set(scalarsOf(run?.observations ?? []).map((one) => one.test)).size).toBe(13)
    const [random] = readForeignIozone(textOf('foreign-article-random'))?.runs ?? []
    expect(random?.levels.dedupe_percent).toBe('random')
    expect(random?.warnings).toContainEqual(expect.objectContaining({ id: 'diagnostic-mode' }))
    const [iops] = readForeignIozone(textOf('foreign-article-iops'))?.runs ?? []
    expect(iops?.levels).toMatchObject({ report: 'iops', include_flush: true, no_retest: true })
    expect(new Set(scalarsOf(iops?.observations ?? []).map((one) => one.metric))).toEqual(new Set(['iops']))
    expect(scalarsOf(iops?.observations ?? []).some((one) => one.test === 'rewrite')).toBe(false)
  })

  it('equals its own report', () => {
    const text = textOf('all')
    const [, said = ''] = /"Writer report"\s+"\d+"\s+"\d+"\s+(\d+)/.exec(text) ?? []
    const [run] = readForeignIozone(text)?.runs ?? []
    const written = scalarsOf(run?.observations ?? []).find(
      (one) => one.test === 'write' && one.direction === 'write',
    )
    expect(written?.value).toBe(Number(said) * 1024)
  })

  it('repeated in one file is as many outputs, each judged separately', () => {
    const text = `${textOf('only-write')}\n\n${textOf('interrupted-sigint')}\n${textOf('only-read')}`
    const output = readForeignIozone(text)
    expect(output?.runs.length).toBeGreaterThanOrEqual(2)
    expect(output?.skipped).toEqual([
      { part: 'output 2 of 3', reason: 'IOzone was ended before the run was over.' },
    ])
  })

  it('that its report contradicts is not trusted', () => {
    const text = textOf('all').replace(/("Writer report"\s+"\d+"\s+"\d+"\s+)\d+/, '$112345')
    const output = readForeignIozone(text)
    expect(output?.runs).toEqual([])
    expect(output?.skipped[0]?.reason).toMatch(/report says 12345 for write/)
  })

  it('without its last line is not a result', () => {
    const text = textOf('all').replace('iozone test complete.', '')
    expect(readForeignIozone(text)?.runs).toEqual([])
  })

  it('with a row of zeros leaves that row out', () => {
    const output = readForeignIozone(textOf('record-larger-write-only'))
    expect(output?.runs).toEqual([])
    expect(output?.skipped).toEqual([
      {
        part: 'file 1024 kB, record 2048 kB',
        reason: 'The row holds zeros only; the record may not fit into the file.',
      },
    ])
  })

  it.each(['', 'fio-3.33\n', '{"fio version":"fio-3.33"}', 'kB reclen write\n', 'a,b\n1,2\n'])(
    'is not recognised in %j',
    (text) => {
      expect(readForeignIozone(text)).toBeUndefined()
    },
  )
})

describe('a command line', () => {
  it('is split as getopt splits it', () => {
    expect(
      commandFlags('iozone -Rb out.wks -s16G -r 4k -i0 -i 1 -eI -+n -+w 98 -+y 98 -f /a/b -F x y z -O'),
    ).toEqual([
      ['-R', ''],
      ['-b', 'out.wks'],
      ['-s', '16G'],
      ['-r', '4k'],
      ['-i', '0'],
      ['-i', '1'],
      ['-e', ''],
      ['-I', ''],
      ['-+n', ''],
      ['-+w', '98'],
      ['-+y', '98'],
      ['-f', '/a/b'],
      ['-F', ''],
      ['-O', ''],
    ])
    expect(commandFlags('./iozone -s')).toEqual([['-s', '']])
    expect(commandFlags('')).toEqual([])
  })

  it.each([
    ['-+d', { dedupe_percent: 'random' }],
    ['', { dedupe_percent: 'plain' }],
    ['-+w 50 -+y 50 -+C 50', { dedupe_percent: 50, dedupe_alike: true }],
    ['-+w 50', { dedupe_percent: 50, dedupe_alike: false }],
    ['-+w 50 -+y 100', { dedupe_percent: 50, dedupe_alike: false, dedupe_interior_percent: 100 }],
    ['-+w 0 -+a 25 -+M', { dedupe_percent: 0, compress_percent: 25 }],
    ['-+w 0 -+a 25', { dedupe_percent: 0 }],
  ])('with %s writes %j', (args, levels) => {
    const found = commandLevels(`iozone ${args}`)
    expect(found).toMatchObject(levels)
    if (!('compress_percent' in levels)) expect(found).not.toHaveProperty('compress_percent')
  })

  it('lists further options by their names in a plan', () => {
    expect(commandLevels('iozone -I -c -o -T -j 5 -+q 2 -H 8 -B -N')).toMatchObject({
      direct: true,
      include_close: true,
      sync_writes: true,
      thread: true,
      stride: 5,
      seconds_between_tests: 2,
      async_depth: 8,
      mmap: true,
      report: 'latency',
    })
  })
})

describe('the mixed workload', () => {
  it('is read with its share of reads, and idle jobs are noted', () => {
    const [run] = readForeignIozone(textOf('foreign-mix-idle'))?.runs ?? []
    expect(run?.levels).toMatchObject({ read_percent: 30, jobs: 4 })
    expect(scalarsOf(run?.observations ?? [])).toContainEqual({
      kind: 'scalar',
      source: 'engine',
      test: 'random-mix',
      direction: 'total',
      metric: 'bandwidth',
      value: 3510022.25 * 1024,
      unit: 'B/s',
    })
    expect(run?.warnings).toEqual([
      expect.objectContaining({
        id: 'starved-jobs',
        text: expect.stringContaining('moved nothing') as string,
      }),
    ])
  })

  it('that IOzone skipped outside of its throughput mode is noted', () => {
    const [run] = readForeignIozone(textOf('foreign-mix-single'))?.runs ?? []
    expect(scalarsOf(run?.observations ?? []).some(({ test }) => test === 'write')).toBe(true)
    expect(run?.warnings.map(({ id }) => id)).toEqual(['test-missing'])
  })
})

describe('an output in another form', () => {
  const given = (name: string) => readFileSync(`tests/fixtures/imports/${name}`, 'utf8')
  const bandwidths = (run: ForeignRun | undefined) =>
    Object.fromEntries(
      scalarsOf(run?.observations ?? []).flatMap(({ test, direction, metric, value }) =>
        metric === 'bandwidth' && direction === 'total' ? [[test, value / 1024]] : [],
      ),
    )

  it('may be of the throughput mode of 3.169', () => {
    const output = readForeignIozone(given('iozone-3.169-throughput.txt'))
    expect(output?.skipped).toEqual([])
    expect(output?.runs).toMatchObject([
      { engineVersion: '3.169', levels: { jobs: 1, block_size: 128 * 1024, file_size: 2 * 1024 ** 3 } },
    ])
    expect(bandwidths(output?.runs[0])).toEqual({
      write: 109333.84,
      rewrite: 111377.63,
      read: 123864.27,
      reread: 167226.5,
    })
  })

  it('may be a table of 3.308', () => {
    const output = readForeignIozone(given('iozone-3.308-auto.txt'))
    expect(output?.skipped).toEqual([])
    expect(output?.runs.map(({ levels, engineVersion }) => [engineVersion, levels.block_size])).toEqual(
      [4, 64, 512].map((kib) => ['3.308', kib * 1024]),
    )
    expect(bandwidths(output?.runs[1])).toEqual({
      ...{ write: 115506, rewrite: 122981, read: 229070, reread: 229314 },
      ...{ 'random-read': 133219, 'random-write': 129767 },
    })
  })

  it('may be a table of 3.263 without its empty columns', () => {
    const text = given('iozone-3.263-ops-cut.txt')
    const cut = readForeignOutputs(text)
    expect(cut.flatMap(({ runs }) => runs)).toEqual([])
    expect(cut[0]?.skipped[0]?.reason).toMatch(/"iozone test complete\." is missing/)
    const [output] = readForeignOutputs(`${text}\niozone test complete.\n`)
    expect(output?.skipped).toEqual([])
    const iops = scalarsOf(output?.runs[0]?.observations ?? []).filter(
      ({ metric, direction }) => metric === 'iops' && direction === 'total',
    )
    expect(Object.fromEntries(iops.map(({ test, value }) => [test, value]))).toEqual({
      ...{ write: 999, rewrite: 1165, read: 1126, reread: 1131 },
      ...{ 'random-read': 246, 'random-write': 1107 },
    })
  })

  it('may be of the cluster mode, whose parent has no rate', () => {
    const output = readForeignIozone(given('iozone-3.489-cluster.txt'))
    expect(output?.skipped).toEqual([])
    expect(output?.runs).toMatchObject([{ levels: { jobs: 2, cluster: true, mode: 'threads' } }])
    expect(bandwidths(output?.runs[0])).toEqual({
      write: 151002.41,
      rewrite: 32554214,
      read: 36383654,
      reread: 34382217,
      'random-read': 31900385,
      'random-write': 2881504.12,
    })
    const each = readForeignIozone(given('iozone-3.489-cluster-each.txt'))
    expect(bandwidths(each?.runs[0])).toEqual({ write: 1540721.94, rewrite: 16637160 })
  })

  it('may be the blocks for a spreadsheet alone, which are read in every unit if they state none', () => {
    const text = given('iozone-spreadsheet-blocks.txt')
    const output = readForeignIozone(text)
    expect(output?.skipped).toEqual([])
    // 5 + 6 + 7 + 8 + 9 + 10 + 11 records.
    for (const unit of openUnits)
      expect(output?.runs.filter(({ openUnit }) => openUnit === unit)).toHaveLength(56)
    const largest = output?.runs.filter(
      ({ levels }) => levels.file_size === 4096 * 1024 && levels.block_size === 4096 * 1024,
    )
    const writes = largest?.map(({ openUnit, observations }) =>
      scalarsOf(observations).flatMap(({ test, direction, metric, value }) =>
        test === 'write' && direction === 'total' ? [openUnit, metric, value] : [],
      ),
    )
    expect(writes).toEqual([
      ['kB/s', 'bandwidth', 1110039 * 1024],
      ['ops/s', 'iops', 1110039],
      ['us/op', 'latency_mean', 1110039 * 1000],
    ])
    const run = largest?.[0]
    expect(bandwidths(run)).toEqual({
      write: 1110039,
      rewrite: 2159141,
      read: 4763181,
      reread: 4977067,
      'random-read': 4864330,
      'random-write': 2471637,
    })
    const stated = readForeignIozone(`\tOPS Mode. Output is in operations per second.\n${text}`)
    expect(stated?.runs).toEqual(
      output?.runs.filter(({ openUnit }) => openUnit === 'ops/s').map(({ openUnit: _, ...one }) => one),
    )
  })

  it('without its end gives no number of the line that was cut', () => {
    const text = given('iozone-spreadsheet-blocks.txt').trimEnd()
    const cut = text.slice(0, -3)
    const output = readForeignIozone(cut)
    const run = output?.runs.find(
      ({ levels }) => levels.file_size === 4096 * 1024 && levels.block_size === 4096 * 1024,
    )
    expect(bandwidths(run)).not.toHaveProperty('random-write')
    expect(output?.skipped.map(({ part }) => part)).toEqual(['line 59', 'Random write report, file 4096 kB'])
  })

  it('with a strange line among its numbers keeps the others, and names the line', () => {
    const text = textOf('foreign-several-sizes')
    const lines = text.split('\n')
    const at = lines.findIndex((line) => /^ +\d+ +\d+ +\d/.test(line))
    const more = [...lines.slice(0, at + 1), '[12345.6] nvme0: reset', ...lines.slice(at + 1)].join('\n')
    const [whole, output] = [readForeignIozone(text), readForeignIozone(more)]
    expect(output?.runs).toEqual(whole?.runs)
    expect(output?.skipped).toEqual([
      { part: `line ${at + 2}`, reason: expect.stringContaining('nvme0: reset') as string },
    ])
    const damaged = text.replace(lines[at] ?? '', `${(lines[at] ?? '').slice(0, 40)}x`)
    const left = readForeignIozone(damaged)
    expect(left?.runs).toEqual(whole?.runs.slice(1))
    expect(left?.skipped).toMatchObject([{ part: `line ${at + 1}` }])
  })

  it('with a damaged line in a throughput block keeps the other blocks', () => {
    const text = given('iozone-3.169-throughput.txt').replace('Max throughput per process', 'Mux')
    const output = readForeignIozone(text)
    expect(bandwidths(output?.runs[0])).toEqual({ rewrite: 111377.63, read: 123864.27, reread: 167226.5 })
    expect(output?.skipped[0]?.reason).toContain('Mux')
  })
})
