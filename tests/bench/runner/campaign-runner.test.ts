import { DatabaseSync } from '@photostructure/sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RunnerError } from '../../../src/bench/runner/runner-error'
import { FakeHost } from './fake-host'
import { RunnerWorkshop, scriptPlan } from './runner-workshop'
import { scriptEngine } from './script-engine'
import { startAnyway } from './start-anyway'
import { sampleCampaign } from '../store/sample-results'

let host: FakeHost
let shop: RunnerWorkshop

beforeEach(() => {
  host = new FakeHost()
  shop = new RunnerWorkshop(host)
})
afterEach(async () => {
  await shop.close()
})

const finishAll = () => {
  host.onStart = (at) => at.finish()
}

describe('a campaign', () => {
  it('is stored with all its runs before the first one starts, and executed in order to completion', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    expect(shop.states(campaignId)).toEqual(['running', 'waiting', 'waiting'])
    expect(shop.store.campaign(campaignId)).toMatchObject({
      state: 'running',
      configuration: 'as tested',
      engineVersion: '1.2',
      host: 'fake-machine',
    })
    for (const count of [1, 2, 3]) {
      await host.started(count)
      host.finish({ output: `{"iops": ${String(count * 10)}}` })
    }
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.state(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect([...shop.store.rows({})].map((row) => [row.levels.queue_depth, row.value])).toEqual([
      [1, 10],
      [2, 20],
      [4, 30],
    ])
    expect(host.startedNames.map((name) => name.replace(/^bw-[0-9a-f]{8}-/, ''))).toEqual(['1', '2', '3'])
    expect(shop.logOf(campaignId)).toContain('The campaign is finished: 3 done.')
    expect(shop.runner.activeCampaignId).toBeUndefined()
  })

  it('logs what of its machine is another at its end than at its start, and nothing else', async () => {
    const state = (governor: string) =>
      `/sys/devices/system/cpu/cpufreq/policy0/scaling_governor:${governor}\n/proc/sys/vm/swappiness:60`
    host.inventory['bench-state'] = state('performance')
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    host.inventory['bench-state'] = state('powersave')
    finishAll()
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const changes = shop.store.log(campaignId).filter(({ text }) => text.includes('than at the start'))
    expect(changes.map(({ level, text }) => [level, text])).toEqual([
      [
        'warning',
        'The state of the machine is another than at the start of the campaign. Governor of the processors: performance at the start, powersave at the end.',
      ],
    ])
  })

  it('keeps the engine output, the log and the job file, and removes the run directory only afterwards', async () => {
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await host.started(1)
    const [directory = ''] = host.directories.keys()
    host.finish({ log: 'hello\n' })
    await shop.runner.ended(campaignId)
    const run = shop.store.run(shop.runId(campaignId, 0))
    expect(run?.rawOutputs.map((output) => output.name).sort()).toEqual([
      `${directory.replace(/^.*\//, '')}.job`,
      'log',
      'output.json',
    ])
    expect(Buffer.from(shop.store.rawOutput(run?.id ?? 0, 'log') ?? []).toString()).toBe('hello\n')
    expect(host.directories.size).toBe(0)
  })

  it('notifies its listeners of each step', async () => {
    finishAll()
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    const runStates = shop.events.flatMap((event) => (event.type === 'run-changed' ? [event.run.state] : []))
    expect(runStates).toEqual(['running', 'done'])
    const campaignStates = shop.events.flatMap((event) =>
      event.type === 'campaign-changed' ? [event.campaign.state] : [],
    )
    expect(campaignStates[0]).toBe('running')
    expect(campaignStates.at(-1)).toBe('done')
    const last = shop.events.flatMap((event) => (event.type === 'progress' ? [event.progress] : [])).at(-1)
    expect(last).toMatchObject({ finishedRuns: 1, totalRuns: 1, secondsLeft: 0, runId: undefined })
    expect(shop.events.some((event) => event.type === 'terminal' && event.text.includes('$ sh'))).toBe(true)
    expect(shop.events.some((event) => event.type === 'plan-check' && event.checked === 1)).toBe(true)
  })

  it('shows what a short run printed, at its end and without opening a view', async () => {
    const opened = vi.spyOn(host, 'openTerminal')
    host.onStart = (at) => at.finish({ log: 'hello\nworld\n' })
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    const texts = shop.events.flatMap((event) => (event.type === 'terminal' ? [event.text] : []))
    expect(texts.join('')).toMatch(/\$ sh .*\r\nhello\r\nworld\r\n$/s)
    expect(opened).not.toHaveBeenCalled()
  })

  it('is not disturbed by a failing listener, and reports it', async () => {
    finishAll()
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    shop.runner.events.on(() => {
      throw new Error('The window is gone.')
    })
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(warned).toHaveBeenCalledWith('A listener to campaign-changed failed: The window is gone.')
    warned.mockRestore()
  })
})

describe('a results file that is rolled back under a campaign', () => {
  it('stops it with the reason, and a resume measures what is missing again', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    const older = readFileSync(shop.path)
    host.finish()
    await host.started(2)
    writeFileSync(shop.path, older)
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('interrupted')
    expect(host.startedNames).toHaveLength(2)
    expect(shop.state(campaignId)).toBe('interrupted')
    expect(shop.states(campaignId)).toEqual(['running', 'waiting', 'waiting'])
    expect(shop.logOf(campaignId)).toMatch(
      /cannot continue: .* is an older copy of itself.* then resume the campaign/,
    )
    expect(shop.events).toContainEqual(
      expect.objectContaining({ type: 'log', entry: expect.objectContaining({ level: 'error' }) as unknown }),
    )
    finishAll()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(shop.store.check()).toEqual([])
  })
})

describe('a failed run', () => {
  const failFirst = () => {
    host.onStart = (at) => at.finish({ exitCode: at.startedNames.length === 1 ? 1 : 0 })
  }

  it('has its reason in the run and in the log, and the campaign continues', async () => {
    failFirst()
    const campaignId = await shop.start(scriptPlan({ onFailure: 'continue' }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'done', 'done'])
    expect(shop.store.runs(campaignId)[0]?.failure).toMatchObject({ id: 'script-failed' })
    expect(shop.logOf(campaignId)).toContain('Run 1 of “QD 1” failed. It ended with status 1.')
  })

  it('stops the campaign if the plan says so, and can be retried', async () => {
    failFirst()
    const campaignId = await shop.start(scriptPlan({ onFailure: 'stop' }))
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['failed', 'waiting', 'waiting'])
    await shop.runner.retry(shop.runId(campaignId, 0))
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  })

  it.each([
    ['a refusal of the guard', { refused: 'target-folder-missing' }, 'target-folder-missing'],
    ['an output that was changed on its way', { sum: '0000  -\n' }, 'damaged-output'],
  ])('names %s', async (_what, end, id) => {
    host.onStart = (at) => at.finish(end)
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    const failure = shop.store.runs(campaignId)[0]?.failure
    expect(failure?.id).toBe(id)
    expect(failure?.remedy).toBeTruthy()
  })

  it('keeps its output if the parser throws', async () => {
    await shop.close()
    const engine = scriptEngine({
      parse: () => {
        throw new Error('Unexpected token')
      },
    })
    shop = new RunnerWorkshop(host, engine)
    finishAll()
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    expect(shop.store.runs(campaignId)[0]?.failure?.id).toBe('parser-error')
    expect(shop.store.run(shop.runId(campaignId, 0))?.rawOutputs).toHaveLength(3)
  })

  it('is one with a result that cannot be stored: its output is kept, and the campaign continues', async () => {
    await shop.close()
    const engine = scriptEngine()
    shop = new RunnerWorkshop(
      host,
      scriptEngine({ parse: (output) => ({ ...engine.parse(output), engineVersion: '1.2\0' }) }),
    )
    finishAll()
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'failed', 'failed'])
    const run = shop.store.run(shop.runId(campaignId, 0))
    expect(run?.failure?.id).toBe('unsound-result')
    expect(run?.failure?.text).toContain('The engine version holds a NUL character.')
    expect(run?.rawOutputs).toHaveLength(3)
    expect(shop.store.check()).toEqual([])
  })

  it('pauses the campaign when retried after the end, so that it can be resumed', async () => {
    failFirst()
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    await shop.runner.retry(shop.runId(campaignId, 0))
    expect(shop.state(campaignId)).toBe('paused')
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(host.startedNames).toHaveLength(4)
  })
})

describe('a run that is measured again', () => {
  const failTwo = () => {
    host.onStart = (at) => at.finish({ exitCode: at.startedNames.length <= 2 ? 1 : 0 })
  }

  it('continues a campaign that has ended, with this run alone', async () => {
    failTwo()
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    await shop.runner.retry(shop.runId(campaignId, 1), { goesOn: true })
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'done', 'done'])
    expect(host.startedNames).toHaveLength(4)
  })

  it('joins another one that has continued the campaign in the meantime', async () => {
    failTwo()
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const again = [0, 1].map((place) => shop.runner.retry(shop.runId(campaignId, place), { goesOn: true }))
    await Promise.all(again)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(host.startedNames).toHaveLength(5)
    expect(shop.logOf(campaignId).match(/The campaign continues/g)).toHaveLength(1)
  })

  it('waits for its device with its campaign', async () => {
    failTwo()
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    host.onStart = () => undefined
    await shop.start(scriptPlan({ id: 'second', name: 'second' }))
    await shop.runner.retry(shop.runId(campaignId, 0), { goesOn: true })
    expect(shop.runner.queue.queued()).toMatchObject([{ campaignId, place: 1, of: 1 }])
    expect(shop.states(campaignId)).toEqual(['waiting', 'failed', 'done'])
    finishAll()
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'failed', 'done'])
  })

  it('waits in a campaign that was stopped, which the person resumes', async () => {
    host.onStart = (at) => at.finish({ exitCode: 1 })
    const campaignId = await shop.start(scriptPlan({ onFailure: 'stop' }))
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    await shop.runner.retry(shop.runId(campaignId, 0), { goesOn: true })
    expect(shop.state(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('stays failed if the campaign cannot be continued here', async () => {
    failTwo()
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    shop.store.close()
    shop.reopen(new FakeHost('other-machine'))
    await expect(shop.runner.retry(shop.runId(campaignId, 0), { goesOn: true })).rejects.toMatchObject({
      id: 'other-host',
    })
    expect(shop.state(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'failed', 'done'])
  })

  it('is none that is done, and its campaign stays as it is', async () => {
    finishAll()
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    for (const goesOn of [true, false])
      await expect(shop.runner.retry(shop.runId(campaignId, 0), { goesOn })).rejects.toMatchObject({
        id: 'is-done',
      })
    expect(shop.state(campaignId)).toBe('done')
  })

  it('is not forgotten if it is asked for while the campaign ends', async () => {
    await shop.close()
    let retrying: Promise<void> | undefined
    class EndingHost extends FakeHost {
      override execute(...given: Parameters<FakeHost['execute']>) {
        if (given[0].startsWith('# benchwright remove'))
          retrying ??= shop.runner.retry(shop.runId(1, 0), { goesOn: true })
        return super.execute(...given)
      }
    }
    host = new EndingHost()
    shop = new RunnerWorkshop(host)
    failTwo()
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('paused')
    await retrying
    expect(shop.states(campaignId)).toEqual(['waiting', 'failed', 'done'])
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
  })
})

describe('retrying all failed runs', () => {
  it('measures them again, also after the end, and leaves the finished ones', async () => {
    host.onStart = (at) => at.finish({ exitCode: at.startedNames.length <= 2 ? 1 : 0 })
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'failed', 'done'])
    await shop.runner.retryFailed(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(host.startedNames).toHaveLength(5)
    await expect(shop.runner.retryFailed(campaignId)).rejects.toMatchObject({ id: 'nothing-to-resume' })
  })

  it('changes nothing if it is refused', async () => {
    host.onStart = (at) => at.finish({ exitCode: 1 })
    const campaignId = await shop.start(scriptPlan())
    await shop.runner.ended(campaignId)
    shop.store.close()
    shop.reopen(new FakeHost('other-machine'))
    await expect(shop.runner.retryFailed(campaignId)).rejects.toMatchObject({ id: 'other-host' })
    expect(shop.state(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'failed', 'failed'])
  })

  it('is refused for a campaign that waits for its device', async () => {
    const first = await shop.start(scriptPlan())
    await host.started(1)
    const second = await shop.start(scriptPlan({ id: 'second', name: 'second' }))
    await expect(shop.runner.retryFailed(second)).rejects.toMatchObject({ id: 'is-running' })
    finishAll()
    host.finish()
    await Promise.all([first, second].map((id) => shop.runner.ended(id)))
  })
})

describe('a campaign whose runs all fail', () => {
  const failing = (exitCodes: readonly number[]) => {
    host.onStart = (at) => at.finish({ exitCode: exitCodes[at.startedNames.length - 1] ?? 0 })
  }
  const plan = scriptPlan({ repetitions: 4 })
  const failures = (count: number) => Array<number>(count).fill(1)

  it('pauses when a second case fails for the same reason, says so, and goes on when a person resumes it', async () => {
    failing(failures(12))
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('paused')
    const states = shop.states(campaignId)
    // Four runs of the first case, and one of the next.
    expect(states.filter((state) => state === 'failed')).toHaveLength(5)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(7)
    expect(shop.logOf(campaignId)).toContain(
      'The campaign pauses here: its first 5 runs failed for one reason. It ended with status 1.',
    )
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(Array(12).fill('failed'))
  })

  it('pauses after three if it has one case', async () => {
    failing(failures(12))
    const campaignId = await shop.start(scriptPlan({ repetitions: 4, axes: [] }))
    expect(await shop.runner.ended(campaignId)).toBe('paused')
    expect(shop.states(campaignId)).toEqual(['failed', 'failed', 'failed', 'waiting'])
  })

  it.each([
    ['after one that succeeded', [0, ...failures(11)]],
    ['for different reasons', [1, 2, ...failures(10)]],
  ])('goes on %s', async (_, exitCodes) => {
    failing(exitCodes)
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
  })
})

describe('adding runs', () => {
  it('measures every case of a campaign that is done more often, with its file laid out again', async () => {
    finishAll()
    const base = { ...scriptPlan().base, uses_file: true, file_bytes: 4096 }
    const campaignId = await shop.start(scriptPlan({ base, repetitions: 2 }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const before = shop.store.runs(campaignId)
    await shop.runner.addRuns(campaignId, 3)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const runs = shop.store.runs(campaignId)
    expect(runs.slice(0, before.length)).toEqual(before)
    const added = runs.slice(before.length)
    expect(added.map(({ phase }) => phase)).toEqual(['layout', ...Array<string>(9).fill('measure')])
    expect(added.every(({ state }) => state === 'done')).toBe(true)
    for (const depth of [1, 2, 4]) {
      const own = runs.filter(({ phase, levels }) => phase === 'measure' && levels.queue_depth === depth)
      expect(own.map(({ repetition }) => repetition).sort()).toEqual([1, 2, 3, 4, 5])
    }
    expect(shop.store.campaign(campaignId)?.plan.repetitions).toBe(5)
    expect(shop.logOf(campaignId)).toContain('Each case is measured 3 more times, 5 times in all.')
    expect(shop.store.check()).toEqual([])
  })

  it('has the seeds that the plan would have given them', async () => {
    finishAll()
    const few = await shop.start(scriptPlan({ repetitions: 1 }))
    await shop.runner.ended(few)
    await shop.runner.addRuns(few, 2)
    await shop.runner.ended(few)
    const many = await shop.start(scriptPlan({ id: 'many', name: 'Many', repetitions: 3 }))
    await shop.runner.ended(many)
    const raw = new DatabaseSync(shop.path, { readOnly: true })
    const seeds = (id: number): readonly unknown[] =>
      raw.prepare('SELECT case_index, repetition, seed FROM run WHERE campaign_id = ? ORDER BY 1, 2').all(id)
    expect(seeds(few)).toEqual(seeds(many))
    raw.close()
  })

  it('gives as many to the campaigns that it was measured in turn with', async () => {
    finishAll()
    const plans = ['one', 'two'].map((id) => scriptPlan({ id, name: id, repetitions: 2 }))
    for (const plan of plans) shop.store.savePlan(plan)
    const started = plans.map(({ id }) => ({ planId: id, configuration: id }))
    const { campaignIds } = await shop.runner.startInterleaved(started, startAnyway)
    const allEnded = () => Promise.all(campaignIds.map((id) => shop.runner.ended(id)))
    expect(await allEnded()).toEqual(['done', 'done'])
    await shop.runner.addRuns(campaignIds[0] ?? 0, 2)
    expect(await allEnded()).toEqual(['done', 'done'])
    for (const id of campaignIds) {
      expect(shop.store.runs(id).filter(({ state }) => state === 'done')).toHaveLength(12)
    }
    expect(shop.store.check()).toEqual([])
  })

  it('is refused where the runs would not belong, and then changes nothing', async () => {
    const first = await shop.start(scriptPlan())
    await host.started(1)
    await expect(shop.runner.addRuns(first, 1)).rejects.toMatchObject({ id: 'not-done' })
    finishAll()
    host.finish()
    await shop.runner.ended(first)
    shop.store.close()
    shop.reopen(new FakeHost('other-machine'))
    await expect(shop.runner.addRuns(first, 1)).rejects.toMatchObject({ id: 'other-host' })
    expect(shop.state(first)).toBe('done')
    expect(shop.store.runs(first)).toHaveLength(3)
    const untilSteady = { metric: 'iops' } as const
    const steady = shop.store.createCampaign(sampleCampaign(scriptPlan({ id: 'steady', untilSteady })))
    for (const { id } of shop.store.runs(steady)) shop.store.setRunState(id, 'skipped')
    shop.store.setCampaignState(steady, 'done')
    await expect(shop.runner.addRuns(steady, 1)).rejects.toMatchObject({ id: 'no-more-runs' })
  })
})

describe('pause, skip and stop', () => {
  it('pauses after the current run and continues where it left off', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    shop.runner.pause(campaignId)
    expect(shop.state(campaignId)).toBe('pausing')
    const ended = shop.runner.ended(campaignId)
    host.finish()
    expect(await ended).toBe('paused')
    expect(shop.states(campaignId)).toEqual(['done', 'waiting', 'waiting'])
    finishAll()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
  })

  it('withdraws a pause that has not begun', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    shop.runner.pause(campaignId)
    await shop.runner.resume(campaignId)
    expect(shop.state(campaignId)).toBe('running')
    finishAll()
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('done')
  })

  it('skips waiting runs and the running one', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    await shop.runner.skip(shop.runId(campaignId, 1))
    await shop.runner.skip(shop.runId(campaignId, 0))
    await host.started(2)
    expect(shop.states(campaignId)).toEqual(['skipped', 'skipped', 'running'])
    await expect(shop.runner.skip(shop.runId(campaignId, 0))).rejects.toThrow('skipped')
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.logOf(campaignId)).toContain('was skipped. Ended processes 41, 42; none is left.')
  })

  it('stops now, keeps what the engine wrote, and repeats the stopped run on resume', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    await shop.runner.stop(campaignId)
    expect(shop.state(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['stopped', 'waiting', 'waiting'])
    expect(shop.store.run(shop.runId(campaignId, 0))?.rawOutputs.length).toBeGreaterThan(0)
    expect(shop.logOf(campaignId)).toContain('was stopped. Ended processes 41, 42; none is left.')
    expect(host.directories.size).toBe(0)
    finishAll()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  })

  it('keeps the result of a run that finished just as it was stopped', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    const stopping = shop.runner.stop(campaignId)
    host.finish()
    await stopping
    expect(shop.states(campaignId)).toEqual(['done', 'waiting', 'waiting'])
  })

  it.each(['pause', 'stop'] as const)('does not wait for the idle time between runs on %s', async (wish) => {
    const campaignId = await shop.start(scriptPlan({ pauseSeconds: 3600 }))
    const ended = shop.runner.ended(campaignId)
    await host.started(1)
    host.finish()
    while (shop.states(campaignId)[0] !== 'done') await new Promise((resolve) => setImmediate(resolve))
    if (wish === 'stop') await shop.runner.stop(campaignId)
    else shop.runner.pause(campaignId)
    expect(await ended).toBe(wish === 'stop' ? 'stopped' : 'paused')
    expect(host.startedNames).toHaveLength(1)
  })

  it('stops a paused campaign without starting anything', async () => {
    const campaignId = await shop.start(scriptPlan())
    await host.started(1)
    shop.runner.pause(campaignId)
    host.finish()
    await shop.runner.ended(campaignId)
    await shop.runner.stop(campaignId)
    expect(shop.state(campaignId)).toBe('stopped')
    expect(host.startedNames).toHaveLength(1)
  })
})

describe('refused:', () => {
  it('a plan with errors, with nothing stored', async () => {
    const base = { forbidden: true }
    const refusal = await shop.start(scriptPlan({ base })).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RunnerError)
    expect(refusal).toMatchObject({ id: 'plan-problems' })
    expect((refusal as RunnerError).problems[0]).toMatchObject({ about: 'forbidden', severity: 'error' })
    expect((refusal as RunnerError).problems[0]?.text).toContain('queue_depth=1')
    expect(shop.store.campaigns()).toEqual([])
    finishAll()
    await shop.start(scriptPlan())
  })

  it('an unknown plan, campaign, run or engine', async () => {
    await expect(shop.runner.start('nothing', '', startAnyway)).rejects.toMatchObject({ id: 'no-plan' })
    await expect(shop.runner.resume(99)).rejects.toMatchObject({ id: 'no-campaign' })
    await expect(shop.runner.skip(99)).rejects.toMatchObject({ id: 'no-run' })
    expect(() => shop.runner.pause(99)).toThrow('not running')
    await expect(shop.start(scriptPlan({ engine: 'other' }))).rejects.toMatchObject({ id: 'unknown-engine' })
  })

  it('the deletion of a running campaign', async () => {
    const campaignId = await shop.start(scriptPlan())
    expect(() => shop.runner.delete(campaignId)).toThrow(expect.objectContaining({ id: 'is-running' }))
    await shop.runner.stop(campaignId)
    shop.runner.delete(campaignId)
    expect(shop.store.campaigns()).toEqual([])
  })
})

describe('two campaigns on different devices of one machine', () => {
  const onSecondDrive = () => {
    host.inventory = { ...host.inventory, df: '/dev/other 1000000 1 999999 1% /fake' }
  }

  const inUse = async () => (await shop.runner.prepareStart(['plan-1'])).questions.inUse

  it('run one after the other', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    onSecondDrive()
    const { campaignId: second } = await shop.runner.start('plan-1', 'second', startAnyway)
    expect([shop.state(first), shop.state(second)]).toEqual(['running', 'waiting'])
    expect(shop.logOf(second)).toContain('” measures on the same machine')
    expect(shop.runner.queue.queued()).toMatchObject([{ behindId: first, shares: 'machine' }])
    expect(await inUse()).toEqual([first, second].map((campaignId) => ({ campaignId, host: host.name })))
    const secondEnd = shop.runner.ended(second)
    finishAll()
    host.finish()
    expect(await secondEnd).toBe('done')
    expect(await inUse()).toEqual([])
  })

  it('run at the same time if a person wants that, and one after the other on one device even then', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    const { campaignId: alike } = await shop.runner.start('plan-1', 'alike', { ...startAnyway, beside: true })
    onSecondDrive()
    const { campaignId: other } = await shop.runner.start('plan-1', 'other', { ...startAnyway, beside: true })
    expect([first, alike, other].map((id) => shop.state(id))).toEqual(['running', 'waiting', 'running'])
  })
})

describe('a campaign on a machine that another program measures', () => {
  const other = ['use measures 17.5 beef0001', 'user anna', 'name Nova, Mix sweep']
  const use = { user: 'anna', name: 'Nova, Mix sweep', state: 'measures' }

  it('asks, waits for its end and then goes on by itself', async () => {
    host.otherUses = other
    shop.store.savePlan(scriptPlan({ axes: [] }))
    expect((await shop.runner.prepareStart(['plan-1'])).questions.inUse).toEqual([
      { host: host.name, other: use },
    ])
    const { beside: _, ...unanswered } = startAnyway
    await expect(shop.runner.start('plan-1', 'mine', unanswered)).rejects.toMatchObject({ id: 'in-use' })
    const { campaignId } = await shop.runner.start('plan-1', 'mine', startAnyway)
    await vi.waitFor(() => expect(shop.state(campaignId)).toBe('waiting'))
    expect(shop.logOf(campaignId)).toContain(
      'The campaign waits: “Nova, Mix sweep” of anna measures on the same machine.',
    )
    expect(host.startedNames).toEqual([])
    host.otherUses = []
    finishAll()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const [run] = shop.store.runs(campaignId)
    expect(shop.store.run(run?.id ?? 0)?.warnings).toEqual([])
  })

  it('is paused, and stopped, while it waits', async () => {
    host.otherUses = other
    for (const end of ['pause', 'stop'] as const) {
      const campaignId = await shop.start(scriptPlan({ axes: [], id: end }))
      await vi.waitFor(() => expect(shop.state(campaignId)).toBe('waiting'))
      await shop.runner[end](campaignId)
      await shop.runner.ended(campaignId)
      expect(shop.state(campaignId)).toBe(end === 'pause' ? 'paused' : 'stopped')
    }
    expect(host.startedNames).toEqual([])
  })

  it('measures at the same time if a person wants that, and its runs say so', async () => {
    host.otherUses = other
    shop.store.savePlan(scriptPlan({ axes: [] }))
    const { campaignId } = await shop.runner.start('plan-1', 'mine', { ...startAnyway, beside: true })
    await host.started(1)
    host.finish()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const [run] = shop.store.runs(campaignId)
    expect(shop.store.run(run?.id ?? 0)?.warnings).toMatchObject([{ id: 'beside-another-campaign' }])
    expect(shop.logOf(campaignId)).toContain('“Nova, Mix sweep” of anna is measured on the same machine')
  })
})

describe('two campaigns on one device', () => {
  it('run one after the other', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    const { campaignId: second } = await shop.runner.start('plan-1', 'second', startAnyway)
    expect([shop.state(first), shop.state(second)]).toEqual(['running', 'waiting'])
    expect(shop.logOf(second)).toContain('” measures the same device')
    const secondEnd = shop.runner.ended(second)
    finishAll()
    host.finish()
    expect(await shop.runner.ended(first)).toBe('done')
    expect(await secondEnd).toBe('done')
    expect(host.startedNames).toHaveLength(2)
  })

  it('of one schedule are moved together', async () => {
    await shop.start(scriptPlan({ axes: [] }))
    for (const id of ['a', 'b']) shop.store.savePlan(scriptPlan({ axes: [], id }))
    const { campaignIds } = await shop.runner.startInterleaved(
      ['a', 'b'].map((planId) => ({ planId, configuration: planId })),
      startAnyway,
    )
    const [a = 0, b = 0] = campaignIds
    const alone = await shop.start(scriptPlan({ axes: [], id: 'alone' }))
    const order = () => shop.runner.queue.queued().map(({ campaignId }) => campaignId)
    expect(order()).toEqual([a, b, alone])
    shop.runner.queue.moveQueued(a, 'down')
    expect(order()).toEqual([alone, a, b])
    shop.runner.queue.moveQueued(b, 'up')
    expect(order()).toEqual([a, b, alone])
    shop.runner.queue.moveQueued(alone, 'up')
    expect(order()).toEqual([alone, a, b])
    shop.runner.queue.moveQueued(b, 'down')
    expect(order()).toEqual([alone, a, b])
  })

  it('report the position of each and what it waits for, and can start earlier or later', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    const ids: number[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await shop.runner.start('plan-1', name, startAnyway)).campaignId)
    const [a = 0, b = 0, c = 0] = ids
    const order = () => shop.runner.queue.queued().map(({ campaignId }) => campaignId)
    expect(shop.runner.queue.queued()).toEqual(
      ids.map((campaignId, at) => ({ campaignId, place: at + 1, of: 3, behindId: first, shares: 'device' })),
    )
    shop.runner.queue.moveQueued(c, 'up')
    shop.runner.queue.moveQueued(a, 'down')
    expect(order()).toEqual([c, a, b])
    shop.runner.queue.moveQueued(c, 'up')
    shop.runner.queue.moveQueued(b, 'down')
    expect(order()).toEqual([c, a, b])
    expect(() => shop.runner.queue.moveQueued(first, 'up')).toThrow('does not wait')
    await shop.runner.stop(a)
    await shop.runner.stop(b)
    expect(order()).toEqual([c])
    const ended = shop.runner.ended(c)
    finishAll()
    host.finish()
    expect(await ended).toBe('done')
    expect(shop.runner.queue.queued()).toEqual([])
  })

  it('measure a run of the waiting one that was skipped and retried before its turn', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    const { campaignId: retried } = await shop.runner.start('plan-1', 'retried', startAnyway)
    const { campaignId: skipped } = await shop.runner.start('plan-1', 'skipped', startAnyway)
    for (const id of [retried, skipped]) await shop.runner.skip(shop.runId(id, 0))
    await shop.runner.retry(shop.runId(retried, 0))
    const ends = [retried, skipped].map((id) => shop.runner.ended(id))
    finishAll()
    host.finish()
    await shop.runner.ended(first)
    await Promise.all(ends)
    expect([retried, skipped].map((id) => shop.states(id))).toEqual([['done'], ['skipped']])
  })

  it('allow the waiting one to be paused, stopped or deleted without a run', async () => {
    const first = await shop.start(scriptPlan({ axes: [] }))
    const others: number[] = []
    for (const name of ['a', 'b', 'c'])
      others.push((await shop.runner.start('plan-1', name, startAnyway)).campaignId)
    const [paused = 0, stopped = 0, deleted = 0] = others
    shop.runner.pause(paused)
    shop.runner.delete(deleted)
    await shop.runner.stop(stopped)
    finishAll()
    host.finish()
    await shop.runner.ended(first)
    expect([shop.state(paused), shop.state(stopped), shop.state(deleted)]).toEqual([
      'paused',
      'stopped',
      undefined,
    ])
    expect(host.startedNames).toHaveLength(1)
    await shop.runner.resume(paused)
    expect(await shop.runner.ended(paused)).toBe('done')
  })
})

describe('a lost supervisor', () => {
  it('is tried once more, then the run fails', async () => {
    host.onStart = (at) => at.lose()
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(host.startedNames).toHaveLength(2)
    expect(shop.store.runs(campaignId)[0]).toMatchObject({
      state: 'failed',
      failure: { id: 'supervisor-lost' },
    })
  })

  it('has no effect if the second try ends well', async () => {
    host.onStart = (at) => (at.startedNames.length === 1 ? at.lose() : at.finish())
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done'])
    expect(shop.logOf(campaignId)).toContain('waits again')
  })
})

describe('the data file', () => {
  const filePlan = (parts = {}) => scriptPlan({ base: { seconds: 1, uses_file: true }, ...parts })
  const dataFile = () => [...host.dataFiles.keys()][0] ?? ''

  it('is laid out once, used by all runs and removed at the end', async () => {
    const campaignId = await shop.start(filePlan())
    await host.started(1)
    expect(dataFile()).toMatch(/^\/fake\/benchwright-[0-9a-f]{8}\.data$/)
    finishAll()
    host.finish()
    await shop.runner.ended(campaignId)
    expect(shop.store.runs(campaignId).map((run) => run.phase)).toEqual([
      'layout',
      'measure',
      'measure',
      'measure',
    ])
    expect(host.startedNames).toHaveLength(4)
    expect(host.dataFiles.size).toBe(0)
    expect(shop.createdFiles()).toEqual([])
    expect([...shop.store.rows({})]).toHaveLength(3)
    expect(shop.logOf(campaignId)).toContain('The campaign is finished: 3 done.')
  })

  it('is laid out again for content that differs', async () => {
    finishAll()
    const axes = [{ key: 'content', levels: ['a', 'b'] }]
    const campaignId = await shop.start(filePlan({ axes }))
    await shop.runner.ended(campaignId)
    expect(shop.store.runs(campaignId).map((run) => run.phase)).toEqual([
      'layout',
      'measure',
      'layout',
      'measure',
    ])
    expect(host.startedNames).toHaveLength(4)
  })

  it('is written again if it is gone after a stop', async () => {
    const campaignId = await shop.start(filePlan())
    await host.started(1)
    host.finish()
    await host.started(2)
    await shop.runner.stop(campaignId)
    expect(host.dataFiles.size).toBe(0)
    finishAll()
    await shop.runner.resume(campaignId)
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    // Layout and first run, then layout again and three runs.
    expect(host.startedNames).toHaveLength(6)
    expect(shop.logOf(campaignId)).toContain('written again')
  })

  it('stops the campaign with the reason if it cannot be written, and a resume tries again', async () => {
    host.onStart = (at) => at.finish({ refused: 'no-space' })
    const campaignId = await shop.start(filePlan())
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['failed', 'waiting', 'waiting', 'waiting'])
    expect(shop.store.runs(campaignId)[0]?.failure?.text).toContain('not enough space')
    expect(shop.state(campaignId)).toBe('stopped')
    finishAll()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('stops the campaign at once if it cannot be written again, and no run fails for it', async () => {
    const campaignId = await shop.start(filePlan())
    await host.started(1)
    host.finish()
    await host.started(2)
    await shop.runner.stop(campaignId)
    host.onStart = (at) => at.finish({ refused: 'no-space' })
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['done', 'waiting', 'waiting', 'waiting'])
    expect(host.startedNames).toHaveLength(3)
    expect(shop.logOf(campaignId)).toMatch(/could not be written: .*not enough space/)
    finishAll()
    await shop.runner.resume(campaignId)
    expect(await shop.runner.ended(campaignId)).toBe('done')
  })

  it('is left alone if another file replaced it', async () => {
    const campaignId = await shop.start(filePlan())
    await host.started(1)
    host.onStart = (at, name) => {
      if (name.endsWith('-4')) at.dataFiles.set(dataFile(), '1:999')
      at.finish()
    }
    host.finish()
    await shop.runner.ended(campaignId)
    expect(host.dataFiles.size).toBe(1)
    expect(shop.logOf(campaignId)).toContain('left alone')
  })
})

describe('row 38: suspended machines', () => {
  it('leave a warning with the run', async () => {
    host.onStart = (at) => at.finish({ seconds: 500 })
    const campaignId = await shop.start(scriptPlan({ axes: [] }))
    await shop.runner.ended(campaignId)
    expect(shop.store.runs(campaignId)[0]?.warnings.map((warning) => warning.id)).toEqual(['long-wall-time'])
  })
})
