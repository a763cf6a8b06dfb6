import { beforeAll, describe, expect, test } from 'vitest'

// One test of each kind; tally-reporter.test.ts has vitest run this file.
let tries = 0
let waits = 0

test('passes', () => undefined)

test('passes at its second try', () => {
  tries += 1
  expect(tries).toBe(2)
})

test('waits in vain at its first try', ({ task }) => {
  waits += 1
  if (waits === 2) return
  Object.assign(task.meta, { evidence: 'test-results/evidence/waits' })
  throw new Error(
    "locator.click: Timeout 60000ms exceeded.\nCall log:\n  - waiting for getByTestId('undo')\n",
  )
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
