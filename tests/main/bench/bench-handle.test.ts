import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BenchHandle, type BenchProcess } from '../../../src/main/bench/bench-handle'
import type { BenchToShell, ShellToBench } from '../../../src/core/contract/privileged-requests'

/** A bench process that answers when the test says so. */
class FakeProcess implements BenchProcess<string> {
  readonly sent: { message: ShellToBench; port: string | undefined }[] = []
  killed = false
  /** Whether it was killed. */
  forced = false
  /** Ends only when it is killed. */
  stubborn = false
  #hear: (message: BenchToShell) => void = () => undefined
  #end: (exitCode: number, output: string) => void = () => undefined

  send = (message: ShellToBench, port?: string) => void this.sent.push({ message, port })
  onMessage = (listener: (message: BenchToShell) => void) => (this.#hear = listener)
  stall: (path: string | null) => void = () => undefined
  onStall = (listener: (path: string | null) => void) => (this.stall = listener)
  onExit = (listener: (exitCode: number, output: string) => void) => (this.#end = listener)
  kill = (now?: 'now') => {
    this.killed = true
    this.forced = now === 'now'
    if (this.forced || !this.stubborn) this.die(0)
  }

  say(message: BenchToShell) {
    this.#hear(message)
  }
  die(exitCode = 139, output = '') {
    this.#end(exitCode, output)
  }
  /** Answers the newest request. */
  answer(answer: unknown) {
    const { message } = this.sent.at(-1)!
    if (message.kind === 'request') this.say({ kind: 'answer', sequence: message.sequence, answer })
  }
  get requests() {
    return this.sent.flatMap(({ message }) => (message.kind === 'request' ? [message] : []))
  }
}

let processes: FakeProcess[] = []
let clock = 0
const listener = {
  ...{ running: vi.fn(), progress: vi.fn(), notice: vi.fn() },
  ...{ stalled: vi.fn(), lost: vi.fn(), restarted: vi.fn() },
}
const last = () => processes.at(-1)!
const start = () => {
  const started = new FakeProcess()
  processes.push(started)
  return started
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  processes = []
  clock = 0
  vi.clearAllMocks()
})

async function opened(mode: 'create' | 'write' | 'read' = 'write') {
  const handle = new BenchHandle<string>(start, listener, () => clock)
  const opening = handle.open({ path: '/r.benchwright', mode })
  last().answer({ readOnly: mode === 'read' })
  await opening
  return handle
}

describe('BenchHandle', () => {
  it('answers requests out of order and passes errors on with their remedy', async () => {
    const handle = await opened()
    const name = handle.request('plan.name', { planId: 'a' })
    const stop = handle.request('campaign.stop-all', {})
    const [, first, second] = last().requests
    last().say({ kind: 'answer', sequence: second!.sequence, answer: { left: [] } })
    last().say({
      kind: 'error',
      sequence: first!.sequence,
      error: { message: 'No plan.', remedy: 'Make one.', id: 'no-plan' },
    })
    await expect(stop).resolves.toEqual({ left: [] })
    await expect(name).rejects.toMatchObject({ message: 'No plan.', remedy: 'Make one.', id: 'no-plan' })
  })

  it('passes a port on and reports which campaign runs', async () => {
    const handle = await opened()
    handle.connect('port 1')
    expect(last().sent.at(-1)).toEqual({ message: { kind: 'connect' }, port: 'port 1' })
    last().say({ kind: 'running', campaign: undefined })
    expect(listener.running).toHaveBeenCalledWith(undefined)
  })

  it('starts a new process on the same file after a death, and never creates the file twice', async () => {
    const handle = await opened('create')
    const waiting = handle.request('plan.name', { planId: 'a' })
    last().die(134, 'first line\nSIGABRT in sqlite\n')
    await expect(waiting).rejects.toMatchObject({ id: 'bench-lost' })
    expect(listener.lost).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('exit 134: SIGABRT in sqlite') as string }),
      true,
    )
    // Nothing is known about the progress of campaigns until the new process reports it.
    expect(listener.progress).toHaveBeenLastCalledWith({ share: undefined })
    expect(processes).toHaveLength(2)
    expect(last().requests).toEqual([
      expect.objectContaining({ name: 'review.open', arguments: { path: '/r.benchwright', mode: 'write' } }),
    ])
    expect(listener.restarted).not.toHaveBeenCalled()
    last().answer({ readOnly: false })
    await settled()
    expect(listener.restarted).toHaveBeenCalledOnce()
  })

  it('gives the reason if the new process cannot open the file', async () => {
    await opened()
    last().die()
    const { sequence } = last().requests[0]!
    last().say({ kind: 'error', sequence, error: { message: 'The file was moved.', id: 'moved' } })
    await settled()
    expect(listener.lost).toHaveBeenLastCalledWith({ message: 'The file was moved.', id: 'moved' }, false)
    expect(listener.restarted).not.toHaveBeenCalled()
  })

  it('gives up after four deaths within a minute, but not if they are far apart', async () => {
    await opened()
    for (let death = 0; death < 6; death++) {
      clock += 40_000
      last().die()
    }
    expect(processes).toHaveLength(7)
    for (let death = 0; death < 4; death++) last().die()
    expect(listener.lost).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'bench-gone' }), false)
    const made = processes.length
    last().die()
    expect(processes).toHaveLength(made)
  })

  it('fails a request to a permanently lost process instead of leaving it waiting', async () => {
    const handle = await opened()
    for (let death = 0; death < 4; death++) last().die()
    await expect(handle.request('plan.name', { planId: 'a' })).rejects.toMatchObject({ id: 'bench-gone' })
  })

  it('does not restart if the first opening fails by a death', async () => {
    const handle = new BenchHandle<string>(start, listener, () => clock)
    const opening = handle.open({ path: '/r.benchwright', mode: 'write' })
    last().die(1, 'cannot load')
    await expect(opening).rejects.toMatchObject({ id: 'bench-died' })
    await handle.close()
    expect(processes).toHaveLength(1)
    expect(listener.lost).not.toHaveBeenCalled()
  })

  it('releases the file before it ends the process, once', async () => {
    const handle = await opened()
    const closing = handle.close()
    await handle.close()
    expect(last().requests.filter(({ name }) => name === 'review.close')).toHaveLength(1)
    expect(last().killed).toBe(false)
    last().answer(null)
    await closing
    expect(last().killed).toBe(true)
    expect(listener.lost).not.toHaveBeenCalled()
  })

  it('ends a process that does not release it in time', async () => {
    const handle = await opened()
    vi.useFakeTimers()
    const closing = handle.close()
    await vi.advanceTimersByTimeAsync(4900)
    expect(last().killed).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    await closing
    expect(last()).toMatchObject({ killed: true, forced: false })
  })

  it('kills a process that does not end on request', async () => {
    const handle = await opened()
    last().stubborn = true
    vi.useFakeTimers()
    const closing = handle.close()
    last().answer(null)
    await vi.advanceTimersByTimeAsync(1900)
    expect(last()).toMatchObject({ killed: true, forced: false })
    await vi.advanceTimersByTimeAsync(200)
    await closing
    expect(last().forced).toBe(true)
  })

  it('names the error of a dying process, not the last line of its stack', async () => {
    await opened()
    last().die(
      1,
      '/app/bench.js:1\n\nTypeError: x is not a function\n    at open (bench.js:9)\n\nNode.js v16\n',
    )
    const [error] = listener.lost.mock.lastCall as [{ message: string }]
    expect(error.message).toContain('(exit 1: TypeError: x is not a function)')
  })
})
