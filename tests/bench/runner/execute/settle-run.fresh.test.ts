import { beforeEach, expect, it, vi } from 'vitest'
import { settleRun } from '../../../../src/bench/runner/execute/settle-run'
import { SameMachine } from '../../../../src/bench/runner/machines/same-machine'
import type { Host } from '../../../../src/bench/hosts/host'
import { FakeHost } from '../fake-host'

// Fake timers replace only the global one.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

beforeEach(() => {
  vi.useFakeTimers()
})

it('asks a host that contradicts itself again, once a second', async () => {
  let waits = 0
  let answer: 'lost' | 'committed' = 'lost'
  class TornHost extends FakeHost {
    override waitForRun(): ReturnType<Host['waitForRun']> {
      waits += 1
      return Promise.resolve(answer)
    }

    override execute(): ReturnType<Host['execute']> {
      return Promise.resolve({ exitCode: 0, stdout: new TextEncoder().encode('running'), stderr: '' })
    }
  }
  const host = new TornHost()
  const settled = settleRun(
    { host, sameMachine: new SameMachine(host, { name: host.name, raw: {} }) },
    {
      runDirectory: '/fake/runs/bw-01234567-1',
      signal: new AbortController().signal,
      isLeft: () => false,
      isEnding: () => false,
    },
  )
  await vi.advanceTimersByTimeAsync(3500)
  expect(waits).toBe(4)
  answer = 'committed'
  await vi.advanceTimersByTimeAsync(1000)
  expect(await settled).toBe('committed')
})
