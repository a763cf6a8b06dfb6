import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSshTerminal } from '../../../../../src/bench/hosts/ssh/session/ssh-terminal'

const pty = vi.hoisted((): { exit: () => void; killed: string[] } => ({ exit: () => undefined, killed: [] }))
vi.mock('node-pty', () => ({
  spawn: () => ({
    onData: () => undefined,
    onExit: (listener: (end: { exitCode: number }) => void) => {
      const { exit } = pty
      pty.exit = () => {
        exit()
        listener({ exitCode: 0 })
      }
    },
    kill: (signal: string) => void pty.killed.push(signal),
  }),
}))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  pty.killed.length = 0
  pty.exit = () => undefined
})

const open = () => openSshTerminal({ path: '/usr/bin/ssh', environment: {} }, [], { columns: 80, rows: 24 })

it('ssh that cannot be killed, as on a hung file system, is given up', async () => {
  const terminal = open()
  const ended = vi.fn()
  void terminal.ended.then(ended)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ended).not.toHaveBeenCalled()
  terminal.kill()
  expect(pty.killed).toEqual(['SIGKILL'])
  await vi.advanceTimersByTimeAsync(4000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(ended).toHaveBeenCalledWith({ printed: '', printedTooMuch: false })
  expect(terminal.hasEnded).toBe(true)
})

it('ssh that ignores to be closed is killed, and given up if that fails, which every listener hears once', async () => {
  const terminal = open()
  const exited = vi.fn()
  terminal.onExit(exited)
  terminal.close()
  expect(pty.killed).toEqual(['SIGTERM'])
  await vi.advanceTimersByTimeAsync(6000)
  expect(pty.killed).toEqual(['SIGTERM', 'SIGKILL'])
  expect(exited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(exited).toHaveBeenCalledTimes(1)
  pty.exit()
  expect(exited).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('ssh that ends when it is closed is not killed', async () => {
  const terminal = open()
  const exited = vi.fn()
  terminal.onExit(exited)
  terminal.close()
  pty.exit()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(exited).toHaveBeenCalledExactlyOnceWith(0)
  expect(pty.killed).toEqual(['SIGTERM'])
})

it('leaves no timer when ssh ends', async () => {
  const terminal = open()
  terminal.kill()
  pty.exit()
  await terminal.ended
  expect(vi.getTimerCount()).toBe(0)
})
