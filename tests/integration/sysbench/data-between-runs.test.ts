import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FioWorkshop } from '../runner/fio-workshop'
import { runProcesses } from '../runner/processes'
import { isInstalled, needDatabasePrograms, oltpPlan, serversIn, unhurried } from './oltp-workshop'

const hasXfs = isInstalled('mkfs.xfs') && readFileSync('/proc/filesystems', 'utf8').includes('\txfs\n')

// Only root may mount.
describe.runIf(process.getuid?.() === 0)('the data that a run of a database starts with', () => {
  let shop: FioWorkshop
  let disk: string
  let target: string
  beforeAll(needDatabasePrograms)
  beforeEach(() => {
    shop = new FioWorkshop()
    disk = join(shop.folder, 'disk')
    target = join(disk, 'target')
    mkdirSync(disk)
  })
  afterEach(async () => {
    await shop.runner.stopAll()
    execFileSync('umount', ['-l', disk])
    await shop.close()
    expect(runProcesses(shop.folder)).toEqual([])
    expect(serversIn(shop.folder)).toEqual([])
  })

  /** Two runs on the disk; returns the recorded origin of their data. */
  async function waysOf(keeps: boolean): Promise<readonly string[]> {
    mkdirSync(target)
    const base = { ...unhurried, runtime: 1, tables: 1, ...(keeps && { data_between_runs: 'keep' }) }
    const campaignId = await shop.start(oltpPlan({ target }, { repetitions: 2 }, base))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(readdirSync(target)).toEqual([])
    const [, ...measured] = shop.store.runs(campaignId)
    return measured.map(({ id }) => new TextDecoder().decode(shop.store.rawOutput(id, 'restored.txt')).trim())
  }

  const mountMemory = () =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'benchwright-between-runs', disk])

  it('are a plain copy if the file system shares no blocks', async () => {
    mountMemory()
    expect(await waysOf(false)).toEqual(['copy', 'copy'])
  })

  it('are what the previous run left if the plan says so', async () => {
    mountMemory()
    expect(await waysOf(true)).toEqual(['kept', 'kept'])
  })

  it.runIf(hasXfs)('are a reflink if the file system supports it', async () => {
    const image = join(shop.folder, 'xfs.image')
    writeFileSync(image, '')
    truncateSync(image, 1024 ** 3)
    execFileSync('mkfs.xfs', ['-q', '-m', 'reflink=1', image])
    execFileSync('mount', ['-o', 'loop', image, disk])
    expect(await waysOf(false)).toEqual(['reflink', 'reflink'])
  })
})
