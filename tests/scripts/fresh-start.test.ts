import { describe, expect, it, vi } from 'vitest'
import { tracesSince } from '../process-state'

const ignore = () => undefined
const changes: readonly (readonly [string, () => unknown])[] = [
  ['variable BENCHWRIGHT_TRACE', () => (process.env.BENCHWRIGHT_TRACE = 'left')],
  ['variable PATH', () => delete process.env.PATH],
  ['folder cwd', () => process.chdir('/')],
  ['permissions umask', () => process.umask(0o777)],
  ['listener SIGUSR2', () => process.on('SIGUSR2', ignore)],
  ['clock Date.now', () => (Date.now = () => 0)],
  ['global setTimeout', () => (globalThis.setTimeout = setImmediate as unknown as typeof setTimeout)],
  ['global benchwrightTrace', () => Object.assign(globalThis, { benchwrightTrace: 1 })],
]

describe.each(changes)('%s', (name, change) => {
  it('is a trace if it is left changed, and is taken back', () => {
    const before = tracesSince()
    const traces = tracesSince()
    change()
    expect(traces()).toEqual([name])
    expect(before()).toEqual([])
  })

  it.fails('fails the test that leaves it changed', () => {
    change()
  })
})

it('ends what stands in for something with the test', () => {
  vi.stubEnv('BENCHWRIGHT_TRACE', 'given')
  vi.stubGlobal('benchwrightTrace', 1)
  vi.useFakeTimers()
})

it('finds nothing of it afterwards', () => {
  expect(process.env.BENCHWRIGHT_TRACE).toBeUndefined()
  expect(globalThis).not.toHaveProperty('benchwrightTrace')
  expect(vi.isFakeTimers()).toBe(false)
})
