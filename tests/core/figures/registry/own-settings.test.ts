import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  figureDefinition,
  figureKinds,
  ownChange,
  ownFields,
} from '../../../../src/core/figures/kinds/figure-kinds'
import type { SettingField } from '../../../../src/core/figures/figure/own-setting'

/** Values that a person can enter in a field of the window. */
function possibleValues(field: SettingField): readonly unknown[] {
  switch (field.type) {
    case 'value':
      return 'min' in field.kind ? [field.kind.min, field.kind.max] : []
    case 'choice':
      return field.choices.map(({ value }) => value)
    case 'switch':
      return [true, false]
    case 'runs':
      return [[1, 2]]
    case 'quantities':
      return [[], ['cpu/cpu_iowait']]
    case 'level':
      return [20]
    case 'axis':
      return ['queue_depth']
    case 'campaign':
      return ['Drive A']
    case 'scorecard':
      return ['Ease of use']
    case 'metric':
      return ['latency_p95']
  }
}

const settings = figureKinds.flatMap((kind) =>
  Object.entries(figureDefinition(kind).settings).map(([key, entry]) => ({ kind, key, entry })),
)

describe('the specific settings of a kind of figure', () => {
  test.each(settings)(
    '$kind: $key accepts the values of its field, and undefined',
    ({ kind, key, entry }) => {
      expect(v.is(entry, undefined)).toBe(true)
      if (entry.field === undefined) {
        // Chosen in the Compare room.
        expect(key).toBe('comparison')
        return
      }
      for (const value of possibleValues(entry.field))
        expect(ownChange(kind, key, value)).toEqual({ [key]: value })
      if (entry.field.type === 'choice') expect(v.is(entry, 'neither of them')).toBe(false)
    },
  )

  test('are combined with the axis of small multiples in every picture', () => {
    const panels = figureKinds.filter((kind) => ownFields(kind).some(({ key }) => key === 'facet'))
    expect(panels).toEqual(
      expect.arrayContaining([
        'mix-sweep',
        'latency-percentiles',
        'scaling',
        'time-series',
        'percent-difference',
      ]),
    )
    for (const kind of panels) expect(figureDefinition(kind).form).toBe('picture')
    expect(ownChange('scaling', 'facet', 'block_size')).toEqual({ facet: 'block_size' })
    expect(() => ownChange('comparison-table', 'facet', 'block_size')).toThrow('no setting "facet"')
  })

  test('are refused for another kind, and in another shape', () => {
    expect(() => ownChange('mix-sweep', 'binSeconds', 10)).toThrow('no setting "binSeconds"')
    expect(() => ownChange('time-series', 'binSeconds', 0)).toThrow(v.ValiError)
  })
})
