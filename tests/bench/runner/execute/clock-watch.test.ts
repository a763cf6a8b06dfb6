import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endOfRunMs } from '../../../../src/bench/runner/execute/collect-run'
import type { Engine } from '../../../../src/core/engines/engine'
import { withClockStep } from '../../../../src/bench/runner/execute/clock-watch'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'
import { sampleResult } from '../../store/sample-results'

const hourMs = 3_600_000

let host: FakeHost
let shop: RunnerWorkshop
beforeEach(() => {
  host = new FakeHost()
})
afterEach(() => {
  vi.restoreAllMocks()
  return shop.close()
})

/** Three runs; at the start of the second, the clock of this machine is set by `stepMs`. */
async function measure(stepMs: number, engine: Engine = scriptEngine()) {
  shop = new RunnerWorkshop(host, engine)
  const now = Date.now.bind(Date)
  host.onStart = (at) => {
    if (host.startedNames.length === 2) vi.spyOn(Date, 'now').mockImplementation(() => now() + stepMs)
    at.finish()
  }
  const campaignId = await shop.start(scriptPlan())
  expect(await shop.runner.ended(campaignId)).toBe('done')
  const runs = shop.store.runs(campaignId)
  return {
    runs,
    known: runs.map(({ warnings }) => warnings.map((one) => `${one.class} ${one.id}`)),
    log: shop.logOf(campaignId),
  }
}

describe('a clock that is set during a campaign', () => {
  it.each([
    [-hourMs, 'back'],
    [hourMs, 'forward'],
  ])(
    'by %i ms is logged and noted with the run of that time, which ends after it began',
    async (step, how) => {
      const { runs, known, log } = await measure(step)
      expect(known).toEqual([[], ['note clock-set'], []])
      expect(runs[1]?.warnings[0]?.text.replaceAll('\u202f', ' ')).toMatch(
        new RegExp(`^This machine's clock was set ${how} by 1 h`),
      )
      expect(log.match(/clock was set/g)).toHaveLength(1)
      for (const { startedAtMs = 0, finishedAtMs = 0 } of runs) {
        expect(finishedAtMs).toBeGreaterThanOrEqual(startedAtMs)
        expect(finishedAtMs - startedAtMs).toBeLessThan(hourMs / 2)
      }
    },
  )

  it('ends with its start where the step is known less exactly than the run is long', () => {
    const result = { ...sampleResult(1000), rawOutputs: [], finishedAtMs: 5000 + hourMs }
    const context = { engine: scriptEngine(), host }
    const options = { context, startedAtMs: 5000, wasWatched: true }
    expect(withClockStep(result, hourMs + 1, options).finishedAtMs).toBe(5000)
    expect(withClockStep(result, hourMs - 1, options).finishedAtMs).toBe(5001)
  })

  it('invalidates what an engine measured by it', async () => {
    const engine = scriptEngine()
    const timed = { ...engine, description: { ...engine.description, usesSettableClock: true as const } }
    expect((await measure(hourMs, timed)).known).toEqual([[], ['invalidates clock-set'], []])
  })

  it('is noted once where the supervisor noticed it as well', async () => {
    shop = new RunnerWorkshop(host)
    const now = Date.now.bind(Date)
    const written = (time: string) => `written 1:2 8 60 2026-11-28 ${time} +0000 -`
    const counters = [
      'benchwright-counters 1',
      'claimed 1',
      'ended 3',
      written('10:00:00'),
      written('11:00:02'),
    ]
    host.onStart = (at) => {
      // The first run lays out the file.
      const isMeasured = host.startedNames.length === 2
      if (isMeasured) vi.spyOn(Date, 'now').mockImplementation(() => now() + hourMs)
      at.finish(isMeasured ? { counters: counters.join('\n') } : {})
    }
    const base = { uses_file: true, file_bytes: 4096, seconds: 1 }
    const campaignId = await shop.start(scriptPlan({ base, axes: [] }))
    await shop.runner.ended(campaignId)
    const found = shop.store
      .runs(campaignId)
      .at(-1)
      ?.warnings.filter(({ id }) => id === 'clock-set')
    expect(found?.map(({ text }) => text.split(' ')[0])).toEqual(['This'])
  })

  it('is not seen in one that runs on', async () => {
    const { known, log } = await measure(0)
    expect(known).toEqual([[], [], []])
    expect(log).not.toContain('clock')
  })
})

describe('the clock of another host', () => {
  class LabHost extends FakeHost {
    override readonly id: string = 'ssh-lab'
  }

  /**
   * Three runs on a host that has been up for 10, 20 and 30 s at their starts, and 2 s longer at their ends. `setBy`:
   * by how many seconds its clock had been set by each of these moments.
   */
  async function measureThere(
    setBy: readonly number[],
    { engine = scriptEngine(), boots = ['a', 'a', 'a'] } = {},
  ) {
    host = new LabHost('lab')
    shop = new RunnerWorkshop(host, engine)
    const at = (uptime: number, moment: number) =>
      new Date(Date.UTC(2026, 10, 28, 10) + (uptime + (setBy[moment] ?? 0)) * 1000)
        .toISOString()
        .replace(/T(.*)Z/, ' $1000000 +0000')
    host.onStart = (lab) => {
      const place = lab.startedNames.length - 1
      const uptime = 10 + 10 * place
      const counters = [
        'benchwright-counters 1',
        `claimed ${String(uptime)}.00`,
        `ended ${String(uptime + 2)}.00`,
        `written 1:2 8 60 ${at(uptime, 2 * place)} -`,
        `written 1:3 8 60 ${at(uptime + 2, 2 * place + 1)} -`,
      ]
      lab.running?.files.set('supervisor', `41 7 ${boots[place] ?? ''} 1000\n`)
      lab.finish({ counters: counters.join('\n') })
    }
    const campaignId = await shop.start(scriptPlan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const log = shop.logOf(campaignId).replaceAll('\u202f', ' ')
    return {
      known: shop.store
        .runs(campaignId)
        .map(({ warnings }) => warnings.map((one) => `${one.class} ${one.id}`)),
      log: log.split('\n').filter((line) => line.includes('clock')),
    }
  }

  it('is logged and noted with the run during which it was set', async () => {
    const { known, log } = await measureThere([0, 0, 0, -3600, -3600, -3600])
    expect(known).toEqual([[], ['note clock-set'], []])
    expect(log).toEqual([expect.stringMatching(/^The clock of lab was set back by 1 h during .*\.$/)])
  })

  it('is logged if it was set between two runs', async () => {
    const { known, log } = await measureThere([0, 0, 3600, 3600, 3600, 3600])
    expect(known).toEqual([[], [], []])
    expect(log).toEqual(['The clock of lab was set forward by 1 h since the last run.'])
  })

  it('invalidates what an engine measured by it there', async () => {
    const engine = scriptEngine()
    const timed = { ...engine, description: { ...engine.description, usesSettableClock: true as const } }
    const { known } = await measureThere([0, 0, 0, 60, 60, 60], { engine: timed })
    expect(known).toEqual([[], ['invalidates clock-set'], []])
  })

  it('says nothing of one that is corrected, or of another start of the host', async () => {
    expect((await measureThere([0, 1.5, 1.5, 1.5, 3, 3])).log).toEqual([])
    await shop.close()
    expect((await measureThere([0, 0, 3600, 3600, 3600, 3600], { boots: ['a', 'b', 'b'] })).log).toEqual([])
  })
})

it('a run that nobody watched ends as long after its start as its machine counted', () => {
  const startedAtMs = Date.now() + hourMs
  expect(endOfRunMs({ wallSeconds: 2.5 }, startedAtMs)).toBe(startedAtMs + 2500)
  expect(endOfRunMs({ wallSeconds: undefined }, startedAtMs)).toBe(startedAtMs)
})
