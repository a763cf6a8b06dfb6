import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Host } from '../../../../src/bench/hosts/host'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
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

it.skipIf(process.platform === 'win32')('prepares a run that starts later, or never', async () => {
  const local = createLocalHost()
  const { runDirectory } = request()
  const prepared = () => existsSync(join(runDirectory, 'sum'))
  const turn = async () => {
    let come: () => void = () => undefined
    let refuse: (reason: Error) => void = () => undefined
    const awaited = new Promise<void>((resolve, reject) => {
      come = resolve
      refuse = reject
    })
    const started = startRun(local, { ...request(), beforeStart: () => awaited })
    await vi.waitFor(() => expect(prepared()).toBe(true))
    return { come, refuse, started }
  }
  const refused = await turn()
  refused.refuse(new Error('Another run comes next.'))
  await expect(refused.started).rejects.toThrow('Another run comes next.')
  expect(existsSync(runDirectory)).toBe(false)
  expect(existsSync(join(folder, 'data'))).toBe(false)

  // A later attempt took its place.
  const replaced = await turn()
  const settings = readFileSync(join(runDirectory, 'settings'), 'utf8')
  writeFileSync(join(runDirectory, 'settings'), settings.replace(/^attempt=.*$/m, 'attempt=other'))
  replaced.refuse(new Error('Another run comes next.'))
  await expect(replaced.started).rejects.toThrow('Another run comes next.')
  expect(prepared()).toBe(true)
  rmSync(runDirectory, { recursive: true })

  const { come, started } = await turn()
  expect(readdirSync(runDirectory)).not.toContain('supervisor')
  expect(existsSync(join(folder, 'data'))).toBe(false)
  come()
  expect(await started).toBe('started')
  expect(await local.waitForRun(runDirectory, new AbortController().signal)).toBe('committed')
})

it.skipIf(process.platform === 'win32')(
  'recognises the data file again when a prepared run starts',
  async () => {
    const local = createLocalHost()
    const path = join(folder, 'data')
    const committed = async (parts: Partial<StartRequest>) => {
      const whole = { ...request(), ...parts }
      expect(await startRun(local, whole)).toBe('started')
      expect(await local.waitForRun(whole.runDirectory, new AbortController().signal)).toBe('committed')
      const text = (name: string) => {
        const at = join(whole.runDirectory, name)
        return existsSync(at) ? readFileSync(at, 'utf8').trim() : ''
      }
      return { rc: text('rc'), refused: text('refused'), created: text('created') }
    }
    const { created } = await committed({})
    const next = (name: string, beforeStart: () => Promise<void>) =>
      committed({
        ...{ runDirectory: join(folder, 'runs', name), runName: name, beforeStart },
        guard: { path, createdIdentity: created, mayCreate: false, fileBytes: 0, spaceBytes: 0 },
      })
    expect(await next('bw-01234567-2', () => Promise.resolve())).toMatchObject({ refused: '', created: '' })
    const replaced = await next('bw-01234567-3', async () => {
      await vi.waitFor(() => expect(existsSync(join(folder, 'runs', 'bw-01234567-3', 'sum'))).toBe(true))
      renameSync(path, `${path}.old`)
      writeFileSync(path, 'a person wrote this')
    })
    expect(replaced.rc).toMatch(/^refused /)
    expect(replaced.refused).toBe('target-replaced')
    expect(readFileSync(path, 'utf8')).toBe('a person wrote this')
  },
)

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
