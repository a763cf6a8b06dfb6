import { ChildProcess } from 'node:child_process'
import { afterEach, expect, it, vi } from 'vitest'
import { executeLocally } from '../../../../src/bench/hosts/local/execute-locally'
import { runProgram } from '../../../../src/bench/hosts/local/run-program'
import {
  runAtOnce,
  startDetached,
  startFailure,
  startProgram,
} from '../../../../src/bench/hosts/local/start-program'

it.each([
  ['EMFILE', /sh could not be started: this process may open no further files\./, /ulimit -n/],
  ['EAGAIN', /the machine allows no further processes\./, /ulimit -u/],
  ['ENOENT', /it was not found\./, /Install it/],
])('says what %s means', (code, text, remedy) => {
  const failure = startFailure('sh', Object.assign(new Error('spawn sh'), { code }))
  expect(failure.message).toMatch(text)
  expect(failure.remedy).toMatch(remedy)
})

it('starts a program with pipes, and leaves one that is not there to its event', async () => {
  const child = startProgram('sh', ['-s'], { stdio: 'pipe' })
  child.stdin.end('exit 3')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(3)
  const none = startProgram('/nowhere/sh', [], { stdio: 'pipe' })
  expect(await new Promise((resolve) => none.on('error', resolve))).toMatchObject({ code: 'ENOENT' })
})

/** Programs that no signal ends, as those that wait for a drive that does not answer; returns what kills them after all. */
function withoutSignals(): () => void {
  const real = process.kill.bind(process)
  const wanted = new Set<number>()
  vi.spyOn(process, 'kill').mockImplementation((pid) => {
    wanted.add(pid)
    return true
  })
  vi.spyOn(ChildProcess.prototype, 'kill').mockImplementation(function (this: ChildProcess) {
    return wanted.add(this.pid ?? 0).size > 0
  })
  return () => {
    vi.restoreAllMocks()
    for (const pid of wanted) real(pid, 'SIGKILL')
    expect(wanted.size).toBe(2)
  }
}
afterEach(() => vi.restoreAllMocks())

it('does not wait for a script or a program that cannot be ended', async () => {
  const kill = withoutSignals()
  await expect(executeLocally('sleep 60', { timeoutMs: 100, purpose: 'a test' })).rejects.toMatchObject({
    message: 'This machine took longer than 0.1 s for a test.',
    remedy: expect.stringContaining('Check that this machine is not overloaded') as string,
  })
  const program = { path: 'sleep', environment: process.env }
  expect(await runProgram(program, { args: ['60'], timeoutMs: 100 })).toMatchObject({ ended: 'timeout' })
  kill()
})

it('bounds a program that is waited for at once, and says why one failed', () => {
  expect(() => runAtOnce('/nowhere/mkfifo', [])).toThrow(/mkfifo could not be started: it was not found/)
  runAtOnce('true', [])
})

it('starts a program that goes on without this one, or says why not', async () => {
  const pid = await startDetached('sleep', ['60'], process.env)
  if (pid === undefined) throw new Error('It has no process id.')
  process.kill(-pid, 'SIGKILL')
  await expect(startDetached('/nowhere/window', [], {})).rejects.toThrow(/window could not be started/)
})
