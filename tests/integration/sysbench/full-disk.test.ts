import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FioWorkshop } from '../runner/fio-workshop'
import { runProcesses } from '../runner/processes'
import { needDatabasePrograms, oltpPlan, serversIn } from './oltp-workshop'

// Only root may mount.
describe.runIf(process.getuid?.() === 0)('a disk that somebody else fills during a campaign', () => {
  let shop: FioWorkshop
  let disk: string
  let target: string
  beforeAll(needDatabasePrograms)
  beforeEach(() => {
    shop = new FioWorkshop()
    disk = join(shop.folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'benchwright-full-disk', disk])
    target = join(disk, 'target')
    mkdirSync(target)
  })
  afterEach(async () => {
    await shop.runner.stopAll()
    execFileSync('umount', ['-l', disk])
    await shop.close()
    expect(runProcesses(shop.folder)).toEqual([])
    expect(serversIn(shop.folder)).toEqual([])
  })

  /** Takes all remaining space, while others continue to take theirs. */
  function fill(): void {
    const file = join(disk, 'of somebody else')
    const { status, stderr } = spawnSync('sh', ['-c', 'exec cat /dev/zero > "$1"', 'sh', file], {
      encoding: 'utf8',
    })
    expect(`${String(status)} ${stderr}`).toContain('No space left')
  }

  it('fails the load of a database with that reason, and leaves nothing', async () => {
    const campaignId = await shop.start(
      oltpPlan({ target }, {}, { tables: 8, table_size: 200_000, data_between_runs: 'keep' }),
    )
    await shop.printed('Inserting')
    fill()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)[0]).toBe('failed: no-space')
    expect(readdirSync(target)).toEqual([])
  })

  it('fails the run of a database with that reason, and leaves nothing', async () => {
    const base = { pattern: 'insert', runtime: 60, tables: 1, table_size: 1000 }
    const campaignId = await shop.start(oltpPlan({ target }, {}, base))
    await shop.printed('[ 1s ] thds')
    fill()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'failed: no-space'])
    expect(shop.store.runs(campaignId)[1]?.failure?.text).toContain('The file system is full')
    expect(readdirSync(disk).sort()).toEqual(['of somebody else', 'target'])
    expect(readdirSync(target)).toEqual([])
  })
})
