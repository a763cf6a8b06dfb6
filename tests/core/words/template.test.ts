import { expect, it } from 'vitest'
import { template, templates } from '../../../src/core/words/template'

const driveSaid = template('test-drive', ' on {drive}', { drive: 'drive' })
const several = template('test-several', '{runs|# run was|# runs were} {way}{where}.', {
  runs: 'count',
  way: ['skipped', 'repeated'],
  where: { of: [driveSaid], between: ' and' },
})

it('a template says its facts, one and many told apart', () => {
  expect(several({ runs: 1, way: 'skipped', where: '' })).toBe('1 run was skipped.')
  const where = [driveSaid({ drive: 'A {runs} B' }), driveSaid({ drive: 'C' })]
  expect(several({ runs: 1200, way: 'repeated', where })).toBe(
    '1,200 runs were repeated on A {runs} B and on C.',
  )
})

it('says a range of counts by its ends, and a sentence without facts as it is', () => {
  const range = template('test-range', 'Means of {runs} runs.', { runs: 'range' })
  expect([range({ runs: [5, 3, 4] }), range({ runs: [3, 3] })]).toEqual([
    'Means of 3 to 5 runs.',
    'Means of 3 runs.',
  ])
  expect(template('test-plain', 'Nothing was said.')()).toBe('Nothing was said.')
})

it('is registered, and refuses an id that is taken and a slot that does not fit its text', () => {
  expect(templates.get('test-drive')?.slots).toEqual({ drive: 'drive' })
  expect(templates.get('test-several')?.text).toContain('{where}')
  expect(() => template('test-drive', 'Another.')).toThrow('two templates "test-drive"')
  expect(() => template('test-open', 'It was {how}.')).toThrow('no slot "how"')
  expect(() => template('test-unused', 'It was.', { how: 'given' })).toThrow('no slot "how"')
})
