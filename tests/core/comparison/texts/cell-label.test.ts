import { expect, it } from 'vitest'
import { cellLabel, cellNaming } from '../../../../src/core/comparison/texts/cell-label'

const cell = (test: string, direction: 'read' | 'write' | 'total') => ({
  ...{ test, direction, metric: 'bandwidth', levels: {} },
})

it('a test of one direction has no parts, whatever others have', () => {
  const cells = [cell('random-read', 'read'), cell('write', 'write')]
  expect(cells.map((one) => cellLabel(one, cellNaming(cells)))).toEqual(['Random read', 'Write'])
  const parts = [cell('random-mix', 'read'), cell('random-mix', 'write')]
  expect(parts.map((one) => cellLabel(one, cellNaming(parts)))).toEqual(['read part', 'write part'])
})
