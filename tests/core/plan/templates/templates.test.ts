import { describe, expect, it } from 'vitest'
import { caseCount, expandCases } from '../../../../src/core/plan/cases'
import { dataFileOf } from '../../../../src/core/plan/data-file'
import { newPlan } from '../../../../src/core/plan/edit-plan'
import { runCount } from '../../../../src/core/plan/order'
import type { Plan } from '../../../../src/core/plan/plan'
import { findTemplate, planFromTemplate, templates } from '../../../../src/core/plan/templates/templates'
import { machine } from '../machine'

const identity = { id: 'plan-1', seed: 5, target: { kind: 'folder', path: '/mnt/drive' } } as const

function fromTemplate(id: string) {
  const template = findTemplate(id)
  if (!template) throw new Error(`There is no template ${id}.`)
  return planFromTemplate(template, identity)
}

describe('templates', () => {
  it('name plans by what no change of a level, a size or a count makes untrue', () => {
    expect(templates.map(({ name }) => name).filter((name) => /\d/.test(name))).toEqual([])
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
  })

  it('offer the printed read/write mix', () => {
    const plan = fromTemplate('mix-sweep')
    expect(plan.name).toBe('Read/write mix')
    expect(plan.axes).toEqual([
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0] },
    ])
    expect(plan.base).toMatchObject({
      pattern: 'random-mix',
      queue_depth: 64,
      direct: true,
      io_engine: 'libaio',
      compress_percent: 0,
    })
    expect([caseCount(plan), plan.repetitions, runCount(plan)]).toEqual([22, 10, 220])
  })

  it.each([
    ['queue-depth-sweep', 18],
    ['block-size-sweep', 56],
    ['quick-look', 8],
    ['iozone-compressibility', 30],
    ['iozone-iops', 6],
    ['fio-compressibility', 120],
    ['fio-iops', 24],
  ])('offer %s with %d cases', (id, cases) => {
    expect(caseCount(fromTemplate(id))).toBe(cases)
  })

  it('offer the printed review of a compressing drive, its file sized by the memory', () => {
    const template = findTemplate('iozone-compressibility')
    if (!template) throw new Error('There is no such template.')
    const plan = planFromTemplate(template, identity, 24e9)
    expect(plan.name).toBe('Throughput by compressibility (IOzone)')
    expect(plan).toMatchObject({ engine: 'iozone', repetitions: 10, order: { kind: 'interleaved' } })
    expect(plan.axes).toEqual([
      { key: 'block_size', levels: [64, 1024, 4096, 8192, 16_384].map((kib) => kib * 1024) },
      { key: 'dedupe_percent', levels: [98, 75, 50, 25, 2, 'random'] },
    ])
    expect(plan.base).toMatchObject({ tests: 'all', dedupe_alike: true, file_size: 45 * 1024 ** 3 })
    expect(plan.notes).toBe(
      'File size: 45\u202fGiB, twice the memory of 22.4\u202fGiB, as in the printed reviews: tests in order then read from the drive, but up to half of the random reads can still come from the page cache.',
    )
    const unknown = planFromTemplate(template, identity)
    expect(unknown.base.file_size).toBe(16 * 1024 ** 3)
    expect(unknown.notes).toContain('make it twice the memory of the machine')
    const direct = findTemplate('fio-iops')
    expect(direct && planFromTemplate(direct, identity, 24e9).notes).toMatch(
      /direct I\/O goes past the page cache, whatever the size\.$/,
    )
  })

  it.each([
    [24 * 1024 ** 3, [1.625, 6.5, 18]],
    [512 * 1024 ** 3, [13, 52, 144]],
    [undefined, [0.25, 1.25, 3.5]],
  ])('offer buffer pools that fit into a memory of %s, and a database beyond the largest', (memory, gib) => {
    const template = findTemplate('oltp-buffer-pool')
    if (!template) throw new Error('There is no such template.')
    const { axes, base } = planFromTemplate(template, identity, memory)
    expect(axes).toEqual([{ key: 'buffer_pool_size', levels: gib.map((one) => one * 1024 ** 3) }])
    const bytes = 240 * Number(base.tables) * Number(base.table_size)
    expect(bytes / ((gib.at(-1) ?? 0) * 1024 ** 3)).toBeCloseTo(1 / 0.9, 1)
  })

  it('offer the same with fio, all runs of one content together', () => {
    const plan = fromTemplate('fio-compressibility')
    expect(plan).toMatchObject({ engine: 'fio', order: { kind: 'designed', seed: 5 } })
    expect(plan.axes[0]).toEqual({ key: 'compress_percent', levels: [98, 75, 50, 25, 2, 0] })
    expect(fromTemplate('iozone-iops').base).toMatchObject({
      tests: 'write read random-read random-write',
      report: 'iops',
      block_size: 4096,
      no_retest: true,
      include_flush: true,
    })
  })

  it('keep varied parameters out of the base, and ids apart', () => {
    for (const template of templates) {
      for (const axis of template.axes) expect(Object.hasOwn(template.base, axis.key)).toBe(false)
    }
    expect(new Set(templates.map((template) => template.id)).size).toBe(templates.length)
    expect(findTemplate('no-such')).toBeUndefined()
  })
})

it('the set of CrystalDiskMark has its eight cases, in order', () => {
  const template = findTemplate('crystal-like')
  if (!template) throw new Error('There is no such template.')
  const said = expandCases(planFromTemplate(template, identity)).map(
    ({ levels: { pattern, block_size, queue_depth } }) =>
      `${String(pattern)} ${String(block_size)} ${String(queue_depth)}`,
  )
  expect(said).toEqual([
    'sequential-read 1048576 8',
    'sequential-write 1048576 8',
    'sequential-read 1048576 1',
    'sequential-write 1048576 1',
    'random-read 4096 32',
    'random-write 4096 32',
    'random-read 4096 1',
    'random-write 4096 1',
  ])
})

it('a new plan runs one case ten times, interleaved', () => {
  const plan = newPlan(identity)
  expect([caseCount(plan), plan.repetitions, plan.order]).toEqual([1, 10, { kind: 'interleaved', seed: 5 }])
})

it('a new plan has all the parts it is given, and measures where another one does', () => {
  const parts: Partial<Plan> = {
    ...{ ratedEndurance: 6e14, untilSteady: { metric: 'iops' }, preparation: [{ kind: 'discard' }] },
    ...{ pauseSeconds: 5, notes: 'Cold.', series: 'off' },
  }
  expect(newPlan(identity, parts)).toMatchObject(parts)
  const place = { hosts: [machine('bench-2')], ratedEndurance: 1e12 } as const
  expect(newPlan(identity, parts)).not.toHaveProperty('observe')
  for (const template of templates)
    expect(planFromTemplate(template, { ...identity, ...place })).toMatchObject(place)
})

describe('dataFileOf', () => {
  it.each([
    [{ kind: 'folder', path: '/mnt/drive' }, '/mnt/drive/benchwright-plan-1.data'],
    [{ kind: 'folder', path: '/' }, '/benchwright-plan-1.data'],
    [{ kind: 'folder', path: 'D:\\test' }, 'D:\\test\\benchwright-plan-1.data'],
    [{ kind: 'file', path: '/mnt/drive/my file' }, '/mnt/drive/my file'],
    [{ kind: 'folder', path: '' }, undefined],
    [{ kind: 'file', path: '' }, undefined],
    [{ kind: 'none' }, undefined],
  ] as const)('of %j is %s', (target, path) => {
    expect(dataFileOf({ id: 'plan-1', target })).toBe(path)
  })
})
