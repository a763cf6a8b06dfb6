import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRun } from '../../../src/bench/runner/execute/start-run'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { noneLeft } from '../runner/processes'
import { LabCampaigns } from './lab-campaigns'
import { otherMachine, serveAs } from './serve-as'
import { oneStep } from '../../../src/core/engines/steps'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(isRoot)('row 21, 29: what answers to the name of a machine', () => {
  let lab: LabCampaigns
  beforeEach(async () => {
    lab = new LabCampaigns()
    await lab.serve()
    lab.openRunner()
  })
  afterEach(() => lab.close())

  /** Starts two runs; resolves with their campaign once fio measures the first. */
  async function begun(): Promise<number> {
    lab.store.savePlan({
      ...fioPlan(lab.shop.target, { repetitions: 2 }, { ...unhurried, runtime: 3 }),
      hosts: [machine('lab')],
    })
    const { campaignId } = await lab.runner.start('fio-plan', '', startAnyway)
    await lab.measuring()
    return campaignId
  }

  it('is not measured if it is another one, and the results of the first one are collected when it is back', async () => {
    const { shop } = lab
    const campaignId = await begun()
    await shop.stopServer()
    await serveAs(lab.shop, { machineId: otherMachine, bootId: 'another-boot' })
    expect(await lab.runner.ended(campaignId)).toBe('interrupted')
    expect(lab.logOf(campaignId)).toContain('lab is another machine than the one the campaign was started on')
    expect(lab.states(campaignId)).toEqual(['done', 'running', 'waiting'])
    await expect(lab.runner.resume(campaignId)).rejects.toMatchObject({ id: 'other-host' })
    expect(readdirSync(join(shop.folder, 'empty'))).toEqual([])

    await shop.stopServer()
    await shop.serve({ lines: [] })
    await lab.runner.dispose()
    lab.openRunner()
    await lab.runner.resume(campaignId)
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expect(lab.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.logOf(campaignId)).not.toContain('waits again')
    await noneLeft(shop.folder)
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('is measured if it is the same one after a restart', async () => {
    const { shop, store } = lab
    const campaignId = await begun()
    await shop.stopServer()
    const machineId = readFileSync('/etc/machine-id', 'utf8').trim()
    await serveAs(lab.shop, { machineId, bootId: 'another-boot' })
    expect(await lab.runner.ended(campaignId)).toBe('done')
    expect(lab.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.logOf(campaignId).match(/was interrupted and waits again/g)).toHaveLength(1)
    expect(store.check()).toEqual([])
  })

  it('does nothing for a run that belongs to another boot', async () => {
    const { shop } = lab
    const host = lab.openRunner().ssh(machine('lab'))
    const steps = oneStep('measure', { program: 'touch', args: [join(shop.folder, 'touched')] }, 'out', [])
    const runDirectory = join(shop.runs, 'bw-01234567-1')
    const request = { runDirectory, runName: 'bw-01234567-1', steps, guard: undefined }
    expect(await startRun(host, { ...request, bootId: `it's another` })).toBe('other-boot')
    expect([...readdirSync(shop.runs), ...readdirSync(shop.folder)]).not.toContain('touched')
    expect(readdirSync(shop.runs)).toEqual([])
  })
})
