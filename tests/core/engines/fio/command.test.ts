import { describe, expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'
import { offeredRate } from '../../../../src/core/engines/fio/job-options'
import { fileNameProblem } from '../../../../src/core/engines/fio/workload/file-name'
import { caseCount, caseAt, workloadOf } from '../../../../src/core/plan/cases'
import type { Workload } from '../../../../src/core/plan/plan'
import { planFromTemplate, templates } from '../../../../src/core/plan/templates/templates'
import { mainProcess } from '../../../../src/core/engines/steps'

const request = (workload: Workload, more: Partial<CommandRequest> = {}): CommandRequest => ({
  workload,
  dataFile: '/data/benchwright-p.data',
  runName: 'bw-7f3a-12',
  phase: 'measure',
  seed: 42,
  ...more,
})

/** Options of a job file, without their section. */
function optionsOf(workload: Workload, more: Partial<CommandRequest> = {}): ReadonlyMap<string, string> {
  const [file] = fioEngine.steps(request(workload, more)).files
  const lines = (file?.text ?? '').split('\n').filter((line) => line.includes('='))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

describe('the command', () => {
  it('writes results to its own file and shows its status', () => {
    const { files, steps } = fioEngine.steps(request({ read_percent: 70 }))
    const process = steps[0]?.processes[0]
    expect(process?.program).toBe('fio')
    expect(process?.args).toEqual([
      '--output=output.json',
      '--output-format=json+',
      '--eta=always',
      '--eta-newline=1',
      'bw-7f3a-12.fio',
    ])
    expect(steps).toMatchObject([{ kind: 'measure', outputs: ['output.json'] }])
    expect(files.map((file) => file.name)).toEqual(['bw-7f3a-12.fio'])
    expect(files[0]?.text).toContain('\n[bw-7f3a-12]\n')
  })

  it('forbids writes to runs that only read', () => {
    const isReadOnly = (workload: Workload, phase: CommandRequest['phase'] = 'measure') =>
      mainProcess(fioEngine.steps(request(workload, { phase }))).args.includes('--readonly')
    expect(isReadOnly({ pattern: 'random-read' })).toBe(true)
    expect(isReadOnly({ pattern: 'random-mix', read_percent: 100 })).toBe(true)
    expect(isReadOnly({ pattern: 'random-mix', read_percent: 99 })).toBe(false)
    expect(isReadOnly({ pattern: 'random-read' }, 'layout')).toBe(false)
  })

  it('can be checked without running it', () => {
    const command = fioEngine.parseOnlyCommand(request({ read_percent: 70 }))
    expect(command?.args).toEqual(['--parse-only', '--clocksource=clock_gettime', 'bw-7f3a-12.fio'])
    expect(command?.files).toEqual(fioEngine.steps(request({ read_percent: 70 })).files)
  })

  it.each(['', '-x', 'a b', 'a/b', '../x', 'a\nb', 'é', 'x'.repeat(101)])(
    'refuses the run name %j',
    (runName) => {
      expect(() => fioEngine.steps(request({}, { runName }))).toThrow(RangeError)
    },
  )

  it.each(
    templates
      .filter(({ engine }) => engine === undefined)
      .map((template) => [template.id, template] as const),
  )('has the job file of %s on record', async (id, template) => {
    const plan = planFromTemplate(template, { id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } })
    const workload = workloadOf(plan, caseAt(plan, Math.min(1, caseCount(plan) - 1)))
    const files = [
      ...fioEngine.steps(request(workload, { phase: 'layout' })).files,
      ...fioEngine.steps(request(workload)).files,
    ]
    await expect(files.map((file) => file.text).join('\n')).toMatchFileSnapshot(
      `../../../golden/fio/${id}.fio`,
    )
  })
})

describe('the pattern', () => {
  it.each<[Workload, string, string | undefined]>([
    [{ pattern: 'random-mix', read_percent: 70 }, 'randrw', '70'],
    [{ pattern: 'random-mix', read_percent: 100 }, 'randread', undefined],
    [{ pattern: 'random-mix', read_percent: 0 }, 'randwrite', undefined],
    [{ pattern: 'sequential-mix', read_percent: 30 }, 'rw', '30'],
    [{ pattern: 'sequential-mix', read_percent: 100 }, 'read', undefined],
    [{ pattern: 'sequential-mix', read_percent: 0 }, 'write', undefined],
    [{ pattern: 'random-read', read_percent: 30 }, 'randread', undefined],
    [{ pattern: 'sequential-write' }, 'write', undefined],
    [{}, 'randrw', '50'],
  ])('%j is rw=%s', (workload, rw, mix) => {
    const options = optionsOf(workload)
    expect(options.get('rw')).toBe(rw)
    expect(options.get('rwmixread')).toBe(mix)
    expect(fioEngine.testName(workload)).toBe(workload.pattern ?? 'random-mix')
  })

  it('knows what writes and what needs a file', () => {
    expect(fioEngine.writes({ pattern: 'random-read' })).toBe(false)
    expect(fioEngine.writes({ pattern: 'random-mix', read_percent: 100 })).toBe(false)
    expect(fioEngine.writes({})).toBe(true)
    expect(fioEngine.dataOf({ io_engine: 'null' })).toEqual({ kind: 'none' })
    expect(fioEngine.dataOf({})).toEqual({ kind: 'file', contentKeys: fioEngine.content?.keys })
  })
})

describe('the data', () => {
  const contentOf = (workload: Workload) =>
    Object.fromEntries([...optionsOf(workload)].filter(([name]) => /buffer|dedupe|compress/.test(name)))

  it.each<[Workload, Record<string, string>]>([
    [{}, {}],
    [{ compress_percent: 0 }, { refill_buffers: '1' }],
    [
      { compress_percent: 1 },
      { refill_buffers: '1', buffer_compress_percentage: '1', buffer_compress_chunk: '4096' },
    ],
    [
      { compress_percent: 99 },
      { refill_buffers: '1', buffer_compress_percentage: '99', buffer_compress_chunk: '4096' },
    ],
    [{ compress_percent: 100 }, { zero_buffers: '1' }],
    [{ dedupe_percent: 0 }, {}],
    [{ dedupe_percent: 50 }, { refill_buffers: '1', dedupe_percentage: '50' }],
    [
      { compress_percent: 0, dedupe_percent: 50 },
      { refill_buffers: '1', dedupe_percentage: '50' },
    ],
    [
      { compress_percent: 50, dedupe_percent: 25, dedupe_mode: 'working_set' },
      {
        refill_buffers: '1',
        buffer_compress_percentage: '50',
        buffer_compress_chunk: '4096',
        dedupe_percentage: '25',
        dedupe_mode: 'working_set',
      },
    ],
    [{ compress_percent: 100, dedupe_percent: 50 }, { zero_buffers: '1' }],
  ])('of %j is %j', (workload, options) => {
    expect(contentOf(workload)).toEqual(options)
  })

  it('is the same in the layout as in the run', () => {
    const workload = { compress_percent: 30, dedupe_percent: 20, block_size: 4096 }
    const layout = optionsOf(workload, { phase: 'layout' })
    for (const [name, value] of Object.entries(contentOf(workload))) expect(layout.get(name)).toBe(value)
  })
})

describe('the layout', () => {
  it('writes the whole file front to back, through to the drive', () => {
    const layout = optionsOf(
      { file_size: 10_000_000, block_size: 4096, queue_depth: 64, runtime: 30 },
      { phase: 'layout' },
    )
    expect(Object.fromEntries(layout)).toMatchObject({
      rw: 'write',
      bs: '1048576',
      end_fsync: '1',
      direct: '1',
      allow_file_create: '1',
    })
    // Ten whole blocks: fio would leave out a last part smaller than a block.
    expect(layout.get('size')).toBe('10485760')
    expect(layout.has('time_based') || layout.has('runtime')).toBe(false)
  })

  it.each([
    ['libaio', 'libaio', '8'],
    ['io_uring', 'io_uring', '8'],
    ['mmap', 'psync', '1'],
  ])('of a case with %s uses %s', (ioEngine, used, depth) => {
    const layout = optionsOf({ io_engine: ioEngine }, { phase: 'layout' })
    expect([layout.get('ioengine'), layout.get('iodepth')]).toEqual([used, depth])
  })

  it('is buffered if the case is', () => {
    expect(optionsOf({ direct: false }, { phase: 'layout' }).get('direct')).toBe('0')
  })
})

describe('a measured run', () => {
  it('must find its file', () => {
    expect(optionsOf({}).get('allow_file_create')).toBe('0')
  })

  it('names no file if no data is moved', () => {
    const options = optionsOf({ io_engine: 'null' }, { dataFile: undefined })
    expect(options.has('filename') || options.has('allow_file_create')).toBe(false)
  })

  it('has its own seed, or replays the same offsets on request', () => {
    expect(Object.fromEntries(optionsOf({}))).toMatchObject({ randrepeat: '0', randseed: '42' })
    const replay = optionsOf({ random_repeat: true })
    expect([replay.get('randrepeat'), replay.has('randseed')]).toEqual(['1', false])
  })

  it('uses its whole run time, including fractions of a second', () => {
    expect(Object.fromEntries(optionsOf({ runtime: 30, ramp_time: 5 }))).toMatchObject({
      runtime: '30',
      time_based: '1',
      ramp_time: '5',
    })
    expect(Object.fromEntries(optionsOf({ runtime: 0.5, ramp_time: 1.25 }))).toMatchObject({
      runtime: '500ms',
      ramp_time: '1250ms',
    })
    const open = optionsOf({ time_based: true })
    expect(open.has('runtime') || open.has('time_based')).toBe(false)
    expect(optionsOf({ runtime: 30, time_based: false }).has('time_based')).toBe(false)
  })

  it('gives sequential jobs their own parts of the file, in whole blocks', () => {
    const options = optionsOf({
      pattern: 'sequential-read',
      jobs: 3,
      file_size: 1_048_576,
      block_size: 65_536,
    })
    expect([options.get('size'), options.get('offset_increment'), options.get('numjobs')]).toEqual([
      '327680',
      '327680',
      '3',
    ])
    const random = optionsOf({ pattern: 'random-read', jobs: 3, file_size: 1_048_576 })
    expect([random.get('size'), random.has('offset_increment')]).toEqual(['1048576', false])
  })

  it('splits a limit between the directions of a mix', () => {
    expect(optionsOf({ read_percent: 70, rate_iops: 1000 }).get('rate_iops')).toBe('700,300')
    expect(optionsOf({ read_percent: 99, rate_iops: 10 }).get('rate_iops')).toBe('9,1')
    expect(optionsOf({ read_percent: 100, rate_iops: 1000 }).get('rate_iops')).toBe('1000')
  })

  it('offers a rate with random arrivals, in whole requests for each job and direction', () => {
    const offered = optionsOf({ read_percent: 70, offered_iops: 1000, jobs: 4 })
    expect([offered.get('rate_iops'), offered.get('rate_process')]).toEqual(['175,75', 'poisson'])
    const share = { pattern: 'random-read', offered_percent: 50 }
    expect(optionsOf(share, { offeredPerSecond: 1234 }).get('rate_iops')).toBe('1234')
    expect(offeredRate(request({ pattern: 'random-read', jobs: 3 }, { offeredPerSecond: 1000 }))).toBe(999)
    expect(offeredRate(request({}))).toBeUndefined()
    // Before the capacity is found, as in the Design room, the job says what will be there.
    expect(fioEngine.steps(request(share)).files[0]?.text).toContain('; rate_iops: 50 % of the capacity')
  })

  it('finds the capacity without a rate, at the depth of the step', () => {
    const step = { kind: 'capacity', seconds: 7, queueDepth: 32 } as const
    const options = optionsOf(
      { pattern: 'random-read', offered_percent: 50, queue_depth: 256, runtime: 30, time_based: true },
      { phase: 'prepare', preparation: { step, capacityBytes: 0 } },
    )
    expect([options.get('iodepth'), options.get('runtime'), options.has('rate_iops')]).toEqual([
      '32',
      '7',
      false,
    ])
  })

  it('reports both latencies if the version can', () => {
    const old = optionsOf({}, { engineVersion: '3.12' })
    expect([old.get('clat_percentiles'), old.get('lat_percentiles')]).toEqual(['0', '1'])
    const recent = optionsOf({}, { engineVersion: '3.33' })
    expect([recent.get('clat_percentiles'), recent.get('lat_percentiles')]).toEqual(['1', '1'])
  })

  it('passes further options in a fixed order', () => {
    const options = [...optionsOf({ io_engine: 'io_uring', thinktime: 10, hipri: true, nice: -5 }).keys()]
    expect(options.slice(-3)).toEqual(['hipri', 'nice', 'thinktime'])
  })

  it.each<Workload>([
    { exec_prerun: 'reboot' },
    { io_engine: 'exec' },
    { io_engine: 'external:/x.so' },
    { percentiles: '50\nexec_prerun=reboot' },
    { pattern: 'random-mix\nfilename=/etc/passwd' },
    { buffer_pattern: "'/etc/passwd'" },
    { mem: 'mmaphuge:/etc/x' },
    { queue_depth: '64\nexec_prerun=reboot' },
  ])('is not generated for %j', (workload) => {
    expect(() => fioEngine.steps(request(workload))).toThrow(RangeError)
    expect(() => fioEngine.steps(request(workload, { phase: 'layout' }))).toThrow(RangeError)
    expect(() => fioEngine.parseOnlyCommand(request(workload))).toThrow(RangeError)
  })

  it('is not generated without a data file if one is needed', () => {
    expect(() => fioEngine.steps(request({}, { dataFile: undefined }))).toThrow('No data file is named')
  })
})

describe('file names', () => {
  it.each([
    '/data/a',
    '/data/with space/b',
    "/data/it's",
    '/data/é✓',
    '/data/back\\slash',
    'C:\\data\\x',
    '/data/%d*=,',
  ])('accept %s', (path) => {
    expect(fileNameProblem(path)).toBeUndefined()
  })

  it('escape colons, which separate files', () => {
    expect(optionsOf({}, { dataFile: '/dev/disk/pci-0000:00:1f' }).get('filename')).toBe(
      '/dev/disk/pci-0000\\:00\\:1f',
    )
    expect(optionsOf({}, { dataFile: 'C:\\x' }).get('filename')).toBe('C\\:\\x')
  })

  it.each([
    '/data/a#b',
    '/data/a;b',
    '/data/$ncpus',
    '/data/${HOME}',
    '/data/a\nexec_prerun=reboot',
    '/data/a\rb',
    '/data/a\0b',
    ' /data/a',
    '/data/a ',
    '/data/a\\:b',
    '',
    `/${'x'.repeat(3000)}`,
  ])('refuse %j', (path) => {
    expect(fileNameProblem(path)).toMatch(/\.$/)
    expect(() => fioEngine.steps(request({}, { dataFile: path }))).toThrow(/fio cannot use/)
  })
})
