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

it('a pattern that each test has of its own is not said again', () => {
  const levels = (pattern: string, block_size: number) => ({ pattern, block_size })
  const cells = [
    { ...cell('random-read', 'read'), levels: levels('randread', 4096) },
    { ...cell('read', 'read'), levels: levels('read', 1 << 20) },
  ]
  expect(cells.map((one) => cellLabel(one, cellNaming(cells)))).toEqual([
    'Random read · 4\u202fKiB',
    'Read · 1\u202fMiB',
  ])
  const mixes = [
    { ...cell('random-mix', 'total'), levels: levels('randrw', 4096) },
    { ...cell('random-mix', 'total'), levels: levels('randread', 4096) },
  ]
  expect(cellNaming(mixes).keys).toEqual(['pattern'])
})
