import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostPool } from '../../../../src/bench/hosts/host-pool'
import { machineOf } from '../../../../src/bench/hosts/inventory/machine-of'
import { takeInventory } from '../../../../src/bench/hosts/inventory/take-inventory'
import { CreatedFiles } from '../../../../src/bench/runner/record/created-files'
import { leftFiles, removeLeftFile } from '../../../../src/bench/runner/record/left-files'
import { LeftFileDesk } from '../../../../src/bench/serve/desks/left-file-desk'
import { commands } from '../../../../src/cli/commands'
import { runCommand } from '../../../../src/cli/run-command'
import { thisMachine } from '../../../../src/core/plan/destination'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'

let folder: string
let pool: HostPool
let machine: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bw-left-'))
  vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
  pool = new HostPool({ settingsFolder: folder })
  machine = machineOf((await takeInventory(pool.local, {})).record, pool.local)
})
afterEach(async () => {
  await pool.dispose()
  rmSync(folder, { recursive: true })
})

/** A data file that a campaign of a results file has created, and its records. */
async function createData(name: string) {
  const path = join(folder, `${name}.data`)
  const resultsFile = join(folder, `${name}.benchwright`)
  writeFileSync(path, name)
  writeFileSync(resultsFile, '')
  const { target } = await takeInventory(pool.local, { targetPath: path })
  const created = new CreatedFiles({ uuid: name, path: resultsFile })
  created.record({ machine, path, identity: target?.identity ?? '', createdAtMs: 1 })
  return { path, resultsFile, created }
}

const left = async () => (await leftFiles(pool.local, machine)).map(({ path }) => path)

describe('the data files that were left behind', () => {
  it('are those whose results file is gone, and are removed only while they are the same', async () => {
    const { path, resultsFile } = await createData('mix')
    await createData('kept')
    expect(await left()).toEqual([])
    rmSync(resultsFile)
    expect(await leftFiles(pool.local, machine)).toMatchObject([{ path, resultsFile }])
    expect(await leftFiles(pool.local, 'machine:other')).toEqual([])
    const [file] = await leftFiles(pool.local, machine)
    if (!file) throw new Error('There is none.')
    rmSync(path)
    writeFileSync(path, 'somebody else wrote this')
    expect(await removeLeftFile(pool.local, file)).toBe('other')
    expect(existsSync(path)).toBe(true)
    expect(await left()).toEqual([])
  })

  it('are none of a results file that was moved and opened again', async () => {
    const { path, resultsFile, created } = await createData('mix')
    const moved = join(folder, 'moved.benchwright')
    renameSync(resultsFile, moved)
    expect(await left()).toEqual([path])
    new CreatedFiles({ uuid: 'mix', path: moved }).keepUp()
    expect(await left()).toEqual([])
    expect(created.of(machine)).toMatchObject([{ path, resultsFile: moved }])
  })

  it('are listed and removed in the window, by their path', async () => {
    const { path, resultsFile } = await createData('mix')
    const kept = await createData('kept')
    rmSync(resultsFile)
    const desk = new LeftFileDesk(pool)
    expect(await desk.onHost(thisMachine)).toEqual([{ path, resultsFile, createdAtMs: 1 }])
    expect(await desk.remove(thisMachine, kept.path)).toBe(false)
    expect(await desk.remove(thisMachine, path)).toBe(true)
    expect([existsSync(path), existsSync(kept.path)]).toEqual([false, true])
    expect(await desk.onHost(thisMachine)).toEqual([])
  })

  it('are listed by guard, which removes them if asked to', async () => {
    const { path, resultsFile } = await createData('mix')
    rmSync(resultsFile)
    const guard = async (...args: readonly string[]) => {
      const stdout = new PassThrough({ encoding: 'utf8' })
      const context = { stdout, stderr: new PassThrough(), signal: new AbortController().signal }
      await runCommand(commands, ['guard', ...args], context, '0')
      return String(stdout.read() ?? '')
    }
    expect(await guard(folder)).toContain(`${path} of ${resultsFile}, which is gone: left behind`)
    expect(await guard(join(folder, 'state'))).not.toContain(path)
    expect(existsSync(path)).toBe(true)
    expect(await guard(folder, '--remove-left')).toContain(
      `${path} of ${resultsFile}, which is gone: removed`,
    )
    expect(existsSync(path)).toBe(false)
  })

  it('are named in the log of the next campaign on the machine', async () => {
    const host = new FakeHost()
    const shop = new RunnerWorkshop(host)
    try {
      const gone = join(folder, 'gone.benchwright')
      const other = new CreatedFiles({ uuid: 'other', path: gone }, join(shop.folder, 'state', 'created'))
      other.record({ machine: 'local', path: '/fake/left.data', identity: '1:7', createdAtMs: 1 })
      host.dataFiles.set('/fake/left.data', '1:7')
      host.onStart = (at) => at.finish()
      const campaignId = await shop.start(scriptPlan())
      await shop.runner.ended(campaignId)
      expect(shop.logOf(campaignId)).toContain(`/fake/left.data (of ${gone})`)
      expect(host.dataFiles.has('/fake/left.data')).toBe(true)
    } finally {
      await shop.close()
    }
  })
})
