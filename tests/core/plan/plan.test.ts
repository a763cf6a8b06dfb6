import Ajv from 'ajv/dist/2020'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planJsonSchema } from '../../../scripts/make-schemas.mjs'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import { examplePlan } from './example-plan'

const text = readFileSync('resources/schemas/plan-1.schema.json', 'utf8')
const published: unknown = JSON.parse(text)
const matches = new Ajv({ strict: true, strictTypes: false }).compile(published as object)

/** A plan with one value changed; `undefined` removes the value. */
function changed(path: string, value: unknown): unknown {
  const plan: unknown = JSON.parse(JSON.stringify(examplePlan()))
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const parent = steps.reduce<unknown>(
    (place, step) => (place as Record<string, unknown>)[step],
    plan,
  ) as Record<string, unknown>
  if (value === undefined) Reflect.deleteProperty(parent, last)
  else parent[last] = value
  return plan
}

const places = [
  'schema',
  'id',
  'name',
  'notes',
  'engine',
  'base',
  'base.runtime',
  'base.__proto',
  'base.A',
  'base.constructor',
  'axes',
  'axes.0',
  'axes.0.key',
  'axes.0.levels',
  'axes.0.levels.0',
  'axes.0.more',
  'excluded',
  'excluded.0',
  'repetitions',
  'order',
  'order.kind',
  'order.seed',
  'order.more',
  'pauseSeconds',
  'onFailure',
  'target',
  'target.kind',
  'target.path',
  'target.more',
  'hosts',
  'more',
]

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  1,
  -1,
  2.5,
  10_001,
  4_294_967_296,
  '',
  'x',
  'jobs',
  'file',
  'none',
  'shuffled',
  'stop',
  'a b',
  'nul\0',
  'x'.repeat(501),
  'x'.repeat(5000),
  [],
  [1],
  ['a'],
  ['a', 'local'],
  ['a', 'a'],
  ['a', ''],
  {},
  { kind: 'none' },
  { kind: 'none', path: '/a' },
  { key: 'jobs', levels: [] },
  { jobs: 4 },
]

it('the published JSON Schema is what scripts/make-schemas.mjs makes', async () => {
  expect(await planJsonSchema()).toBe(text)
})

describe('the published JSON Schema and the app agree', () => {
  it('on every template', () => {
    for (const template of templates) {
      const plan = planFromTemplate(template, { id: 'p', seed: 0, target: { kind: 'none' } })
      expect(matches(JSON.parse(writePlan(plan)))).toBe(true)
    }
  })

  it.each(places)('on what is allowed at %s', (place) => {
    const verdicts = values.map((value) => {
      const plan = changed(place, value)
      return { value, app: readPlan(JSON.stringify(plan), 'plan.json').ok, schema: matches(plan) }
    })
    expect(verdicts.filter((verdict) => verdict.app !== verdict.schema)).toEqual([])
  })

  it('on one host or several, not both', () => {
    const plan = { ...examplePlan(), host: 'lab1', hosts: ['lab1', 'lab2'] }
    expect(matches(plan)).toBe(false)
    expect(readPlan(JSON.stringify(plan), 'plan.json').ok).toBe(false)
  })

  it('refuse and accept both', () => {
    const verdicts = places.flatMap((place) => values.map((value) => matches(changed(place, value))))
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(50)
    expect(verdicts.filter((verdict) => !verdict).length).toBeGreaterThan(400)
  })
})
