import { expect, it } from 'vitest'
import { copyName, freeName } from '../../../src/core/text/names'

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

it('keeps a free name, and numbers a taken one', () => {
  expect(freeName('Mix', named('Mixed'))).toBe('Mix')
  expect(freeName('Mix', named('Mix', 'Mix (2)'))).toBe('Mix (3)')
})

it('does not give a name that differs from another in case or blanks alone', () => {
  expect(freeName('mix', named('Mix '))).toBe('mix (2)')
  expect(freeName('read  mix', named('Read mix'))).toBe('read  mix (2)')
})

it('shortens a long name to make room for the number', () => {
  const long = 'x'.repeat(500)
  const [second, third] = [freeName(long, named(long)), freeName(long, named(long, `${'x'.repeat(190)} (2)`))]
  expect([second.length, third.endsWith('x (3)')]).toEqual([194, true])
})

it('names copies, and copies of copies, after the original', () => {
  expect(copyName('Mix', named('Mix'))).toBe('Mix copy')
  expect(copyName('Mix copy', named('Mix', 'Mix copy'))).toBe('Mix copy (2)')
  expect(copyName('x'.repeat(200), []).length).toBe(200)
})
