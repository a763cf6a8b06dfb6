import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignNotes, executedFrom } from '../../../../src/bench/runner/record/campaign-notes'
import { StartedCampaigns } from '../../../../src/bench/runner/record/started-campaigns'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'

let host: FakeHost
let shop: RunnerWorkshop
beforeEach(() => {
  host = new FakeHost()
  shop = new RunnerWorkshop(host)
})
afterEach(async () => {
  await shop.close()
})

const folder = () => join(shop.folder, 'state', 'started')
const from = (tag: string) => executedFrom(tag, campaignNotes(folder()))

it('row 19: reports which living process of this user executes a campaign, and for how long', async () => {
  const campaignId = await shop.start(scriptPlan())
  await host.started(1)
  const [tag = ''] = shop.runner.tags()
  expect(from(tag)).toBe(shop.path)
  expect(from('00000000')).toBeUndefined()
  // A process that has ended, or another one with its number, executes nothing.
  const [name = ''] = readdirSync(folder())
  const text = readFileSync(join(folder(), name), 'utf8')
  const note = JSON.parse(text) as { owner: Record<string, unknown> }
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  for (const owner of [{ processId: ended }, { processStart: '1' }, { host: 'another-machine' }]) {
    writeFileSync(join(folder(), name), JSON.stringify({ ...note, owner: { ...note.owner, ...owner } }))
    expect(from(tag), JSON.stringify(owner)).toBeUndefined()
  }
  writeFileSync(join(folder(), name), text)
  // Released, it is still this user's to resume, but nobody is executing it.
  await shop.restart()
  expect(from(tag)).toBeUndefined()
  expect(new StartedCampaigns(shop.store, folder()).isLeft(campaignId)).toBe(true)
  await shop.runner.reconcile()
  expect(from(tag)).toBe(shop.path)
  host.onStart = (at) => at.finish()
  host.finish()
  await shop.runner.ended(campaignId)
  expect(from(tag)).toBeUndefined()
  expect(new StartedCampaigns(shop.store, folder()).isLeft(campaignId)).toBe(false)
  await shop.runner.erase(campaignId)
  expect(readdirSync(folder())).toEqual([])
})

it('treats a damaged record as none', async () => {
  const campaignId = await shop.start(scriptPlan())
  await host.started(1)
  const [tag = ''] = shop.runner.tags()
  const [name = ''] = readdirSync(folder())
  for (const text of [
    '',
    '{',
    '[]',
    '{"tag": "../..", "path": "/", "executes": true}',
    '\u0000'.repeat(100),
  ]) {
    writeFileSync(join(folder(), name), text)
    const started = new StartedCampaigns(shop.store, folder())
    expect([started.tagOf(campaignId), started.isLeft(campaignId), from(tag)]).toEqual([
      undefined,
      false,
      undefined,
    ])
  }
})
