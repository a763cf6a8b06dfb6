import { expect, it } from 'vitest'
import { engines } from '../../../src/core/engines/registry'
import { axisName } from '../../../src/core/plan/format-level'
import { metrics } from '../../../src/core/results/metrics'

it.each(engines.map(({ description }) => [description.id, description.fields] as const))(
  'the fields of %s have the same names as in axes, tables and figures',
  (_, fields) => {
    const labels = fields.map(({ id, label }) => [id, label])
    expect(labels).toEqual(fields.map(({ id }) => [id, axisName(id)]))
  },
)

it('no two metrics share a label', () => {
  const labels = metrics.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})
