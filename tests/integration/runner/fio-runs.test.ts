import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/core/engines/engine'
import type { EngineCommand } from '../../../src/core/engines/steps'
import { parseOnlyBatch, parseOnlyCommand } from '../../../src/core/engines/fio/command'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import type { Plan } from '../../../src/core/plan/plan'
import { fioPlan, unhurried } from './fio-plan'
import { FioWorkshop } from './fio-workshop'
import { enginePid, noneLeft, runProcesses, supervisorPid } from './processes'

let shop: FioWorkshop
beforeEach(() => {
  shop = new FioWorkshop()
})
afterEach(async () => {
  await shop.close()
  await noneLeft(shop.folder)
})

describe('a campaign with real fio', () => {
  it('measures, stores, shows live numbers and leaves nothing on the disk', async () => {
    const axes = [{ key: 'read_percent', levels: [100, 0] }]
    const campaignId = await shop.start(fioPlan(shop.target, { axes }, { ...unhurried, runtime: 3 }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    const rows = [...shop.store.rows({ metrics: ['iops'] })]
    expect(rows.filter((row) => row.direction === 'read' && row.levels.read_percent === 100)).toHaveLength(1)
    expect(rows.filter((row) => row.direction === 'write' && row.levels.read_percent === 0)).toHaveLength(1)
    expect(rows.every((row) => row.value > 0)).toBe(true)
    expect(readdirSync(shop.target)).toEqual([])
    expect(readdirSync(shop.runs)).toEqual([])
    const detail = shop.store.campaign(campaignId)
    expect(detail?.engineVersion).toMatch(/^\d+\.\d+/)
    expect(detail?.hostRecord.fileSystem?.mountPoint).toBeTruthy()
    const terminal = shop.events.flatMap((event) => (event.type === 'terminal' ? [event.text] : [])).join('')
    expect(terminal).toContain('$ fio ')
    expect(terminal).toContain('Jobs: 1 (f=1)')
    const live = shop.events.flatMap((event) =>
      event.type === 'progress' && event.progress.run ? [event.progress] : [],
    )
    expect(live.some((progress) => (progress.run?.readIops ?? 0) > 0)).toBe(true)
    expect(shop.store.check()).toEqual([])
  })

  it('stops and proves that nothing is left, including workers in separate sessions', async () => {
    const campaignId = await shop.start(
      fioPlan(shop.target, {}, { ...unhurried, runtime: 3600, jobs: 8, thread: false }),
    )
    await shop.happens((event) => event.type === 'terminal' && event.text.includes('Jobs: 8 (f=8)'))
    const before = runProcesses(shop.folder)
    expect(before.length).toBeGreaterThanOrEqual(1)
    await shop.runner.stop(campaignId)
    expect(runProcesses(shop.folder)).toEqual([])
    expect(shop.states(campaignId)).toEqual(['done', 'stopped'])
    expect(shop.logText(campaignId)).toMatch(/was stopped\. Ended process(es)? .*; none is left\./)
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('fails a run with a killed fio, with the reason, and continues', async () => {
    const campaignId = await shop.start(
      fioPlan(shop.target, { repetitions: 2 }, { ...unhurried, runtime: 3 }),
    )
    process.kill(enginePid(await shop.engineStarted()), 'SIGKILL')
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'failed: engine-killed', 'done'])
    expect(shop.store.runs(campaignId)[1]?.failure?.text).toContain('signal 9')
  })

  it('repeats a run with a killed supervisor, after ending the engine it left', async () => {
    const campaignId = await shop.start(fioPlan(shop.target, {}, { ...unhurried, runtime: 3 }))
    const directory = await shop.engineStarted()
    const engine = enginePid(directory)
    process.kill(supervisorPid(directory), 'SIGKILL')
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done'])
    expect(shop.logText(campaignId)).toContain('waits again')
    expect(runProcesses(shop.folder).includes(engine)).toBe(false)
  })

  it('is not affected by the end of its terminal', async () => {
    const { host } = shop
    const openTerminal = host.openTerminal.bind(host)
    // Every view dies at once, as if its pty is closed or its window crashes.
    host.openTerminal = (script, options) => {
      const terminal = openTerminal(script, options)
      terminal.onData(() => terminal.close())
      return terminal
    }
    const campaignId = await shop.start(fioPlan(shop.target, {}, unhurried))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done'])
  })

  it('continues without a terminal if none can be opened', async () => {
    shop.host.openTerminal = () => {
      throw new Error('no more ptys')
    }
    const campaignId = await shop.start(fioPlan(shop.target, {}, unhurried))
    await shop.runner.ended(campaignId)
    expect(shop.states(campaignId)).toEqual(['done', 'done'])
    expect(shop.logText(campaignId)).toContain('no more ptys')
  })
})

describe('a target that changes during a campaign', () => {
  it('fails the runs if the folder vanishes', async () => {
    const campaignId = await shop.start(
      fioPlan(shop.target, { repetitions: 2 }, { ...unhurried, runtime: 2 }),
    )
    await shop.measuring()
    rmSync(shop.target, { recursive: true })
    await shop.runner.ended(campaignId)
    expect(existsSync(shop.target)).toBe(false)
    expect(shop.states(campaignId).at(-1)).toBe('failed: target-folder-missing')
    expect(shop.store.runs(campaignId).at(-1)?.failure?.text).toContain(shop.target)
  })

  it('does not touch a file that replaced the data file', async () => {
    const campaignId = await shop.start(
      fioPlan(shop.target, { repetitions: 2 }, { ...unhurried, runtime: 2 }),
    )
    await shop.measuring()
    const dataFile = `${shop.target}/${readdirSync(shop.target)[0] ?? ''}`
    writeFileSync(`${dataFile}.new`, 'precious')
    renameSync(`${dataFile}.new`, dataFile)
    await shop.runner.ended(campaignId)
    expect(shop.store.runs(campaignId).at(-1)?.failure?.id).toBe('target-replaced')
    expect(statSync(dataFile).size).toBe('precious'.length)
  })
})

describe('the check before the start', () => {
  it('names the case and the option that fio rejects', async () => {
    // A job file with a value that only fio itself knows to be wrong.
    const spoil = ({ files, ...command }: EngineCommand): EngineCommand => ({
      ...command,
      files: files.map(({ name, text }) => ({ name, text: text.replace('rwmixread=30', 'rwmixread=500') })),
    })
    const engine: Engine = {
      ...fioEngine,
      parseOnlyCommand: (request) => spoil(parseOnlyCommand(request)),
      parseOnlyBatch: (requests) => spoil(parseOnlyBatch(requests)),
    }
    await shop.close()
    shop = new FioWorkshop({ findEngine: () => engine })
    const axes = [{ key: 'read_percent', levels: [50, 30, 70] }]
    const refusal = await shop.start(fioPlan(shop.target, { axes })).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ id: 'plan-problems', problems: [{ about: 'read_percent' }] })
    expect((refusal as Error).message).toMatch(
      /Case read_percent=30: fio says: rwmixread: max value out of range/,
    )
    expect(shop.store.campaigns()).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
  })
})

// Only root may mount; other behaviour on a full file system is tested with the fake host.
describe.runIf(process.getuid?.() === 0)('a full file system', () => {
  const mount = () => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', shop.target])
  afterEach(() => {
    execFileSync('umount', ['--lazy', shop.target])
  })
  const bigPlan = (parts: Partial<Plan>) => fioPlan(shop.target, parts, { file_size: 64 * 1024 * 1024 })

  it('is noticed before fio starts', async () => {
    await shop.close()
    shop = new FioWorkshop({ advise: () => [] })
    mount()
    const campaignId = await shop.start(bigPlan({ onFailure: 'continue' }))
    // The file could not be laid out, so no other run of it could be measured either.
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['failed: no-space', 'waiting'])
    expect(shop.store.runs(campaignId)[0]?.failure?.text).toMatch(/not enough space in .*; \d+ MiB are left/)
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('fails the run in which fio runs out of space, and the campaign stops if the plan says so', async () => {
    await shop.close()
    shop = new FioWorkshop({ advise: () => [] })
    // As if there had been space when the guard checked.
    const execute = shop.host.execute.bind(shop.host)
    shop.host.execute = (script, options) =>
      execute(script, {
        ...options,
        arguments: options?.arguments?.map((word) => word.replace(/^space_kib=\d+$/m, 'space_kib=0')) ?? [],
      })
    mount()
    const campaignId = await shop.start(bigPlan({ onFailure: 'stop' }))
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['failed: no-space', 'waiting'])
    expect(shop.store.run(shop.store.runs(campaignId)[0]?.id ?? 0)?.rawOutputs.length).toBeGreaterThan(0)
    expect(readdirSync(shop.target)).toEqual([])
  })
})
