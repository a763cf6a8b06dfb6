import { expect, it } from 'vitest'
import {
  configurationDifferences,
  configurationTexts,
  readConfiguration,
} from '../../../src/core/plan/server-configuration'

it('reads a name and the options that it consists of', () => {
  expect(readConfiguration('D both:  innodb_io_capacity=2000   innodb_flush_neighbors=0')).toEqual({
    name: 'D both',
    options: ['innodb_io_capacity=2000', 'innodb_flush_neighbors=0'],
  })
  expect(readConfiguration('A baseline')).toEqual({ name: 'A baseline', options: [] })
})

it('lists what each adds to the first, and what it lacks', () => {
  const levels = ['A: a=1 b=2', 'B: a=1 b=3', 'C: a=1', 'D: b=2 a=1', 'E: a=1 b=2 c=4']
  expect(configurationDifferences(levels)).toEqual({
    first: 'A',
    others: ['B: b=3', 'C: no b=2', 'D: the same options', 'E: c=4'],
  })
  expect(configurationDifferences(['A: a=1']).others).toEqual([])
  expect(configurationDifferences([])).toEqual({ first: '', others: [] })
})

it('gives the same in words, and the options of a single one', () => {
  expect(configurationTexts(['A baseline', 'B: a=1', 'C: a=1 b=2'])).toEqual([
    'B against A baseline: a=1',
    'C against A baseline: a=1, b=2',
  ])
  expect(configurationTexts(['A: a=1', 'B: a=2'])).toEqual(['A: a=1', 'B against A: a=2'])
  expect(configurationTexts(['A: a=1'])).toEqual(['A: a=1'])
  expect(configurationTexts(['A'])).toEqual([])
  expect(configurationTexts([])).toEqual([])
})
