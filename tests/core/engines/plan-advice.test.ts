import { describe, expect, it } from 'vitest'
import { advisePlan, estimatePlan } from '../../../src/core/engines/plan-advice'
import { reserveBytes } from '../../../src/core/plan/fill-level'
import type { PlanEnvironment, TargetFacts } from '../../../src/core/plan/advice'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import { examplePlan } from '../plan/example-plan'

const gibibyte = 1024 ** 3

const folder: TargetFacts = {
  path: '/data',
  kind: 'folder',
  parentExists: true,
  writable: true,
  createdByApp: false,
  freeBytes: 100 * gibibyte,
  totalBytes: 200 * gibibyte,
}

const sound: PlanEnvironment = {
  memoryBytes: 16 * gibibyte,
  engineVersion: '3.33',
  engineState: 'found',
  target: folder,
}

const base = (change: Readonly<Record<string, LevelValue>>): Plan =>
  examplePlan({ base: { ...examplePlan().base, ...change } })
const idsOf = (plan: Plan, environment: PlanEnvironment = sound) =>
  advisePlan(plan, environment).map((advice) => advice.id)
const find = (id: string, plan: Plan, environment: PlanEnvironment = sound) =>
  advisePlan(plan, environment).find((advice) => advice.id === id)

/** The plan after applying an advice's remedy. */
function mended(id: string, plan: Plan, environment: PlanEnvironment = sound): Plan {
  const advice = find(id, plan, environment)
  if (!advice?.remedy) throw new Error(`There is no remedy for ${id}.`)
  return { ...plan, ...advice.remedy.change }
}

/** Half of the sound target is in use: levels below that are left out, as the advice offers. */
function mendedIfFuller(plan: Plan, environment: PlanEnvironment): Plan {
  return find('already-fuller', plan, environment) ? mended('already-fuller', plan, environment) : plan
}

describe('one run alone', () => {
  const hour = { ...examplePlan().base, runtime: 3600 }

  it('that is long is read as a curve over time', () => {
    const one = examplePlan({ axes: [], base: hour, repetitions: 1 })
    expect(find('one-long-run', one)).toMatchObject({ severity: 'note' })
    expect(find('few-repetitions', one)).toBeUndefined()
  })

  it.each<[string, Partial<Plan>]>([
    ['short', { axes: [], base: { ...hour, runtime: 60 } }],
    ['of several cases', { axes: [{ key: 'queue_depth', levels: [1, 2] }], base: hour }],
  ])('gives no usable interval when it is %s', (_, change) => {
    expect(find('few-repetitions', examplePlan({ ...change, repetitions: 1 }))).toMatchObject({
      severity: 'warning',
    })
  })
})

describe('a sound plan', () => {
  it('gets only notes', () => {
    expect(advisePlan(examplePlan(), sound).map((advice) => advice.severity)).toEqual(['note'])
    expect(idsOf(examplePlan())).toEqual(['incompressible-data'])
  })

  it('every template is one', () => {
    for (const template of templates) {
      const identity = { id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } } as const
      const plan = planFromTemplate(template, identity, sound.memoryBytes)
      // Half full, with room for the largest file of a printed review.
      const target = { ...folder, freeBytes: 1000 * gibibyte, totalBytes: 2000 * gibibyte }
      const engineVersion = plan.engine === 'iozone' ? '3.508' : '3.33'
      const environment = { ...sound, target, engineVersion }
      const filled = mendedIfFuller(plan, environment)
      // A program that measures for five seconds is told of it, whoever else does so.
      const told = template.id === 'crystal-like' ? ['short-runtime'] : []
      const serious = advisePlan(filled, environment).filter((advice) => advice.severity !== 'note')
      expect(serious.map(({ id }) => id)).toEqual(told)
    }
  })

  it('is told of a machine that would be measured instead of its drive, and its numbers keep it', () => {
    const found = { id: 'io_statistics', text: 'Requests are not counted.', reason: 'No run is judged.' }
    const advice = advisePlan(examplePlan(), { ...sound, machine: 'rig', benchWarnings: [found] })
    expect(advice.find(({ id }) => id === 'bench-io-statistics')).toMatchObject({
      ...{ severity: 'warning', reservation: 'qualifies', text: found.text },
      reason: 'No run is judged. Found on rig.',
    })
  })

  it('is not blamed for what is unknown', () => {
    expect(advisePlan(examplePlan(), {}).every((advice) => advice.severity === 'note')).toBe(true)
  })
})

describe('advice on options, each with a remedy that fixes it', () => {
  it.each<[string, Plan]>([
    ['file-smaller-than-memory', base({ direct: false, queue_depth: 1 })],
    ['sync-engine-depth', base({ io_engine: 'psync' })],
    ['libaio-without-direct', base({ direct: false, file_size: 64 * gibibyte })],
    ['mmap-is-cached', base({ io_engine: 'mmap', queue_depth: 1, file_size: 64 * gibibyte })],
    [
      'compressible-data',
      examplePlan({ base: { runtime: 30, ramp_time: 5, queue_depth: 4, file_size: gibibyte } }),
    ],
    ['short-runtime', base({ runtime: 5 })],
    ['never-steady', base({ steadystate: 'iops:20%' })],
    ['never-steady', base({ steadystate: 'iops:20%', steadystate_duration: 600 })],
    ['short-runtime', base({ runtime: 0.5 })],
    ['no-warm-up', base({ ramp_time: 0 })],
    ['open-run-time', examplePlan({ base: { queue_depth: 4, file_size: gibibyte, compress_percent: 0 } })],
    ['few-repetitions', examplePlan({ repetitions: 1 })],
    ['few-repetitions', examplePlan({ repetitions: 2 })],
    ['no-levels', examplePlan({ axes: [{ key: 'jobs', levels: [] }] })],
    ['duplicate-levels', examplePlan({ axes: [{ key: 'jobs', levels: [1, 2, 1] }] })],
    [
      'repeated-axis',
      examplePlan({
        axes: [
          { key: 'jobs', levels: [1] },
          { key: 'jobs', levels: [2] },
        ],
      }),
    ],
    ['all-excluded', examplePlan({ axes: [{ key: 'jobs', levels: [1] }], excluded: ['jobs=1'] })],
    [
      'direct-needs-whole-sectors',
      examplePlan({ axes: [], base: { ...examplePlan().base, block_size: 1000 } }),
    ],
    [
      'many-layouts',
      examplePlan({
        axes: [
          { key: 'queue_depth', levels: [1, 2, 4] },
          { key: 'compress_percent', levels: [0, 50] },
        ],
        order: { kind: 'shuffled', seed: 1 },
        repetitions: 20,
      }),
    ],
  ])('%s', (id, plan) => {
    expect(idsOf(plan)).toContain(id)
    expect(idsOf(mended(id, plan))).not.toContain(id)
  })

  it.each<[string, Plan]>([
    ['zeros', base({ compress_percent: 100 })],
    ['axis-without-effect', base({ pattern: 'random-read' })],
    ['block-size-overridden', base({ bssplit: '4k/50:64k/50' })],
    ['block-larger-than-file', examplePlan({ axes: [{ key: 'block_size', levels: [4096, 2 * gibibyte] }] })],
    [
      'limit-evens-mix',
      examplePlan({ axes: [], base: { ...examplePlan().base, read_percent: 70, rate: 1_000_000 } }),
    ],
    ['too-many-requests', base({ queue_depth: 1024, jobs: 512 })],
    ['option-problem', base({ exec_prerun: 'reboot' })],
    ['option-problem', examplePlan({ axes: [{ key: 'queue_depth', levels: [1, 2, 0] }] })],
    ['target-name', examplePlan({ target: { kind: 'folder', path: '/data/#1' } })],
    ['many-runs', examplePlan({ repetitions: 5000 })],
    [
      'too-many-runs',
      examplePlan({
        axes: [{ key: 'queue_depth', levels: Array.from({ length: 1001 }, (_, at) => at + 1) }],
        repetitions: 1000,
      }),
    ],
  ])('%s is reported', (id, plan) => {
    const advice = find(id, plan)
    expect(advice?.text).toMatch(/\.$/)
  })

  it('leaves the levels of an axis to the person', () => {
    const plan = examplePlan({ axes: [{ key: 'runtime', levels: [5, 60] }] })
    expect(find('short-runtime', plan)).toMatchObject({ severity: 'warning' })
    expect(find('short-runtime', plan)?.remedy).toBeUndefined()
  })

  it('gives the size that is sufficient', () => {
    const advice = find('file-smaller-than-memory', base({ direct: false, queue_depth: 1 }))
    expect(advice?.remedy?.label).toBe('Use 32\u202fGiB')
    expect(advice?.remedy?.change.base?.file_size).toBe(32 * gibibyte)
    const of = (file_size: number) =>
      find('file-smaller-than-memory', base({ direct: false, queue_depth: 1, file_size }))?.reason
    expect(of(24 * gibibyte)).toMatch(/^Up to 16\u202fGiB of the 24\u202fGiB can lie/)
    expect(of(gibibyte)).toMatch(/^All 1\u202fGiB can lie/)
  })

  it('says what share of buffered random reads comes from memory, however large the file', () => {
    const plan = base({ direct: false, queue_depth: 1, file_size: 32 * gibibyte })
    const advice = find('random-reads-partly-cached', plan)
    expect(advice?.text).toBe(
      'Without direct I/O, up to 50\u202f% of the random reads can come from the page cache.',
    )
    expect(idsOf(mended('random-reads-partly-cached', plan))).not.toContain('random-reads-partly-cached')
    const inOrder = base({
      direct: false,
      queue_depth: 1,
      file_size: 32 * gibibyte,
      pattern: 'sequential-read',
    })
    expect(find('random-reads-partly-cached', inOrder)).toBeUndefined()
  })

  it('says which drives gain from the fill of fio, by the size of the requests', () => {
    const { compress_percent: _own, ...others } = examplePlan().base
    const of = (block_size: number) =>
      find('compressible-data', examplePlan({ axes: [], base: { ...others, block_size } }))
    expect(of(4096)).toMatchObject({ severity: 'warning' })
    expect(of(4096)?.reason).toMatch(/pieces of 128 KiB shrink to about 9 %, single blocks of 4 KiB to 92 %/)
    expect(of(128 * 1024)).toMatchObject({ severity: 'note' })
    expect(of(128 * 1024)?.reason).not.toMatch(/9 %,/)
  })

  it('asks for multiples of the logical block that the drive has', () => {
    const plan = examplePlan({ axes: [], base: { ...examplePlan().base, block_size: 512 } })
    const of = (logicalBlockBytes: number) => ({
      ...sound,
      target: { ...folder, drive: { logicalBlockBytes } },
    })
    expect(find('direct-needs-whole-sectors', plan, of(512))).toBeUndefined()
    expect(find('direct-needs-whole-sectors', plan)).toBeUndefined()
    const found = find('direct-needs-whole-sectors', plan, of(4096))
    expect(found?.text).toMatch(/multiples of the drive’s logical block, 4\s?KiB; 512\s?B is not/)
    expect(mended('direct-needs-whole-sectors', plan, of(4096)).base.block_size).toBe(4096)
    const swept = examplePlan({ axes: [{ key: 'block_size', levels: [512, 4096] }] })
    expect(mended('direct-needs-whole-sectors', swept, of(4096)).axes[0]?.levels).toEqual([4096])
  })

  it('does not repeat one problem for every level', () => {
    const plan = examplePlan({ base: { ...examplePlan().base, exec_prerun: 'x' } })
    expect(idsOf(plan).filter((id) => id === 'option-problem')).toHaveLength(1)
  })
})

describe('advice on the folder of runs', () => {
  const folder = { path: '/home/lab/.local/state/benchwright/runs', isRemote: true }
  const advice = (changes: object) =>
    find('runs-folder', examplePlan(), { ...sound, machine: 'lab', runsFolder: { ...folder, ...changes } })

  it('is an error with host, folder and remedy where no run could write its files', () => {
    expect(advice({ freeBytes: 2 ** 30 })).toBeUndefined()
    expect(advice({})).toBeUndefined()
    expect(advice({ freeBytes: 2 ** 20 })).toMatchObject({
      severity: 'error',
      text: expect.stringMatching(
        /^The folder of runs on lab, \/home\/lab\/.*runs, has 1\sMiB free/,
      ) as string,
      reason: expect.stringMatching(/^Make room there, or set BENCHWRIGHT_STATE/) as string,
    })
    expect(advice({ unwritable: '/home/lab' })).toMatchObject({
      text: expect.stringMatching(
        /runs, cannot be written.*: \/home\/lab is not a folder in which/,
      ) as string,
    })
    expect(advice({ unwritable: folder.path })?.text).toMatch(/cannot be written by this account\.$/)
    expect(advice({ unwritable: '/home/lab', isReadOnly: true })).toMatchObject({
      text: expect.stringContaining('on a file system that is read-only') as string,
      reason: expect.stringMatching(/^Mount it writable/) as string,
    })
    expect(advice({ unwritable: '/home/lab', isRemote: false })?.reason).toContain('start Benchwright with')
  })
})

describe('advice on the engine', () => {
  it('is an error with the command that installs it', () => {
    const missing = find('engine-missing', examplePlan(), { ...sound, engineState: 'missing' })
    expect(missing).toMatchObject({
      severity: 'error',
      reason: expect.stringContaining('sudo apt install fio') as string,
    })
    expect(idsOf(examplePlan(), { ...sound, engineState: 'too-old', engineVersion: '2.1' })).toContain(
      'engine-too-old',
    )
    expect(idsOf(examplePlan({ engine: 'nothing' }))).toEqual(['unknown-engine'])
  })

  it('names the machine, and how to install it there as this account can', () => {
    const there = {
      ...sound,
      engineState: 'missing',
      machine: 'lab',
      engineInstall: 'apt install fio',
    } as const
    expect(find('engine-missing', examplePlan(), there)).toMatchObject({
      text: 'fio was not found on lab.',
      reason: 'apt install fio',
    })
    const elsewhere = { ...there, engineElsewhere: '/opt/fio/bin/fio' }
    expect(idsOf(examplePlan(), elsewhere)).not.toContain('engine-missing')
    expect(find('engine-off-path', examplePlan(), elsewhere)).toMatchObject({
      text: 'fio on lab is at /opt/fio/bin/fio, where no run would find it.',
      reason: expect.stringContaining('ln -s /opt/fio/bin/fio /usr/local/bin/fio') as string,
    })
  })

  it('names options that the installed version lacks', () => {
    const old = { ...sound, engineVersion: '3.12' }
    expect(find('option-newer-than-fio', base({ io_engine: 'io_uring' }), old)?.text).toBe(
      'io_uring needs fio 3.13; the installed version is 3.12.',
    )
    expect(idsOf(base({ io_engine: 'io_uring' }))).not.toContain('option-newer-than-fio')
    expect(idsOf(base({ compress_percent: 50, dedupe_percent: 50 }), old)).toContain('compress-with-dedupe')
    expect(idsOf(base({ compress_percent: 50, dedupe_percent: 50 }))).not.toContain('compress-with-dedupe')
  })
})

describe('advice on the target', () => {
  const facts = (change: Partial<TargetFacts>): PlanEnvironment => ({
    ...sound,
    target: { ...folder, ...change },
  })
  const file = examplePlan({ target: { kind: 'file', path: '/data/x' } })

  it('says of a read-only file system that it is read-only, not that rights are missing', () => {
    const at = { writable: false, mountPoint: '/data', mountOptions: 'ro,relatime' }
    const said = find('target-not-writable', examplePlan(), facts(at))
    expect(said?.text).toMatch(/^The file system of .*, mounted at \/data, is read-only\.$/)
    expect(said?.reason).not.toContain('own')
    const denied = find(
      'target-not-writable',
      examplePlan(),
      facts({ ...at, mountOptions: 'rw,errors=remount-ro' }),
    )
    expect(denied?.text).toContain('You may not write to')
  })

  it.each<[string, Plan, PlanEnvironment]>([
    ['target-needed', examplePlan({ target: { kind: 'none' } }), sound],
    ['target-needed', examplePlan({ target: { kind: 'folder', path: '' } }), sound],
    ['target-missing', examplePlan(), facts({ kind: 'missing' })],
    ['target-missing', file, facts({ kind: 'missing', parentExists: false })],
    ['target-not-writable', file, facts({ kind: 'missing', writable: false })],
    ['target-not-writable', examplePlan(), facts({ writable: false })],
    ['target-is-folder', file, facts({ kind: 'folder' })],
    ['target-is-file', examplePlan(), facts({ kind: 'file', createdByApp: true })],
    ['file-not-ours', file, facts({ kind: 'file' })],
    ['target-not-writable', file, facts({ kind: 'file', createdByApp: true, writable: false })],
    ['block-device', file, facts({ kind: 'block-device', path: '/dev/nvme0n1' })],
    ['block-device', examplePlan(), facts({ kind: 'block-device', path: '/dev/nvme0n1' })],
    ['target-not-a-file', file, facts({ kind: 'character-device' })],
    ['target-not-a-file', file, facts({ kind: 'other' })],
    ['kernel-folder', examplePlan(), facts({ path: '/dev', fileSystem: 'tmpfs' })],
    ['kernel-folder', examplePlan(), facts({ path: '/sys/fs/cgroup', fileSystem: 'cgroup2' })],
    ['kernel-folder', examplePlan(), facts({ path: '/mnt/proc', fileSystem: 'proc' })],
    ['kernel-folder', file, facts({ kind: 'missing', path: '/proc/self/data' })],
  ])('%s refuses', (id, plan, environment) => {
    expect(find(id, plan, environment)).toMatchObject({ severity: 'error', about: 'target' })
  })

  it('says on which drive a new file will lie', () => {
    const place = {
      kind: 'missing',
      path: '/media/x/DRIVE',
      device: 'sda',
      model: 'Disk',
      mountPoint: '/',
    } as const
    expect(find('place-of-file', file, facts(place))).toMatchObject({
      severity: 'note',
      text: 'The data file /media/x/DRIVE will lie on sda, Disk, the file system at /.',
    })
    expect(find('place-of-file', file, facts({ kind: 'file', createdByApp: true }))).toBeUndefined()
    expect(find('place-of-file', examplePlan(), facts(place))).toBeUndefined()
  })

  it.each(['/tmp', '/dev/shm'])('in memory (%s) is advised against, but allowed', (path) => {
    const environment = facts({ path, fileSystem: 'tmpfs' })
    expect(find('target-in-memory', examplePlan(), environment)).toMatchObject({ severity: 'warning' })
    expect(advisePlan(examplePlan(), environment).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('does not accept a device as a file, and offers to make it the target', () => {
    const advice = find('block-device', file, facts({ kind: 'block-device', path: '/dev/nvme0n1' }))
    expect(advice?.text).toBe('/dev/nvme0n1 is a block device, and the plan names it as a file.')
    expect(advice?.reason).toContain('destroys what is on it')
    expect(advice?.remedy?.change).toEqual({ target: { kind: 'device', path: '/dev/nvme0n1' } })
  })

  it.each<[Plan, PlanEnvironment]>([
    [file, facts({ kind: 'missing' })],
    [file, facts({ kind: 'file', createdByApp: true })],
    [examplePlan(), sound],
    [
      examplePlan({
        target: { kind: 'none' },
        base: { io_engine: 'null', runtime: 30, ramp_time: 1, compress_percent: 0 },
      }),
      sound,
    ],
  ])('accepts a good target (%#)', (plan, environment) => {
    expect(advisePlan(plan, environment).filter((advice) => advice.severity === 'error')).toEqual([])
  })
})

describe('advice on space', () => {
  const withFree = (freeBytes: number, totalBytes = 200 * gibibyte): PlanEnvironment => ({
    ...sound,
    target: { ...folder, freeBytes, totalBytes },
  })

  it('keeps a reserve, and offers the size that fits', () => {
    const plan = base({ file_size: 8 * gibibyte })
    expect(idsOf(plan, withFree(9 * gibibyte))).not.toContain('not-enough-space')
    const advice = find('not-enough-space', plan, withFree(9 * gibibyte - 1))
    expect(advice).toMatchObject({ severity: 'error', about: 'file_size' })
    expect(advice?.remedy?.label).toBe('Use 7\u202fGiB')
    expect(
      idsOf(mended('not-enough-space', plan, withFree(9 * gibibyte - 1)), withFree(9 * gibibyte - 1)),
    ).not.toContain('not-enough-space')
  })

  it('offers nothing if nothing fits, and counts the largest file of an axis', () => {
    expect(find('not-enough-space', examplePlan(), withFree(0))?.remedy).toBeUndefined()
    const plan = examplePlan({ axes: [{ key: 'file_size', levels: [gibibyte, 300 * gibibyte] }] })
    expect(find('not-enough-space', plan)?.remedy).toBeUndefined()
  })

  it('lets no file through that its run would refuse on a small file system', () => {
    const mebibyte = 1024 ** 2
    const small = withFree(78 * mebibyte, 84 * mebibyte)
    expect(find('not-enough-space', base({ file_size: 62 * mebibyte }), small)).toBeUndefined()
    const advice = find('not-enough-space', base({ file_size: 63 * mebibyte }), small)
    expect(advice?.remedy?.label).toBe('Use 62\u202fMiB')
    expect(advice?.reason).toContain(`16\u202fMiB of them stay untouched`)
  })

  it('keeps a reserve of what is free, and says nothing of file systems without a size', () => {
    const mebibyte = 1024 ** 2
    expect(find('not-enough-space', examplePlan(), withFree(mebibyte, 84 * mebibyte))?.reason).toMatch(
      /^1\u202fMiB are free, and 16\u202fMiB have to stay untouched so /,
    )
    expect(find('not-enough-space', examplePlan(), withFree(0, 0))).toBeUndefined()
  })

  it('suggests a reserve that small file systems can keep', () => {
    expect(reserveBytes(100 * 1024 ** 2)).toBe(5 * 1024 ** 2)
    expect([reserveBytes(undefined), reserveBytes(1000 * gibibyte)]).toEqual([gibibyte, gibibyte])
  })
})

it('errors come before warnings, warnings before notes', () => {
  const severities = advisePlan(
    base({ runtime: 5, exec_prerun: 'x', ramp_time: 0, compress_percent: 0 }),
    sound,
  ).map((advice) => advice.severity)
  const ranks = severities.map((severity) => ['error', 'warning', 'note'].indexOf(severity))
  expect(new Set(ranks).size).toBe(3)
  expect(ranks).toEqual([...ranks].sort())
})

it('reports only that a plan has more cases than can be listed, and lists nothing', () => {
  const levels = Array.from({ length: 10_000 }, (_, at) => at + 1)
  const plan = examplePlan({
    axes: ['queue_depth', 'jobs', 'runtime', 'file_size'].map((key) => ({ key, levels })),
  })
  expect(advisePlan(plan, sound)).toEqual([
    expect.objectContaining({
      id: 'too-many-cases',
      severity: 'error',
      text: 'The axes make about 1e+16 cases.',
      about: 'queue_depth',
    }),
  ])
  expect(estimatePlan(plan, sound)).toMatchObject({ caseCount: 1e16, bytesWrittenBasis: 'unknown' })
})

describe('advice on fill levels', () => {
  const target = { ...folder, totalBytes: 1000 * gibibyte, freeBytes: 900 * gibibyte }
  const environment = { ...sound, target }
  const axes = (levels: readonly number[]) => ({ axes: [{ key: 'fill_percent', levels }], excluded: [] })

  it('refuses levels that are already exceeded, and names the reserve at 100 %', () => {
    const plan = examplePlan({ ...axes([5, 50, 100]), order: { kind: 'designed', seed: 1 } })
    expect(find('already-fuller', plan, environment)?.severity).toBe('error')
    const without = mended('already-fuller', plan, environment)
    expect(without.axes[0]?.levels).toEqual([50, 100])
    expect(find('already-fuller', without, environment)).toBeUndefined()
    expect(find('fill-reserve', plan, environment)?.text).toContain('stay free')
    const rest = { ...examplePlan(axes([50, 90])), order: plan.order }
    expect(find('fill-reserve', rest, environment)).toBeUndefined()
  })

  it('orders levels so that ballast only grows', () => {
    const plan = examplePlan({ ...axes([90, 40]), order: { kind: 'interleaved', seed: 1 } })
    const grown = mended('ballast-rewritten', plan, environment)
    expect(grown.axes[0]?.levels).toEqual([40, 90])
    expect(find('ballast-rewritten', grown, environment)).toBeUndefined()
  })

  it('refuses files, whose folder it suggests, and several machines', () => {
    const file = examplePlan({ ...axes([50]), target: { kind: 'file', path: '/data/one' } })
    expect(find('fill-needs-folder', file)).toMatchObject({
      severity: 'error',
      reason: expect.stringContaining('choose the folder /data instead') as unknown,
    })
    expect(mended('fill-needs-folder', file).target).toEqual({ kind: 'folder', path: '/data' })
  })
})
