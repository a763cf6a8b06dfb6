import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import { examplePlan } from './example-plan'

const text = (change: object) => JSON.stringify({ ...examplePlan(), ...change })

describe('readPlan', () => {
  it('reads what writePlan writes', () => {
    for (const template of templates) {
      const plan = planFromTemplate(template, {
        id: 'p-1',
        seed: 4_294_967_295,
        target: { kind: 'folder', path: '/mnt/a b' },
      })
      expect(readPlan(writePlan(plan), 'plan.json')).toEqual({ ok: true, plan })
    }
    const plan = examplePlan({ target: { kind: 'none' }, excluded: ['block_size=4096,read_percent=0'] })
    expect(readPlan(writePlan(plan), 'plan.json')).toEqual({ ok: true, plan })
  })

  it('reads a plan with a byte order mark and a hint for editors', () => {
    const plan = examplePlan()
    expect(readPlan(`\uFEFF${text({ $schema: './plan-1.schema.json' })}`, 'plan.json')).toEqual({
      ok: true,
      plan,
    })
  })

  it.each([
    ['{', '$', 'This is not JSON'],
    ['[]', '$', 'not a plan'],
    ['null', '$', 'not a plan'],
    [text({ schema: 2 }), '$.schema', 'The plan has format 2; this version of Benchwright reads format 1.'],
    [text({ schema: 0 }), '$.schema', 'does not fit here'],
    [text({ repetitions: 0 }), '$.repetitions', '"0" does not fit here'],
    [text({ repetitions: 2.5 }), '$.repetitions', 'does not fit'],
    [text({ id: 'a b' }), '$.id', 'does not fit'],
    [text({ axes: [{ key: 'jobs', levels: [1, null] }] }), '$.axes[0].levels[1]', 'does not fit'],
    [text({ axes: [{ key: 'jobs', levels: [1], hidden: true }] }), '$.axes[0].hidden', 'not part of a plan'],
    [text({ base: { 'Block-Size': 1 } }), '$.base', 'does not fit'],
    [text({ base: { runtime: null } }), '$.base.runtime', 'does not fit'],
    [text({ target: { kind: 'disk', path: '/dev/sda' } }), '$.target.kind', 'does not fit'],
    [
      text({ preparation: [{ kind: 'discard', force: true }] }),
      '$.preparation[0].force',
      'not part of a plan',
    ],
    [text({ target: { kind: 'file' } }), '$.target.path', 'missing'],
    [text({ order: { kind: 'shuffled', seed: -1 } }), '$.order.seed', 'does not fit'],
    [text({ notes: undefined }), '$.notes', 'missing'],
    [text({ extra: 1 }), '$.extra', 'not part of a plan'],
  ])('names file, place and remedy in %#', (json, path, message) => {
    const read = readPlan(json, 'my plan.json')
    expect(read.ok).toBe(false)
    if (read.ok) return
    const [problem] = read.problems
    expect(problem).toMatchObject({
      file: 'my plan.json',
      path,
      text: expect.stringContaining(message) as string,
    })
    expect(problem?.remedy).toMatch(/\.$/)
  })

  it('refuses more cases than can be listed, without listing them', () => {
    const axes = Array.from({ length: 32 }, (_, at) => ({
      key: `option_${at}`,
      levels: Array.from({ length: 10_000 }, (_, level) => level),
    }))
    expect(readPlan(text({ axes }), 'plan.json')).toEqual({
      ok: false,
      problems: [
        {
          file: 'plan.json',
          path: '$.axes',
          text: 'This does not fit here.',
          remedy: 'Expected is at most 2,000,000 cases; these axes make more.',
        },
      ],
    })
    const two = axes.slice(0, 2)
    expect(
      readPlan(text({ axes: [two[0], { ...two[1], levels: two[1]?.levels.slice(0, 200) }] }), '').ok,
    ).toBe(true)
    expect(
      readPlan(text({ axes: [two[0], { ...two[1], levels: two[1]?.levels.slice(0, 201) }] }), '').ok,
    ).toBe(false)
  })

  it('lists every problem at once', () => {
    const read = readPlan(text({ repetitions: 0, onFailure: 'panic' }), 'plan.json')
    expect(read).toMatchObject({ ok: false, problems: [{ path: '$.repetitions' }, { path: '$.onFailure' }] })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (any) => {
        const read = readPlan(any, 'plan.json')
        if (!read.ok) expect(read.problems.length).toBeGreaterThan(0)
      }),
    )
  })

  it('treats hostile keys as keys only', () => {
    const hostile = text({}).replace('"base":{', '"base":{"__proto__":{"polluted":1},')
    expect(readPlan(hostile, 'plan.json').ok).toBe(false)
    expect(readPlan(text({}).replace('"base":{', '"base":{"constructor":1,'), 'plan.json').ok).toBe(false)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

it('writePlan keeps the order of keys whatever the order in memory', () => {
  const plan = examplePlan()
  const { name, ...rest } = plan
  expect(writePlan({ ...rest, name })).toBe(writePlan(plan))
  expect(writePlan(plan).endsWith('}\n')).toBe(true)
})
