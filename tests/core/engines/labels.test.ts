import { expect, it } from 'vitest'
import { engines } from '../../../src/core/engines/registry'
import { advisePlan } from '../../../src/core/engines/plan-advice'
import { iozoneOptions } from '../../../src/core/engines/iozone/extra-options'
import { fields as iozoneFields } from '../../../src/core/engines/iozone/fields'
import { iozoneTests } from '../../../src/core/engines/iozone/tests'
import { axisName } from '../../../src/core/plan/levels/format-level'
import { wordLabel } from '../../../src/core/plan/levels/level-words'
import { metrics } from '../../../src/core/results/metrics'
import { examplePlan } from '../plan/example-plan'

it.each(engines.map(({ description }) => [description.id, description.fields] as const))(
  'the fields of %s have the same names as in axes, tables and figures',
  (_, fields) => {
    const labels = fields.map(({ id, label }) => [id, label])
    expect(labels).toEqual(fields.map(({ id }) => [id, axisName(id)]))
  },
)

it.each(engines.map(({ description }) => [description.id, description.fields] as const))(
  'the words of %s have one label in forms, axes, tables and figures, and no two of a field share one',
  (_, fields) => {
    for (const { id, kind } of fields) {
      const words = kind.type === 'choice' ? kind.choices : kind.type === 'names' ? kind.names : []
      expect(words.map(({ label }) => label)).toEqual(words.map(({ value }) => wordLabel(id, value)))
      expect(new Set(words.map(({ label }) => label)).size).toBe(words.length)
    }
  },
)

it('the help and advice of IOzone name its tests as the form does', () => {
  const advice = ['random-mix', 'fwrite'].flatMap((tests) =>
    advisePlan(
      examplePlan({ engine: 'iozone', base: { mode: 'threads', tests, jobs: 1, direct: true }, axes: [] }),
      {},
    ),
  )
  expect(advice.map(({ id }) => id)).toEqual(expect.arrayContaining(['mix-of-one-job', 'streams-are-cached']))
  const texts = [
    ...[...iozoneFields, ...iozoneOptions].map(({ help }) => help),
    ...advice.flatMap(({ text, reason }) => [text, reason ?? '']),
  ]
  // "read" and "write" are words as well.
  const ids = iozoneTests.map(({ id }) => id).filter((id) => id !== 'read' && id !== 'write')
  const isNamed = new RegExp(`(?<!-)\\b(${ids.join('|')})\\b`)
  expect(texts.filter((text) => isNamed.test(text))).toEqual([])
})

it('no two metrics share a label', () => {
  const labels = metrics.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})
