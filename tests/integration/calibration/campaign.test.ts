import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fioPlan } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
})

describe('a campaign that varies its data', () => {
  it('is calibrated before its first run, and keeps the results', async () => {
    const axes = [{ key: 'compress_percent', levels: [0, 50] }]
    const campaignId = await shop.start(fioPlan(shop.target, { axes, repetitions: 1 }, { runtime: 0.2 }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const calibrations = shop.store.campaign(campaignId)?.calibrations ?? []
    expect(calibrations.map((one) => one.levels.compress_percent)).toEqual([0, 50])
    expect(calibrations[1]?.compressedShare).toBeGreaterThan(0.45)
    expect(calibrations[1]?.compressedShare).toBeLessThan(0.55)
    expect(calibrations[0]?.engineVersion).toBe(shop.store.campaign(campaignId)?.engineVersion)
    const log = shop.store.log(campaignId).map((entry) => entry.text)
    const looked = log.findIndex((text) => text.startsWith('Looked at what fio writes for 2 settings'))
    expect(looked).toBeGreaterThanOrEqual(0)
    expect(readdirSync(shop.target)).toEqual([])
    expect(shop.store.check()).toEqual([])
  })

  it('stops at once on request, with nothing left in the target', async () => {
    const levels = Array.from({ length: 40 }, (_, at) => at)
    const axes = [{ key: 'compress_percent', levels }]
    const campaignId = await shop.start(fioPlan(shop.target, { axes }, { runtime: 30 }))
    await shop.runner.stop(campaignId)
    expect(shop.store.campaign(campaignId)?.state).toBe('stopped')
    expect(readdirSync(shop.target)).toEqual([])
    expect(shop.store.calibrations(campaignId)).toEqual([])
  })

  it('needs no calibration if its data are fixed', async () => {
    const campaignId = await shop.start(fioPlan(shop.target, { repetitions: 1 }, { runtime: 0.2 }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.store.calibrations(campaignId)).toEqual([])
    expect(shop.logText(campaignId)).not.toMatch(/Looked at/)
  })
})
