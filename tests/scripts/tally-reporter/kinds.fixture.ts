import { beforeAll, describe, expect, test } from 'vitest'

// One test of each kind; tally-reporter.test.ts has vitest run this file.
let tries = 0

test('passes', () => undefined)

test('passes at its second try', () => {
  tries += 1
  expect(tries).toBe(2)
})

test('fails', () => {
  expect('one\ntwo').toBe('three')
})

test.skip('is skipped', () => undefined)

describe('a part', () => {
  beforeAll(() => {
    throw new Error('no set-up')
  })
  test('is never begun', () => undefined)
})
