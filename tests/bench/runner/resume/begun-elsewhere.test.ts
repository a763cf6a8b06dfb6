import { DatabaseSync } from '@photostructure/sqlite'
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Advice } from '../../../../src/core/plan/advice'
import type { Plan } from '../../../../src/core/plan/plan'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

let host: FakeHost
let shop: RunnerWorkshop
let problems: readonly Advice[]

beforeEach(() => {
  host = new FakeHost()
  problems = []
  shop = new RunnerWorkshop(host, scriptEngine({ advise: () => problems }))
})
afterEach(async () => {
  await shop.close()
})

/** A campaign that uses a data file, cut off in its first measured run; the app has ended. */
async function cutOff(parts: Partial<Plan> = {}): Promise<number> {
  const campaignId = await shop.start(scriptPlan({ base: { seconds: 1, uses_file: true }, ...parts }))
  await host.started(1)
  host.finish()
  await host.started(2)
  await shop.restart()
  return campaignId
}

/** The file as it looks to a person who received it: without any record of this user's own. */
const forgetAll = () => rmSync(join(shop.folder, 'state'), { recursive: true, force: true })

/** Changes the results file by hand. */
function edit(statement: string, ...values: readonly string[]): void {
  shop.store.close()
  const database = new DatabaseSync(shop.path)
  database.prepare(statement).run(...values)
  database.close()
  shop.reopen()
}

const touched = () => host.verbs.filter((verb) => !['inventory', 'check', 'orphans'].includes(verb))

describe('a file that claims a running campaign', () => {
  it('row 62: starts, asks and removes nothing if it was not started here', async () => {
    const campaignId = await cutOff()
    forgetAll()
    const before = [...host.verbs]
    for (const state of ['running', 'pausing', 'stopping'] as const) {
      shop.store.setCampaignState(campaignId, state)
      expect(await shop.runner.reconcile()).toBeUndefined()
      expect(shop.state(campaignId)).toBe('interrupted')
    }
    expect(host.verbs).toEqual(before)
    expect(shop.logOf(campaignId)).toContain('you did not start it on this machine. Nothing was done.')
    expect(shop.store.campaigns().map((one) => shop.runner.withOrigin(one))).toMatchObject([
      { id: campaignId, begunHere: false },
    ])
    expect(host.running).toBeDefined()
  })

  it('is not resumed automatically in a copy, after a move, or in an old copy put back', async () => {
    const campaignId = await cutOff()
    const elsewhere = join(shop.folder, 'elsewhere')
    mkdirSync(elsewhere)
    const old = join(elsewhere, 'old.benchwright')
    copyFileSync(shop.path, old)
    const before = [...host.verbs]
    shop.store.close()
    shop.reopen(host, old)
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(shop.state(campaignId)).toBe('interrupted')
    expect(host.verbs).toEqual(before)
    await shop.runner.dispose()
    shop.store.close()

    shop.reopen()
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(shop.state(campaignId)).toBe('interrupted')
    // It is still this user's own: a resume adopts the run that is still running.
    host.onStart = (at) => at.finish()
    await shop.runner.resume(campaignId)
    const ended = shop.runner.ended(campaignId)
    host.finish()
    expect(await ended).toBe('done')
    expect(host.startedNames).toHaveLength(4)
    expect(host.directories.size + host.dataFiles.size).toBe(0)

    await shop.runner.dispose()
    shop.store.close()
    copyFileSync(old, shop.path)
    shop.reopen()
    shop.store.setCampaignState(campaignId, 'running')
    const done = [...host.verbs]
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(host.verbs).toEqual(done)
    renameSync(old, join(elsewhere, 'spent'))
  })

  it('is another campaign if its plan was edited', async () => {
    const campaignId = await cutOff()
    edit("UPDATE campaign SET plan = replace(plan, '/fake', '/home/me')")
    const before = [...host.verbs]
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(host.verbs).toEqual(before)
    expect(shop.runner.isFromHere(campaignId)).toBe(false)
  })
})

describe('a campaign from another machine that a person resumes', () => {
  it('continues with its own run directories and data file, and leaves what was there', async () => {
    const campaignId = await cutOff()
    forgetAll()
    await shop.runner.reconcile()
    const [theirs = ''] = host.dataFiles.keys()
    const theirRun = host.running
    host.onStart = (at, name) => {
      // The run that was left there is still running in parallel.
      const own = [...at.directories.values()].find((run) => run.name === name)
      if (theirRun && own) {
        theirRun.state = 'gone'
        at.finish()
        theirRun.state = 'running'
      }
    }
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    expect([...host.dataFiles.keys()]).toEqual([theirs])
    expect([...host.directories.values()]).toEqual([theirRun])
    expect(host.verbs).not.toContain('stop')
    expect(shop.logOf(campaignId)).toContain('was started elsewhere and continues here')
    expect(shop.runner.isFromHere(campaignId)).toBe(true)
  })

  it('is checked as at its start', async () => {
    const campaignId = await cutOff()
    forgetAll()
    await shop.runner.reconcile()
    problems = [{ id: 'no-space', severity: 'error', text: 'Full.', reason: 'Make room.', about: 'target' }]
    const before = touched()
    await expect(shop.runner.resume(campaignId)).rejects.toMatchObject({ id: 'plan-problems' })
    expect(touched()).toEqual(before)
    expect(shop.state(campaignId)).toBe('interrupted')
    expect(shop.runner.isFromHere(campaignId)).toBe(false)
  })

  it('row 18: what the file claims to have created is not removed, neither by a stop nor with the campaign', async () => {
    const campaignId = await cutOff({ target: { kind: 'file', path: '/fake/thesis' } })
    forgetAll()
    expect([...host.dataFiles.keys()]).toEqual(['/fake/thesis'])
    edit(
      "INSERT INTO created_file (host_id, path, device_number, inode, created_ms) VALUES ('local', '/fake/thesis', ?, ?, 1)",
      ...(host.dataFiles.get('/fake/thesis') ?? '').split(' ', 1).join().split(':'),
    )
    const before = touched()
    await shop.runner.stop(campaignId)
    expect(shop.state(campaignId)).toBe('stopped')
    await shop.runner.erase(campaignId)
    expect(touched()).toEqual(before)
    expect([...host.dataFiles.keys()]).toEqual(['/fake/thesis'])
    expect(shop.store.campaigns()).toEqual([])
  })
})
