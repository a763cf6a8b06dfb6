import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deniedOptions, denialReason } from '../../../../../src/core/engines/fio/workload/denied-options'
import { fioEngine } from '../../../../../src/core/engines/fio/fio-engine'
import type { Workload } from '../../../../../src/core/plan/plan'
import { startingWorkload } from '../../../../../src/core/plan/edit-plan'
import { templates } from '../../../../../src/core/plan/templates/templates'

const { fields, extraOptions } = fioEngine.description
const check = (workload: Workload) => fioEngine.checkWorkload(workload)

describe('checkWorkload', () => {
  it('accepts what new plans and templates start with', () => {
    expect(check({})).toEqual([])
    expect(check(startingWorkload)).toEqual([])
    for (const template of templates.filter(({ engine }) => engine === undefined)) {
      const levels = Object.fromEntries(template.axes.map((axis) => [axis.key, axis.levels[0] ?? 0]))
      expect(check({ ...template.base, ...levels })).toEqual([])
    }
  })

  it.each<[Workload, string, string]>([
    [{ queue_depth: 0 }, 'queue_depth', '0 is below the smallest value, 1.'],
    [{ queue_depth: 1.5 }, 'queue_depth', '1.5 is not a whole number.'],
    [{ queue_depth: '64' }, 'queue_depth', '"64" is not a number.'],
    [{ queue_depth: NaN }, 'queue_depth', 'NaN is not a number.'],
    [{ read_percent: 101 }, 'read_percent', 'is above the largest value, 100'],
    [{ read_percent: 33.3 }, 'read_percent', '33.3 is not a whole percentage, and fio takes no other.'],
    [{ block_size: 100 }, 'block_size', 'is below the smallest value, 512'],
    [{ direct: 1 }, 'direct', '1 is neither on nor off.'],
    [{ pattern: 'trim' }, 'pattern', '"trim" is not one of random-mix'],
    [{ percentiles: '50,99' }, 'percentiles', 'does not have the form'],
    [{ thinktime: -1 }, 'thinktime', 'below the smallest'],
    [{ bs: 4096 }, 'bs', 'bs is set by Block size.'],
    [{ rw: 'randrw' }, 'rw', 'rw is set by Pattern.'],
    [{ exec_prerun: 'rm -rf /' }, 'exec_prerun', 'It runs commands on the machine.'],
    [{ filename: '/dev/sda' }, 'filename', 'The app names the one file'],
    [{ allow_mounted_write: true }, 'allow_mounted_write', 'It lets fio write to mounted devices.'],
    [{ write_made_up_log: 'x' }, 'write_made_up_log', 'It is not on the list'],
    [{ made_up: 1 }, 'made_up', 'made_up is not an option this app knows for fio.'],
    [{ constructor: 1 }, 'constructor', 'is not an option'],
    [{ hipri: true, io_engine: 'libaio' }, 'hipri', 'hipri belongs to io_uring and pvsync2, not to libaio.'],
    [{ block_size: 1_048_576, file_size: 65_536 }, 'block_size', 'does not fit into a file of 64'],
    [
      { pattern: 'sequential-read', jobs: 8, block_size: 65_536, file_size: 262_144 },
      'jobs',
      '8 sequential jobs with blocks of 64',
    ],
  ])('refuses %j', (workload, key, text) => {
    const [problem] = check(workload)
    expect(problem).toMatchObject({ key, text: expect.stringContaining(text) as string })
  })

  it('accepts a disabled option for an I/O engine that lacks it', () => {
    expect(check({ hipri: false, io_engine: 'libaio' })).toEqual([])
    expect(check({ hipri: true, io_engine: 'io_uring' })).toEqual([])
    expect(check({ pattern: 'random-read', jobs: 8, block_size: 65_536, file_size: 262_144 })).toEqual([])
  })

  it('never throws and never accepts text that a job file would read as something else', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.integer())
    const key = fc.constantFrom(
      ...fields.map((field) => field.id),
      ...extraOptions.map((option) => option.name),
      'other',
    )
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 3 }), (workload) => {
        if (check(workload).length > 0) return
        for (const one of Object.values(workload)) expect(String(one)).not.toMatch(/[\p{Cc}#;$]/u)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the allow-list', () => {
  it('and the deny-list have nothing in common, with each other or with the fields', () => {
    const allowed = [...extraOptions.map((option) => option.name), ...fields.map((field) => field.option)]
    expect(new Set(allowed).size).toBe(allowed.length)
    expect(allowed.filter((name) => denialReason(name) !== undefined)).toEqual([])
    expect(new Set(deniedOptions).size).toBe(deniedOptions.length)
  })

  it('has a sentence for every option, and says why others are left out', () => {
    for (const option of extraOptions) {
      expect(option.help).toMatch(/^[A-Z\d].*\.$/)
      expect(option.name).toMatch(/^[a-z][a-z0-9_]*$/)
    }
    for (const field of fields) expect(field.help).toMatch(/^[A-Z\d].*\.$/)
    for (const name of deniedOptions) expect(denialReason(name)).toMatch(/^[A-Z].*\.$/)
    expect(extraOptions.length).toBeGreaterThan(75)
    expect(deniedOptions.length).toBeGreaterThan(120)
  })

  it.each([
    'exec_prerun',
    'exec_postrun',
    'include',
    'external',
    'profile',
    'ioscheduler',
    'filename',
    'directory',
    'opendir',
    'client',
    'server',
    'trigger',
    'write_bw_log',
    'write_lat_log',
    'write_iops_log',
    'write_hist_log',
    'write_iolog',
    'read_iolog',
    'replay_redirect',
    'allow_mounted_write',
    'verify',
    'verify_state_save',
    'cgroup',
    'uid',
    'unlink',
    'output',
    'zonemode',
    'continue_on_error',
    'lockmem',
    'merge_blktrace_file',
  ])('has no %s', (name) => {
    expect(extraOptions.some((option) => option.name === name)).toBe(false)
    expect(denialReason(name)).toBeDefined()
  })

  it('offers only I/O engines that read and write the one file', () => {
    const engine = fields.find((field) => field.id === 'io_engine')
    const choices = engine?.kind.type === 'choice' ? engine.kind.choices.map((choice) => choice.value) : []
    expect(choices).toContain('libaio')
    for (const name of [
      'exec',
      'net',
      'netsplice',
      'filedelete',
      'filecreate',
      'rbd',
      'rados',
      'sg',
      'cpuio',
      'falloc',
      'mtd',
      'nbd',
    ]) {
      expect(choices).not.toContain(name)
    }
  })

  it('shows initial values and axis levels that its own fields accept', () => {
    for (const field of fields) {
      for (const value of [field.initial, ...(field.axisLevels ?? [])]) {
        if (value !== undefined) expect(check({ [field.id]: value })).toEqual([])
      }
    }
  })
})

describe('an offered load', () => {
  it('is one rate, shared among the streams of requests', () => {
    expect(fioEngine.checkWorkload({ offered_percent: 110, queue_depth: 256 })).toEqual([])
    expect(fioEngine.checkWorkload({ offered_percent: 50, rate_iops: 100 })).toMatchObject([
      { key: 'rate_iops' },
    ])
    expect(fioEngine.checkWorkload({ offered_iops: 10, jobs: 8 })).toMatchObject([{ key: 'offered_iops' }])
    expect(fioEngine.checkWorkload({ offered_iops: 10, jobs: 8, pattern: 'random-read' })).toEqual([])
  })
})
