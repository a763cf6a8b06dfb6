import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fioBytes, echoedLevels } from '../../../../src/core/engines/fio/foreign/echoed-levels'
import { readForeignFio } from '../../../../src/core/engines/fio/foreign/read-foreign'
import { captured, capturedDocument, capturedNames, parseOutput } from './captured'
import { histogramsOf, scalarsOf } from '../../../../src/core/results/observation'

const levelsOf = (options: Record<string, string>) => echoedLevels(new Map(Object.entries(options)))

/** Captured runs that are not results, with the words of the reason. */
const refused: Readonly<Record<string, RegExp>> = {
  'bad-job-option': /did not take one of the options.*no_such_option/,
  'bad-value': /did not take one of the options.*rw=sideways/,
  'direct-unaligned': /refused a request as invalid/,
  'engine-missing': /built without the I\/O engine.*nosuchengine/,
  'engine-not-loadable': /built without the I\/O engine/,
  'file-missing': /data file did not exist/,
  'folder-missing': /data file did not exist/,
  'interrupted-sigint': /ended before the run was over/,
  'interrupted-sigterm': /ended before the run was over/,
  'missing-size': /no file size/,
  'mounted-device': /refused to write to a mounted device/,
  'no-space': /file system is full/,
  'no-space-buffered': /file system is full/,
  'read-only-file-system': /file system is read-only/,
  'readonly-violation': /did not take one of the options/,
  'worker-killed': /worker of fio was killed/,
  'write-to-dev-full': /file system is full/,
}

describe.each(capturedNames.filter((name) => name in refused))('the captured run %s', (name) => {
  it('is not a result, and the reason is fio’s', () => {
    const output = readForeignFio(captured(name).text ?? '')
    expect(output?.runs).toEqual([])
    expect(output?.skipped).toHaveLength(1)
    expect(output?.skipped[0]?.reason).toMatch(refused[name] ?? /never/)
  })
})

const sound = capturedNames.filter((name) => !(name in refused) && captured(name).text?.startsWith('{'))

describe.each(sound)('the captured run %s without its plan', (name) => {
  it('gives one run with the numbers that its plan’s parser finds', () => {
    const output = readForeignFio(captured(name).text ?? '')
    expect(output?.skipped).toEqual([])
    expect(output?.runs).toHaveLength(1)
    const [run] = output?.runs ?? []
    expect(scalarsOf(run?.observations ?? []).length).toBeGreaterThan(10)
    const planned = parseOutput(captured(name))
    if (planned.outcome !== 'done') return
    const withoutTest = (list: readonly object[]) => list.map((one) => ({ ...one, test: '' }))
    expect(withoutTest(scalarsOf(run?.observations ?? []))).toEqual(
      withoutTest(scalarsOf(planned.observations)),
    )
    expect(withoutTest(histogramsOf(run?.observations ?? []))).toEqual(
      withoutTest(histogramsOf(planned.observations)),
    )
    expect(run?.engineVersion).toBe('3.33')
  })

  it('has the parameters it was run with', () => {
    const { workload, phase } = captured(name).request
    // Some were captured with other options than their plan has; the plan's parser refuses those.
    if (phase === 'layout' || parseOutput(captured(name)).outcome !== 'done') return
    const [run] = readForeignFio(captured(name).text ?? '')?.runs ?? []
    for (const [key, value] of Object.entries(workload)) {
      // A mix of one kind is run as a pure read or write, and sequential jobs share the file.
      const isToldOtherwise =
        key === 'pattern' ||
        key.endsWith('percentiles') ||
        (key === 'read_percent' && (value === 0 || value === 100))
      const isShared = key === 'file_size' && typeof workload.jobs === 'number' && workload.jobs > 1
      if (isToldOtherwise || isShared) continue
      expect([key, run?.levels[key]]).toEqual([key, value])
    }
  })
})

it('all captured runs are covered', () => {
  const empty = capturedNames.filter((name) => (captured(name).text ?? '').trim() === '')
  expect(Object.keys(refused).every((name) => capturedNames.includes(name))).toBe(true)
  expect(sound.length).toBeGreaterThanOrEqual(25)
  const rest = capturedNames.filter(
    (name) => !sound.includes(name) && !(name in refused) && !empty.includes(name),
  )
  // Text before the result; accepted, with a warning.
  expect(rest).toEqual(['normal-and-json', 'sync-engine-depth'])
})

describe('an output of fio', () => {
  it('with the human-readable report before its JSON counts, with a warning', () => {
    const output = readForeignFio(captured('normal-and-json').text ?? '')
    expect(output?.runs).toHaveLength(1)
    expect(output?.runs[0]?.warnings).toContainEqual(expect.objectContaining({ id: 'text-around-json' }))
  })

  it('without group reporting is one run, not one per clone', () => {
    const output = readForeignFio(captured('two-jobs-no-group').text ?? '')
    const { jobs } = capturedDocument('two-jobs-no-group')
    expect(jobs).toHaveLength(2)
    const iops = scalarsOf(output?.runs[0]?.observations ?? []).find(
      (one) => one.direction === 'total' && one.metric === 'iops',
    )
    const expected = jobs.reduce((sum, job) => sum + job.read.iops + job.write.iops, 0)
    expect(iops?.value).toBeCloseTo(expected, 6)
    expect(output?.runs[0]?.levels.jobs).toBe(2)
  })

  it('reports what was run, not what was planned', () => {
    const depthOf = (name: string) => readForeignFio(captured(name).text ?? '')?.runs[0]?.levels
    expect(captured('other-depth').request.workload.queue_depth).toBe(8)
    expect(depthOf('other-depth')?.queue_depth).toBe(2)
    expect(depthOf('one-direction')).toMatchObject({ pattern: 'random-read' })
    expect(depthOf('other-runtime')?.runtime).toBe(1)
  })

  it('with several documents uses the last one', () => {
    const output = readForeignFio(captured('status-interval').text ?? '')
    expect(output?.runs).toHaveLength(1)
    expect(output?.runs[0]?.warnings).toContainEqual(expect.objectContaining({ id: 'several-documents' }))
  })

  it('names its drive, its time and its version', () => {
    const text = captured('mix').text ?? ''
    const document = JSON.parse(text) as { timestamp_ms: number; disk_util: { name: string }[] }
    expect(readForeignFio(text)?.runs[0]).toMatchObject({
      label: 'bw-1',
      device: document.disk_util[0]?.name,
      finishedAtMs: document.timestamp_ms,
      startedAtMs: undefined,
      engineVersion: '3.33',
    })
  })

  it('truncated anywhere is skipped or whole, never half', () => {
    const text = captured('json-without-bins').text ?? ''
    for (let length = 1; length < text.length - 2; length += 97) {
      const output = readForeignFio(text.slice(0, length))
      expect(output?.runs ?? []).toEqual([])
    }
    const half = readForeignFio(text.slice(0, text.length / 2))
    expect(half?.skipped[0]?.reason).toMatch(/ends before it is complete/)
  })

  it('without a result only explains how to get numbers', () => {
    const report = 'fio-3.33\nStarting 1 process\n\n'
    expect(readForeignFio(report)?.skipped[0]?.reason).toMatch(/--output-format=json/)
  })

  it('in text form gives its rounded numbers, and says that they are rounded', () => {
    const report = `fio-3.33\nStarting 1 process\n\nbw: (groupid=0, jobs=1): err= 0:
  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(3.91MiB/1000msec)\n  cpu          : usr=1.00%, sys=2.00%\n`
    const [run] = readForeignFio(report)?.runs ?? []
    expect(run?.observations).toContainEqual(
      expect.objectContaining({ metric: 'iops', value: 1000, direction: 'read' }),
    )
    expect(run?.warnings[0]?.text).toMatch(/its JSON has all of them/)
  })

  it.each([
    ['nothing', ''],
    ['JSON of another program', '{"jobs":[{"name":"build"}]}'],
    ['a list', '[1,2]'],
    ['prose', 'A review of fio.\n'],
    ['CSV', 'a,b\n1,2\n'],
  ])('is not recognised in %s', (_what, text) => {
    expect(readForeignFio(text)).toBeUndefined()
  })
})

describe('several jobs in one file', () => {
  const job = (name: string, options: object, total = 100) => ({
    jobname: name,
    error: 0,
    'job options': { name, ...options },
    read: {
      total_ios: total,
      iops: total,
      bw_bytes: 4096 * total,
      io_bytes: 4096 * total,
      io_kbytes: 1,
      runtime: 1000,
    },
    write: { total_ios: 0 },
  })
  const file = (...jobs: object[]) =>
    JSON.stringify({ 'fio version': 'fio-3.36', timestamp: 1_700_000_000, jobs })

  it('are separate runs, each with its options on top of the global ones', () => {
    const text = JSON.stringify({
      'fio version': 'fio-3.36',
      'global options': { bs: '4k', iodepth: '32', ioengine: 'io_uring', direct: '1' },
      jobs: [
        job('seq', { rw: 'read', bs: '1M', stonewall: '' }),
        job('rand', { rw: 'randread', stonewall: '' }),
      ],
    })
    const output = readForeignFio(text)
    expect(output?.runs.map((run) => [run.label, run.levels])).toEqual([
      [
        'seq',
        {
          pattern: 'sequential-read',
          block_size: 1048576,
          queue_depth: 32,
          jobs: 1,
          direct: true,
          io_engine: 'io_uring',
        },
      ],
      [
        'rand',
        {
          pattern: 'random-read',
          block_size: 4096,
          queue_depth: 32,
          jobs: 1,
          direct: true,
          io_engine: 'io_uring',
        },
      ],
    ])
    expect(output?.runs.flatMap((run) => run.warnings)).toEqual([])
    expect(scalarsOf(output?.runs[0]?.observations ?? [])[0]?.test).toBe('sequential-read')
  })

  it('that do not wait for each other are reported', () => {
    const output = readForeignFio(file(job('a', { rw: 'read' }), job('b', { rw: 'randread' })))
    expect(output?.runs[0]?.warnings).toEqual([
      {
        class: 'qualifies',
        id: 'jobs-together',
        text: 'The file has other jobs that may have run at the same time: b.',
      },
    ])
  })

  it('are skipped individually if they failed or did nothing', () => {
    const failed = { ...job('b', { rw: 'read' }), error: 5 }
    const output = readForeignFio(file(job('a', {}), failed, job('c', {}, 0)))
    expect(output?.runs.map((run) => run.label)).toEqual(['a'])
    expect(output?.skipped).toEqual([
      { part: 'b', reason: 'The drive reported an I/O error (EIO).' },
      { part: 'c', reason: 'The job did no I/O.' },
    ])
  })

  it('that do not echo their options are read with a warning', () => {
    const bare = { jobname: 'old job', error: 0, read: { total_ios: 5, iops: 5, bw: 20, runtime: 1000 } }
    const [run] = readForeignFio(JSON.stringify({ 'fio version': 'fio-2.1.11', jobs: [bare] }))?.runs ?? []
    expect(run?.levels).toEqual({ job: 'old job' })
    expect(run?.warnings).toContainEqual(expect.objectContaining({ id: 'options-unknown' }))
    expect(scalarsOf(run?.observations ?? [])).toContainEqual({
      kind: 'scalar',
      source: 'engine',
      test: 'old job',
      direction: 'read',
      metric: 'bandwidth',
      value: 20 * 1024,
      unit: 'B/s',
    })
  })
})

describe('fio 2.x', () => {
  it('counts in KiB and microseconds', () => {
    const text = readFileSync('tests/fixtures/fio-2-synthetic/mix-2.1.11.json', 'utf8')
    const values = new Map(
      scalarsOf(readForeignFio(text)?.runs[0]?.observations ?? []).map((one) => [
        `${one.direction} ${one.metric}`,
        one.value,
      ]),
    )
    expect(values.get('read bandwidth')).toBe(7000 * 1024)
    expect(values.get('read latency_mean')).toBe(256_000)
  })
})

describe('echoed options', () => {
  it('become fields in base units, with fio’s defaults for what is not echoed', () => {
    expect(levelsOf({ name: 'x', rw: 'randrw' })).toEqual({
      pattern: 'random-mix',
      read_percent: 50,
      block_size: 4096,
      queue_depth: 1,
      jobs: 1,
      direct: false,
    })
    expect(
      levelsOf({
        readwrite: 'randrw:8',
        rwmixwrite: '30',
        blocksize: '64K',
        size: '16g',
        runtime: '2m',
        ramp_time: '500ms',
        time_based: '',
        buffered: '0',
        numjobs: '4',
        rate_iops: '70,30',
        fsync: '1',
        thinktime: '500us',
        zonemode: 'zbd',
        randseed: '7',
        group_reporting: '',
        filename: '/dev/nvme0n1',
        write_bw_log: 'x',
      }),
    ).toEqual({
      pattern: 'random-mix',
      read_percent: 70,
      block_size: 65536,
      queue_depth: 1,
      jobs: 4,
      direct: true,
      file_size: 16 * 1024 ** 3,
      runtime: 120,
      ramp_time: 0.5,
      time_based: true,
      rate_iops: 100,
      fsync: 1,
      thinktime: '500us',
      zonemode: 'zbd',
    })
  })

  it.each([
    ['randrw', '500', 1000],
    ['randrw', '90,10,', 100],
    ['randrw', '90,10,5', 100],
    ['randrw', ',10', ',10'],
    ['randread', '500', 500],
    ['randread', '90,10', 90],
    ['randwrite', '90,10', 10],
    ['randtrim', '500', 500],
  ])('limit a %s by %s to %s requests a second, both directions together', (rw, rate, limit) => {
    expect(levelsOf({ rw, rate_iops: rate }).rate_iops).toBe(limit)
  })

  it('keep as text what is not a single number', () => {
    expect(levelsOf({ bs: '4k,64k', size: '50%' })).toMatchObject({ block_size: '4k,64k', file_size: '50%' })
    const mixed = levelsOf({ bssplit: '4k/60:64k/40' })
    expect(mixed).toMatchObject({ bssplit: '4k/60:64k/40' })
    expect(mixed).not.toHaveProperty('block_size')
    expect(levelsOf({ rw: 'randtrim' }).pattern).toBe('randtrim')
  })

  it.each([
    [{ refill_buffers: '1' }, 0],
    [{ refill_buffers: '' }, 0],
    [{ buffer_compress_percentage: '50', refill_buffers: '1' }, 50],
    [{ zero_buffers: '1' }, 100],
    [{ zero_buffers: '0' }, undefined],
    [{}, undefined],
  ])('of data content %j mean %s % compressible', (options, percent) => {
    expect(levelsOf(options).compress_percent).toBe(percent)
  })

  it.each([
    ['4k', 4096],
    ['4K', 4096],
    ['4kb', 4096],
    ['4ki', 4000],
    ['4kib', 4000],
    ['1m', 1048576],
    ['2g', 2 * 1024 ** 3],
    ['512', 512],
    ['4k,8k', undefined],
    ['50%', undefined],
    ['', undefined],
    ['9999999999999g', undefined],
  ])('of size %s are %s bytes', (text, bytes) => {
    expect(fioBytes(text)).toBe(bytes)
  })
})

describe('results saved by other tools', () => {
  const text = captured('mix').text ?? ''
  const expected = readForeignFio(text)?.runs[0]

  it('are accepted if all of it is indented', () => {
    const indented = text.replace(/^(?=.)/gm, '    ')
    expect(readForeignFio(indented)).toEqual({ engine: 'fio', runs: [expected], skipped: [] })
  })

  it('are all read from a list, with the location of what is not one', () => {
    const list = JSON.stringify([
      JSON.parse(text),
      { city: 'Bonn' },
      { 'fio version': 'fio-3.1', jobs: [] },
      JSON.parse(text),
    ])
    expect(readForeignFio(list)).toEqual({
      engine: 'fio',
      runs: [expected, expected],
      skipped: [
        { part: 'result 2 of 4', reason: 'It is not a result of fio.' },
        { part: 'result 3 of 4', reason: 'The file is JSON of fio, but holds no job.' },
      ],
    })
    expect(readForeignFio(`\uFEFF  [\n${text},\n${text}]\n`)?.runs).toHaveLength(2)
  })

  it('are refused in a list that was cut off, and the reason says where', () => {
    const output = readForeignFio(`[${text}, ${text.slice(0, 200)}`)
    expect(output?.runs).toEqual([])
    expect(output?.skipped[0]?.reason).toMatch(/cannot be read.*byte \d+/)
  })

  it('a list from another program is not fio’s', () => {
    expect(readForeignFio('[{"city":"Bonn"}]')).toBeUndefined()
    expect(readForeignFio('[{"city":"Bonn"},')).toBeUndefined()
  })

  it('without a count of I/Os have rates and shares, but no count', () => {
    const old = readFileSync('tests/fixtures/fio-2-synthetic/mix-2.1.11.json', 'utf8')
    const [run] = readForeignFio(old.replace(/,\s*"total_ios" : \d+/g, ''))?.runs ?? []
    const values = new Map(
      scalarsOf(run?.observations ?? []).map((one) => [`${one.direction} ${one.metric}`, one.value]),
    )
    expect(values.get('read iops')).toBe(1750)
    expect(values.get('total achieved_read_percent')).toBe(70)
    expect(values.get('read completion_latency_p99')).toBe(900_000)
    expect([...values.keys()].some((key) => key.endsWith('io_count'))).toBe(false)
  })
})

describe('results of fio that go together', () => {
  const side = (total: number, seconds = 1) => ({
    ...{ total_ios: total, iops: total / seconds, bw_bytes: (4096 * total) / seconds },
    ...{ io_bytes: 4096 * total, io_kbytes: 4 * total, runtime: 1000 * seconds },
  })
  const idle = side(0)
  const job = (name: string, options: object, more: object) => ({
    ...{ jobname: name, error: 0, 'job options': options, write: idle },
    ...more,
  })
  const document = (ms: number, ...jobs: object[]) =>
    JSON.stringify({ 'fio version': 'fio-3.36', timestamp_ms: 1_700_000_000_000 + ms, jobs }, undefined, 1)
  const read = (text: string) => {
    const { runs = [], skipped = [] } = readForeignFio(text) ?? {}
    const iops = (run: (typeof runs)[number]) =>
      scalarsOf(run.observations).find((one) => one.metric === 'iops' && one.direction === 'total')?.value
    return { runs, skipped, iops: runs.map(iops) }
  }
  const reads = (ios: number, seconds = 1) =>
    job('r', { rw: 'randread', bs: '4k' }, { read: side(ios, seconds) })

  it('all count if several runs wrote to one file, repetitions included', () => {
    const writes = job('w', { rw: 'randwrite', bs: '4k' }, { read: idle, write: side(7) })
    const text = [document(0, reads(5)), document(1300, reads(6)), document(2600, writes)].join('\n')
    const { runs, iops } = read(`Run on Monday\n${text}`)
    expect(iops).toEqual([5, 6, 7])
    expect(runs.map(({ levels }) => levels.pattern)).toEqual(['random-read', 'random-read', 'random-write'])
    expect(runs.flatMap(({ warnings }) => warnings.map(({ id }) => id))).not.toContain('several-documents')
  })

  it('do not count if they are states of one run, such as the last but one of a status interval', () => {
    const states = [
      document(0, reads(0, 0)),
      document(1000, reads(5)),
      document(2000, reads(12, 2)),
      document(2010, reads(12, 2)),
    ]
    const { runs, iops } = read(states.join('\n'))
    expect([iops, runs[0]?.warnings.map(({ id }) => id)]).toEqual([[6], ['several-documents']])
  })

  describe('that tell the time in seconds', () => {
    const older = (seconds: number, elapsed: number, ios: number, latency: object = {}, ms = 1000) => {
      const found = { ...side(ios), runtime: ms, iops: (1000 * ios) / ms, bw_bytes: (4_096_000 * ios) / ms }
      const one = job('r', { rw: 'randread' }, { elapsed, read: { ...found, clat: latency } })
      const timestamp = 1_700_000_000 + seconds
      return JSON.stringify({ 'fio version': 'fio-2.10', timestamp, jobs: [one] }, undefined, 1)
    }

    it.each([
      ['when both had run equally long', older(0, 2, 5), older(2, 2, 6)],
      ['if requests were added in no time', older(0, 2, 5), older(1, 2, 6)],
      ['if no time was added, and requests were lost', older(0, 2, 5), older(1, 2, 4)],
      ['if the measured time became shorter', older(0, 2, 5, {}, 1005), older(1, 2, 6, {}, 1004)],
      [
        'if the longest latency became shorter',
        older(0, 2, 5, { min: 1, max: 90, mean: 9 }),
        older(1, 2, 6, { min: 1, max: 80, mean: 9 }, 1002),
      ],
      [
        'if the shortest latency became longer',
        older(0, 2, 5, { min: 1, max: 90, mean: 9 }),
        older(1, 2, 6, { min: 2, max: 90, mean: 9 }, 1002),
      ],
      [
        'if the mean latency changed without a request',
        older(0, 2, 5, { min: 1, max: 90, mean: 9 }),
        older(1, 2, 5, { min: 1, max: 90, mean: 8 }, 1002),
      ],
    ])('are repetitions %s', (_, before, after) => {
      expect(read(`${before}\n${after}`).runs).toHaveLength(2)
    })

    it('are states of one run if it went on for the time between them', () => {
      const before = older(0, 2, 5, { min: 2, max: 90, mean: 9 })
      const after = older(1, 3, 11, { min: 1, max: 99, mean: 8 }, 2001)
      expect(read(`${before}\n${after}`).iops).toEqual([11_000 / 2001])
    })
  })

  it('do not count if they are states of a ramp time', () => {
    const state = (ms: number, elapsed: number, ios: number) =>
      document(ms, job('r', { rw: 'randread', ramp_time: '2s' }, { elapsed, read: side(ios, ios / 5) }))
    const states = [state(0, 1, 5), state(1000, 2, 10), state(2100, 4, 6), state(3100, 5, 11)]
    expect(read(states.join('\n')).iops).toEqual([5])
  })

  it('leave out the reads that verified what was written', () => {
    const both = { read: side(5), write: side(6) }
    const { runs, iops } = read(document(0, job('w', { rw: 'write', verify: 'crc32c' }, both)))
    expect([iops, runs[0]?.warnings.map(({ id }) => id)]).toEqual([[6], ['verification-left-out']])
    expect(read(document(0, job('w', { rw: 'rw', verify: 'crc32c' }, both))).iops).toEqual([11])
  })

  it('have the share of reads if fio reports the directions beside their sum', () => {
    const both = { read: side(3), write: side(1), mixed: side(4) }
    const { runs } = read(document(0, job('m', { rw: 'randrw', rwmixread: '75' }, both)))
    expect(scalarsOf(runs[0]?.observations ?? [])).toContainEqual(
      expect.objectContaining({ metric: 'achieved_read_percent', value: 75 }),
    )
  })

  it('have no parameters if fio added up jobs that differ', () => {
    const both = { read: side(5), write: side(6), job_runtime: 2001 }
    const expected = [{ job: 'r' }, ['jobs-merged']]
    // Jobs of the command line have their names among the options, those of a file do not.
    for (const name of [{ name: 'w' }, {}]) {
      const { runs } = read(document(0, job('r', { ...name, rw: 'randwrite', bs: '64k' }, both)))
      expect([runs[0]?.levels, runs[0]?.warnings.map(({ id }) => id)]).toEqual(expected)
    }
    const clones = job('r', { rw: 'randrw', numjobs: '2' }, both)
    expect(read(document(0, clones)).runs[0]?.levels).toMatchObject({ pattern: 'random-mix', jobs: 2 })
  })

  const client = (port: number, one: ReturnType<typeof job>) => ({ ...one, hostname: '10.0.0.1', port })
  const clients = (...entries: object[]) =>
    JSON.stringify({ 'fio version': 'fio-3.36', timestamp: 1_700_000_000, client_stats: entries })
  const together = (ios: number) => ({ ...reads(ios), jobname: 'All clients', 'job options': undefined })

  it('have the parameters of the servers, and their number', () => {
    const text = clients(client(1, reads(5)), client(2, reads(6)), together(11))
    const { runs, iops } = read(text)
    expect(iops).toEqual([11])
    expect(runs[0]).toMatchObject({ label: 'r', levels: { pattern: 'random-read', hosts: 2 } })
  })

  it('have no parameters in the sum over all servers alone, where the global options are all there is', () => {
    const sum = JSON.stringify({
      ...{ 'fio version': 'fio-2.6', 'global options': { rw: 'randread', unified_rw_reporting: '1' } },
      client_stats: [{ ...together(0), read: undefined, mixed: side(5) }],
    })
    const { runs, iops } = read(sum)
    expect([iops, runs[0]?.levels]).toEqual([[5], { job: 'All clients' }])
  })

  it('are apart for each job of the servers', () => {
    const writes = job('w', { rw: 'randwrite', bs: '64k' }, { read: idle, write: side(7) })
    const text = clients(
      ...[client(1, reads(5)), client(1, writes), client(2, reads(6)), client(2, writes)],
      together(25),
    )
    const { runs, iops } = read(text)
    expect(iops).toEqual([11, 14])
    expect(runs.map(({ label, levels }) => [label, levels.pattern, levels.block_size, levels.hosts])).toEqual(
      [
        ['r', 'random-read', 4096, 2],
        ['w', 'random-write', 65_536, 2],
      ],
    )
  })
})

describe('a client of servers', () => {
  type Entry = Record<string, unknown>
  const text = () => readFileSync('tests/fixtures/imports/fio-client-without-job-options.json', 'utf8')
  /** The client's document with other entries. */
  const changed = (change: (entries: readonly Entry[]) => readonly Entry[]) => {
    const document = JSON.parse(text().slice(text().indexOf('{'))) as { client_stats: readonly Entry[] }
    return JSON.stringify({ ...document, client_stats: change(document.client_stats) })
  }

  it('without host names has as many servers as its processes come to', () => {
    const unnamed = changed((entries) => entries.map(({ hostname: _host, port: _port, ...entry }) => entry))
    const runs = readForeignFio(unnamed)?.runs ?? []
    expect(runs[0]?.levels).toMatchObject({ pattern: 'random-read', jobs: 2, hosts: 2 })
    // Its options are unknown, and so is how many jobs each server ran.
    expect(runs[1]?.levels).toEqual({ job: 'qd8-64k' })
    expect(runs[1]?.warnings).toContainEqual(
      expect.objectContaining({ id: 'hosts-unknown', class: 'qualifies' }),
    )
    expect(runs[0]?.warnings.map(({ id }) => id)).not.toContain('hosts-unknown')
  })

  it('knows the options of a server that does not echo them only if one job has that name', () => {
    const named = changed((entries) =>
      entries.map((entry) =>
        entry.jobname === 'qd8-64k'
          ? { ...entry, jobname: 'qd1-4k', 'job options': { rw: 'read', bs: '64k' } }
          : entry,
      ),
    )
    const runs = readForeignFio(named)?.runs ?? []
    // 64 KiB requests are not of the job with 4 KiB.
    expect(runs.map(({ levels }) => levels.block_size)).toEqual([4096, 65_536])
  })
})

describe('names of more than 127 characters', () => {
  const long = 'a-name-'.repeat(20)
  const document = (name: string) =>
    JSON.stringify({
      'fio version': 'fio-3.33',
      jobs: [
        {
          jobname: long.slice(0, 127),
          error: 0,
          'job options': { name, rw: 'read', bs: '4k' },
          read: {
            io_bytes: 40_960_000,
            io_kbytes: 40_000,
            total_ios: 10_000,
            bw_bytes: 4_096_000,
            iops: 1000,
            runtime: 10_000,
          },
        },
      ],
    })

  it('are cut in results, and are no names of another job', () => {
    const [run] = readForeignFio(document(long))?.runs ?? []
    expect(run?.levels.pattern).toBe('sequential-read')
    expect(run?.logs?.prefixes).toContain(long)
    const [other] = readForeignFio(document(`b${long}`))?.runs ?? []
    expect(other?.warnings.map(({ id }) => id)).toContain('jobs-merged')
  })
})

it('has the latencies of fdatasync, which fio counts apart from requests', () => {
  const [run] = readForeignFio(readFileSync('tests/fixtures/imports/fio-fdatasync.json', 'utf8'))?.runs ?? []
  const of = (metric: string) =>
    scalarsOf(run?.observations ?? []).flatMap((one) =>
      one.metric === metric ? [[one.direction, one.value]] : [],
    )
  expect(of('fsync_latency_mean')).toEqual([['total', 583_187.422_613]])
  expect(of('fsync_latency_max')).toEqual([['total', 9_563_447]])
  expect(of('fsync_latency_p95')).toEqual([['total', 3_883_008]])
  // 911 calls cannot tell it.
  expect(of('fsync_latency_p999')).toEqual([])
})

it('does not take a replay for reads of 4 KiB, because what it requests is in its log', () => {
  const levels = levelsOf({ read_iolog: 'log.txt', iodepth: '64', ioengine: 'libaio' })
  expect(levels).toEqual({
    read_iolog: 'log.txt',
    queue_depth: 64,
    jobs: 1,
    direct: false,
    io_engine: 'libaio',
  })
})
