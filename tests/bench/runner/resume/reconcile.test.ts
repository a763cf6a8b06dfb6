import { DatabaseSync } from '@photostructure/sqlite'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecuteOptions } from '../../../../src/bench/hosts/host'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'
import { machine } from '../../../core/plan/machine'
import { startAnyway } from '../start-anyway'

let host: FakeHost
let shop: RunnerWorkshop

beforeEach(() => {
  host = new FakeHost()
  shop = new RunnerWorkshop(host)
})
afterEach(async () => {
  await shop.close()
})

/** Starts the plan, lets the first run finish, and ends the app while the second one is running. */
async function cutOff(plan = scriptPlan()): Promise<number> {
  const campaignId = await shop.start(plan)
  await host.started(1)
  host.finish()
  await host.started(2)
  await shop.restart()
  return campaignId
}
/** A host with two drives, under /fake and under /other. */
class TwoDrives extends FakeHost {
  override execute(script: string, options: ExecuteOptions = {}) {
    const drive = options.arguments?.some((word) => word.startsWith('/other')) ? 'other' : 'fake'
    this.inventory = { ...this.inventory, df: `/dev/${drive} 1000000 1 999999 1% /${drive}` }
    return super.execute(script, options)
  }
}
/** A machine that is reached over a network. Once `others` is set, it answers only when all of them have been asked. */
class LabHost extends FakeHost {
  others: Promise<void> | undefined
  asked: () => void = () => undefined

  whenReachable(): Promise<void> {
    return Promise.resolve()
  }

  override async execute(script: string, options: ExecuteOptions = {}) {
    this.asked()
    await this.others
    return super.execute(script, options)
  }
}
const finishFromNow = () => {
  host.onStart = (at) => at.finish()
}

describe('after the end of the app', () => {
  it('a campaign that another machine held continues only if a person takes it over', async () => {
    const campaignId = await cutOff()
    const other = openReview(shop.path, { mode: 'write' })
    if (!isWriter(other)) throw new Error('The review cannot be written.')
    other.lockForRunning()
    const raw = new DatabaseSync(shop.path)
    raw.exec(`UPDATE runner_lock SET host = 'bench-9', alive_ms = 5`)
    raw.close()
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(shop.state(campaignId)).toBe('running')
    await expect(shop.runner.resume(campaignId)).rejects.toMatchObject({ id: 'locked' })
    await shop.runner.resume(campaignId, { takeOver: true })
    expect(() => other.setCampaignState(campaignId, 'paused')).toThrow(
      expect.objectContaining({ id: 'lock-lost' }),
    )
    other.close()
    const ended = shop.runner.ended(campaignId)
    finishFromNow()
    host.finish()
    expect(await ended).toBe('done')
    expect(host.startedNames).toHaveLength(3)
  })

  it('campaigns of one schedule wait together, as before, while one of their drives is in use', async () => {
    await shop.close()
    host = new TwoDrives()
    shop = new RunnerWorkshop(host)
    const alone = await shop.start(scriptPlan({ target: { kind: 'folder', path: '/other' } }))
    for (const [id, path] of [
      ['a', '/fake'],
      ['b', '/other'],
    ] as const)
      shop.store.savePlan(scriptPlan({ id, target: { kind: 'folder', path } }))
    const starts = ['a', 'b'].map((planId) => ({ planId, configuration: planId }))
    const { campaignIds } = await shop.runner.startInterleaved(starts, startAnyway)
    const waiting = () => shop.runner.queue.queued().map(({ campaignId }) => campaignId)
    expect(waiting()).toEqual(campaignIds)
    await shop.restart()
    expect(await shop.runner.reconcile()).toBe(alone)
    expect(waiting()).toEqual(campaignIds)
    const ended = campaignIds.map((id) => shop.runner.ended(id))
    finishFromNow()
    host.finish()
    expect(await Promise.all(ended)).toEqual(['done', 'done'])
  })

  it('campaigns of one schedule on other machines are resumed concurrently', async () => {
    await shop.close()
    const labs = new Map(['lab-a', 'lab-b'].map((name) => [machine(name), new LabHost(name)]))
    shop = new RunnerWorkshop(host, scriptEngine(), {
      open: (destination) => labs.get(destination) ?? host,
    })
    for (const [name] of labs) shop.store.savePlan(scriptPlan({ id: name, hosts: [name] }))
    const starts = [...labs.keys()].map((planId) => ({ planId, configuration: planId }))
    const { campaignIds } = await shop.runner.startInterleaved(starts, startAnyway)
    await shop.restart()
    const asked = [...labs.values()].map((lab) => new Promise<void>((resolve) => (lab.asked = resolve)))
    for (const lab of labs.values()) {
      lab.others = Promise.all(asked).then(() => undefined)
      lab.onStart = (at) => at.finish()
    }
    await shop.runner.reconcile()
    for (const lab of labs.values()) if (lab.running) lab.finish()
    expect(await Promise.all(campaignIds.map((id) => shop.runner.ended(id)))).toEqual(['done', 'done'])
    for (const lab of labs.values()) expect(lab.startedNames).toHaveLength(3)
  })

  it('a campaign is still running in the file, and its run still runs', async () => {
    const campaignId = await cutOff()
    expect(shop.state(campaignId)).toBe('running')
    expect(shop.states(campaignId)).toEqual(['done', 'running', 'waiting'])
    expect(host.running?.name).toMatch(/-2$/)
  })

  it('a run that still runs is watched again and not started twice', async () => {
    const campaignId = await cutOff()
    expect(await shop.runner.reconcile()).toBe(campaignId)
    const ended = shop.runner.ended(campaignId)
    finishFromNow()
    host.finish({ output: '{"iops": 222}' })
    expect(await ended).toBe('done')
    expect(host.startedNames).toHaveLength(3)
    expect([...shop.store.rows({})].map((row) => row.value)).toEqual([100, 222, 100])
  })

  it('a run that has finished since is stored exactly once', async () => {
    const campaignId = await cutOff()
    host.finish({ output: '{"iops": 333}' })
    finishFromNow()
    await shop.runner.reconcile()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(host.startedNames).toHaveLength(3)
    expect([...shop.store.rows({})].map((row) => row.value)).toEqual([100, 333, 100])
    expect(host.directories.size).toBe(0)
  })

  it('a run that has finished since took as long as its machine says, however late it is collected', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) })
    const campaignId = await cutOff()
    host.finish({ seconds: 2 })
    vi.setSystemTime(Date.now() + 3_600_000)
    await shop.runner.reconcile()
    await host.started(3)
    const run = shop.store.run(shop.runId(campaignId, 1))
    expect((run?.finishedAtMs ?? NaN) - (run?.startedAtMs ?? NaN)).toBe(2000)
    // The pause of an hour is no hint of how long the last run takes.
    expect(shop.runner.progressOf(campaignId)?.secondsLeft).toBeLessThan(10)
    const ended = shop.runner.ended(campaignId)
    host.finish()
    await ended
  })

  it.each(['gone', 'rebooted', 'missing'] as const)(
    'a run with the traces "%s" waits again and is repeated',
    async (where) => {
      const campaignId = await cutOff()
      if (where === 'missing') host.directories.clear()
      else for (const run of host.directories.values()) (run as { state: string }).state = where
      finishFromNow()
      // The file as it is if the app is killed right after any of its changes.
      const stored = new Set<string>()
      const change = shop.store.setRunState.bind(shop.store)
      vi.spyOn(shop.store, 'setRunState').mockImplementation((...given) => {
        change(...given)
        shop.states(campaignId).forEach((state) => stored.add(state))
      })
      await shop.runner.reconcile()
      await shop.runner.ended(campaignId)
      expect(stored).toContain('waiting')
      expect(stored).not.toContain('interrupted')
      expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
      expect(host.startedNames).toHaveLength(4)
      expect(shop.logOf(campaignId)).toContain('was interrupted and waits again')
    },
  )

  it('a run that was asked to end while unobserved is repeated', async () => {
    const campaignId = await cutOff()
    host.finish({ exitCode: 128 })
    finishFromNow()
    await shop.runner.reconcile()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(host.startedNames).toHaveLength(4)
  })

  it.each([
    ['of another boot is repeated', 'another-boot', 'done'],
    ['of this boot has failed', 'this-boot', 'failed'],
  ] as const)('a run with a killed engine %s', async (_, boot, state) => {
    host.inventory.boot = boot
    const campaignId = await cutOff()
    host.finish({ exitCode: 137, output: '' })
    finishFromNow()
    await shop.runner.reconcile()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', state, 'done'])
    expect(host.startedNames).toHaveLength(state === 'done' ? 4 : 3)
  })

  it('run directories whose results are stored are removed', async () => {
    const campaignId = await cutOff()
    const [path = ''] = host.directories.keys()
    host.directories.set(path.replace(/-2$/, '-1'), { name: 'left', files: new Map(), state: 'committed' })
    finishFromNow()
    await shop.runner.reconcile()
    host.finish()
    await shop.runner.ended(campaignId)
    expect(host.directories.size).toBe(0)
    expect([...shop.store.rows({})]).toHaveLength(3)
  })

  it('a folder that only the file calls a run directory is left alone', async () => {
    const campaignId = await cutOff()
    const runId = shop.runId(campaignId, 1)
    const command = { program: 'sh', args: [], files: [] }
    const precious = { name: 'precious', files: new Map([['thesis', 'text']]), state: 'gone' as const }
    host.directories.clear()
    for (const runDirectory of ['/home/me', '/fake/runs/../bw-01234567-2', '/fake/runs/bw-01234567-9']) {
      host.directories.set(runDirectory, precious)
      shop.store.setRunState(runId, 'waiting')
      shop.store.startRun(runId, { command, runDirectory, startedAtMs: 1 })
      await shop.runner.reconcile({ goOn: false })
      await shop.runner.ended(campaignId)
      expect(host.directories.get(runDirectory)).toBe(precious)
      expect([...precious.files.keys()]).toEqual(['thesis'])
      shop.store.setCampaignState(campaignId, 'running')
    }
  })

  it('if not resumed, the running run is finished and the campaign paused', async () => {
    const campaignId = await cutOff()
    await shop.runner.reconcile({ goOn: false })
    expect(shop.state(campaignId)).toBe('pausing')
    const ended = shop.runner.ended(campaignId)
    host.finish()
    expect(await ended).toBe('paused')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'waiting'])
  })

  it('a stop that was in progress is completed', async () => {
    const campaignId = await cutOff()
    shop.store.setCampaignState(campaignId, 'stopping')
    await shop.runner.reconcile()
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['done', 'stopped', 'waiting'])
    expect(host.running).toBeUndefined()
  })

  it('one that waited for its device waits for it again', async () => {
    const first = await shop.start(scriptPlan())
    const second = await shop.start(scriptPlan({ id: 'plan-2' }))
    await host.started(1)
    await shop.restart()
    expect([shop.state(first), shop.state(second)]).toEqual(['running', 'waiting'])
    await shop.runner.reconcile()
    expect([shop.state(first), shop.state(second)]).toEqual(['running', 'waiting'])
    const ended = Promise.all([first, second].map((id) => shop.runner.ended(id)))
    finishFromNow()
    host.finish()
    expect(await ended).toEqual(['done', 'done'])
    expect(host.startedNames).toHaveLength(6)
  })

  it('nothing is touched on another machine', async () => {
    const campaignId = await cutOff()
    const other = new FakeHost('other-machine')
    shop.store.close()
    shop.reopen(other)
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(shop.state(campaignId)).toBe('interrupted')
    expect(shop.logOf(campaignId)).toContain('started on fake-machine')
    expect(other.verbs).toEqual([])
    await expect(shop.runner.resume(campaignId)).rejects.toMatchObject({ id: 'other-host' })
  })

  it('a campaign that another process executes is left to it', async () => {
    const campaignId = await cutOff()
    const first = shop.runner
    await first.reconcile()
    const firstStore = shop.store
    shop.reopen()
    expect(await shop.runner.reconcile()).toBeUndefined()
    expect(shop.state(campaignId)).toBe('running')
    await expect(shop.runner.resume(campaignId)).rejects.toMatchObject({ id: 'locked' })
    await first.dispose()
    firstStore.close()
  })
})

describe('with a data file', () => {
  const filePlan = () => scriptPlan({ base: { seconds: 1, uses_file: true } })

  it('a confirmed layout is not repeated', async () => {
    const campaignId = await cutOff(filePlan())
    finishFromNow()
    await shop.runner.reconcile()
    host.finish()
    await shop.runner.ended(campaignId)
    expect(host.startedNames).toHaveLength(4)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('a file that has vanished since is written again before the next run', async () => {
    const campaignId = await cutOff(filePlan())
    host.dataFiles.clear()
    finishFromNow()
    await shop.runner.reconcile()
    host.finish()
    await shop.runner.ended(campaignId)
    expect(host.startedNames).toHaveLength(5)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('a file that was being rewritten when the app ended is known', async () => {
    const campaignId = await cutOff(filePlan())
    const [path = ''] = host.dataFiles.keys()
    const [running = ''] = [...host.directories.keys()]
    const created = new Map([['created', '9:9 0 b:1 -\n']])
    host.directories.set(running.replace(/-2$/, '-1'), { name: 'again', files: created, state: 'gone' })
    host.dataFiles.set(path, '9:9 0 b:1 -')
    finishFromNow()
    await shop.runner.reconcile()
    host.finish()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    expect(host.dataFiles.size).toBe(0)
  })

  it('the file of an interrupted layout is known and used again', async () => {
    const campaignId = await shop.start(filePlan())
    await host.started(1)
    await shop.restart()
    for (const run of host.directories.values()) run.state = 'gone'
    expect(shop.createdFiles()).toEqual([])
    host.onStart = (at) => {
      if (at.startedNames.length === 2) expect(shop.createdFiles()).toHaveLength(1)
      at.finish()
    }
    await shop.runner.reconcile()
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    expect(host.dataFiles.size).toBe(0)
  })
})

describe('a results file that fails', () => {
  it('interrupts the campaign, and the current run is stored on resume', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    const { store } = shop
    const finishRuns = store.finishRuns.bind(store)
    store.finishRuns = () => {
      throw new Error('database or disk is full')
    }
    const ended = shop.runner.ended(campaignId)
    host.finish({ output: '{"iops": 77}' })
    expect(await ended).toBe('interrupted')
    expect(shop.state(campaignId)).toBe('interrupted')
    expect(shop.logOf(campaignId)).toContain('disk is full')
    // The next run was being started in the meantime, and continues; what is not stored stays where it is.
    expect(shop.states(campaignId)).toEqual(['running', 'running', 'waiting'])
    expect(host.directories.size).toBe(2)
    store.finishRuns = finishRuns
    finishFromNow()
    host.finish()
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect([...shop.store.rows({})].map((row) => row.value)).toEqual([77, 100, 100])
    expect(host.startedNames).toHaveLength(3)
    expect(shop.store.check()).toEqual([])
  })
})

describe('an engine that is missing on resume', () => {
  /** Returns what brings it back. */
  const removeEngine = () => {
    const { inventory } = host
    const { 'engine-path': _1, 'engine-version': _2, ...rest } = inventory
    host.inventory = rest
    return () => {
      host.inventory = inventory
    }
  }

  it('pauses the campaign with that reason once the run in progress is stored, and fails no run', async () => {
    const campaignId = await cutOff()
    removeEngine()
    host.finish()
    await shop.runner.reconcile()
    expect(await shop.runner.ended(campaignId)).toBe('paused')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'waiting'])
    expect(shop.logOf(campaignId)).toMatch(/The campaign pauses here: .* was not found/)
  })

  it('refuses a resume as it refuses a start, and changes nothing', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    await shop.runner.stop(campaignId)
    const bringBack = removeEngine()
    const before = shop.states(campaignId)
    await expect(shop.runner.resume(campaignId)).rejects.toMatchObject({
      id: 'plan-problems',
      problems: [{ id: 'engine-missing' }],
    })
    expect(shop.states(campaignId)).toEqual(before)
    expect(shop.state(campaignId)).toBe('stopped')
    bringBack()
    finishFromNow()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  })
})
