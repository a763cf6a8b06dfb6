import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Host } from '../../../../src/bench/hosts/host'
import { createLocalHost } from '../../../../src/bench/hosts/local-host'
import { startRun, type StartRequest } from '../../../../src/bench/runner/execute/start-run'
import { oneStep } from '../../../../src/core/engines/steps'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-start-'))
  mkdirSync(join(folder, 'runs'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function request(): StartRequest {
  return {
    runDirectory: join(folder, 'runs', 'bw-01234567-1'),
    runName: 'bw-01234567-1',
    steps: oneStep('measure', { program: 'sh', args: ['-c', 'echo ran'] }, 'out', []),
    guard: {
      ...{ path: join(folder, 'data'), createdIdentity: undefined, mayCreate: true },
      ...{ fileBytes: 4096, spaceBytes: 0 },
    },
  }
}

it.skipIf(process.platform === 'win32')('starts nothing that could not be put on record', async () => {
  const local = createLocalHost()
  const { runDirectory } = request()
  const beforeStart = () => {
    throw new Error('The disk is full.')
  }
  await expect(startRun(local, { ...request(), beforeStart })).rejects.toThrow('The disk is full.')
  expect(existsSync(runDirectory)).toBe(false)
  // As after the death of this process: the script waits for a confirmation that never comes.
  const dies: Host = {
    ...local,
    execute: (script, { goesOn, ...options } = {}) =>
      local.execute(`bw_session=own\n${goesOn?.definitions ?? ''}\n${script}`, options),
  }
  expect(await startRun(dies, request())).toMatchObject({ id: 'run-directory' })
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(existsSync(runDirectory)).toBe(false)
  let isNoted = false
  expect(await startRun(local, { ...request(), beforeStart: () => void (isNoted = true) })).toBe('started')
  expect(isNoted).toBe(true)
  expect(await local.waitForRun(runDirectory, new AbortController().signal)).toBe('committed')
})

it.skipIf(process.platform === 'win32')(
  'a start with a lost answer is not repeated by the same script',
  async () => {
    const local = createLocalHost()
    // As over a broken connection: the script ran, its answer was lost, and it runs once more.
    const twice: Host = {
      ...local,
      execute: async (script, options) => {
        await local.execute(script, options)
        return local.execute(script, options)
      },
    }
    expect(await startRun(twice, request())).toBe('started')
    const { runDirectory } = request()
    expect(await local.waitForRun(runDirectory, new AbortController().signal)).toBe('committed')
    expect(readFileSync(join(runDirectory, 'rc'), 'utf8')).toMatch(/^0 /)
    expect(readFileSync(join(runDirectory, 'log'), 'utf8')).toBe('ran\n')
    expect(readFileSync(join(runDirectory, 'created'), 'utf8')).toMatch(/^\d+:\d+ 4096 [^\n]+\n$/)
    // Another attempt learns that there was one before.
    expect(await startRun(local, request())).toBe('directory-exists')
    expect(readdirSync(join(folder, 'runs'))).toHaveLength(1)
  },
)
