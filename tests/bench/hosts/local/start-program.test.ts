import { expect, it } from 'vitest'
import { startFailure, startProgram } from '../../../../src/bench/hosts/local/start-program'

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
