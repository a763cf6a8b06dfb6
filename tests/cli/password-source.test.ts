import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { outputTo } from '../../src/cli/output'
import { passwordSource, passwordVariable } from '../../src/cli/follow-campaign'

function terminal(...typed: readonly string[]) {
  const printed = new PassThrough({ encoding: 'utf8' })
  const answers = [...typed]
  const ask = vi.fn(() => Promise.resolve(answers.shift()))
  const stderr = outputTo(printed, new AbortController().signal)
  return { printed, ask, source: passwordSource({ ask, stderr }) }
}

it('asks once for each account, and again with the reason if the password is refused', async () => {
  const { printed, ask, source } = terminal('wrong', 'right')
  expect(await source('bench on db1')).toBe('wrong')
  expect(await source('bench on db1', { problem: 'Access denied' })).toBe('right')
  expect(await source('bench on db1')).toBe('right')
  expect(ask).toHaveBeenCalledTimes(2)
  expect(printed.read()).toBe('Access denied\n')
})

it('gives up after three refusals', async () => {
  const { source } = terminal('1', '2', '3', '4')
  expect(await source('a')).toBe('1')
  expect(await source('a', { problem: 'no' })).toBe('2')
  expect(await source('a', { problem: 'no' })).toBe('3')
  expect(await source('a', { problem: 'no' })).toBeUndefined()
})

it('takes it from the environment, which no process inherits, and has no other source', async () => {
  vi.stubEnv(passwordVariable, 'given')
  const { ask, source } = terminal('typed')
  expect(process.env[passwordVariable]).toBeUndefined()
  expect(await source('a')).toBe('given')
  expect(await source('a', { problem: 'no' })).toBeUndefined()
  expect(ask).not.toHaveBeenCalled()
})
