import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { fioPlan, unhurried } from './fio-plan'
import { FioWorkshop } from './fio-workshop'
import { noneLeft } from './processes'

const mebibyte = 1024 ** 2
/** Only root may create a separate file system, of 128 MiB. */
const isRoot = process.getuid?.() === 0

let shop: FioWorkshop
let folder: string
beforeEach(() => {
  shop = new FioWorkshop()
  folder = join(shop.folder, 'small')
  mkdirSync(folder)
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder])
})
afterEach(async () => {
  await shop.runner.stopAll()
  await shop.runner.dispose()
  if (isRoot) execFileSync('umount', [folder])
  rmSync(shop.folder, { recursive: true, force: true })
  await noneLeft(shop.folder)
})

const usedPercent = () => {
  const { blocks, bavail } = statfsSync(folder)
  return (100 * (blocks - bavail)) / blocks
}

/** Levels that were in use each time a measured run was running. */
function watchLevels(): readonly number[] {
  const levels: number[] = []
  shop.runner.events.on((event) => {
    const isMeasured = event.type === 'run-changed' && event.run.phase === 'measure'
    if (isMeasured && event.run.state === 'done') levels.push(usedPercent())
  })
  return levels
}

const plan = (levels: readonly number[], runtime = 0.5) =>
  fioPlan(
    folder,
    { axes: [{ key: 'fill_percent', levels }] },
    { ...unhurried, runtime, file_size: 8 * mebibyte },
  )

describe.runIf(isRoot)('a file system that is filled to levels', () => {
  it('is at its level during every run, and empty afterwards', async () => {
    const levels = watchLevels()
    const campaignId = await shop.start(plan([20, 60, 100, 40]))
    expect(await shop.runner.ended(campaignId), shop.logText(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(levels).toHaveLength(4)
    // 95 %: the reserve of a small file system.
    for (const [at, level] of [20, 60, 95, 40].entries())
      expect(Math.abs((levels[at] ?? 0) - level)).toBeLessThan(2.5)
    expect(readdirSync(folder)).toEqual([])
  })

  it('releases the space if it is stopped', async () => {
    const campaignId = await shop.start(plan([90], 3600))
    await shop.measuring()
    expect(readdirSync(folder).filter((name) => name.endsWith('.ballast'))).toHaveLength(1)
    await shop.runner.stop(campaignId)
    expect(readdirSync(folder)).toEqual([])
  })

  /** Resolves when the ballast is about to be written: the first command is the layout, the second the ballast. */
  const ballastBegins = () => {
    let commands = 0
    return shop.happens(
      (event) => event.type === 'terminal' && event.text.includes('$ fio ') && (commands += 1) === 2,
    )
  }

  it('releases the space if it is stopped while the ballast is written', async () => {
    const campaignId = await shop.start(plan([90], 3600))
    await ballastBegins()
    await shop.runner.stop(campaignId)
    expect(readdirSync(folder)).toEqual([])
    expect(usedPercent()).toBeLessThan(1)
    expect(shop.store.campaign(campaignId)?.state).toBe('stopped')
  })

  it('releases the space if the ballast finds no room, and reports it', async () => {
    const campaignId = await shop.start(plan([30, 90]))
    let commands = 0
    shop.runner.events.on((event) => {
      // Layout, ballast, run, and the next ballast, during which the file system shrinks.
      if (event.type !== 'terminal' || !event.text.includes('$ fio ')) return
      commands += 1
      if (commands === 4) execFileSync('mount', ['-o', 'remount,size=64m', folder])
    })
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const [, first, second] = shop.states(campaignId)
    expect(first).toBe('done')
    expect(second).toMatch(/^failed: /)
    expect(shop.store.runs(campaignId)[2]?.failure?.text).toMatch(/space|full|room/i)
    expect(readdirSync(folder)).toEqual([])
    expect(usedPercent()).toBeLessThan(1)
  })

  it('fails the level that others have already exceeded, with the reason, and continues', async () => {
    writeFileSync(join(folder, 'foreign'), Buffer.alloc(64 * mebibyte, 1))
    shop.store.savePlan(plan([20, 80]))
    await expect(shop.start(plan([20, 80]))).rejects.toMatchObject({
      problems: [{ id: 'already-fuller' }],
    })
    rmSync(join(folder, 'foreign'))
    const campaignId = await shop.start(plan([20, 80], 1))
    await shop.measuring()
    writeFileSync(join(folder, 'foreign'), Buffer.alloc(100 * mebibyte, 1))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'failed: already-fuller'])
    expect(readdirSync(folder)).toEqual(['foreign'])
  })

  it('is resumed where the app left it while the ballast was written', async () => {
    const campaignId = await shop.start(plan([30, 90]))
    await ballastBegins()
    await shop.runner.dispose()
    const stateFolder = join(shop.folder, 'own-state')
    const next = new CampaignRunner({ store: shop.store, host: shop.host, stateFolder })
    try {
      await next.reconcile()
      expect(await next.ended(campaignId), shop.logText(campaignId)).toBe('done')
    } finally {
      await next.dispose()
    }
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(readdirSync(folder)).toEqual([])
  })
})
