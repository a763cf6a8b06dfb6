import { expect, it } from 'vitest'
import { engines } from '../../../src/core/engines/registry'
import { axisName } from '../../../src/core/plan/format-level'
import { wordLabel } from '../../../src/core/plan/level-words'
import { metrics } from '../../../src/core/results/metrics'

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

it('no two metrics share a label', () => {
  const labels = metrics.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})
