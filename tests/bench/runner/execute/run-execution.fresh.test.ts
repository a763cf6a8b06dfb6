import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecuteOptions } from '../../../../src/bench/hosts/host'
import { startFailure } from '../../../../src/bench/hosts/local/start-program'
import { machine } from '../../../core/plan/machine'
import { FakeHost } from '../fake-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { scriptEngine } from '../script-engine'

// The pauses between two looks at a machine.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }))

/** A machine that is reached over a network, and may be restarted between two looks at it. */
class LabHost extends FakeHost {
  override readonly id = 'ssh:lab'
  looks = 0
  /** Called before each look once the first run has ended. */
  onLook: () => Promise<void> | void = () => undefined

  /** Starts that fail, because the folder of runs is full. */
  faults = 0

  /** Starts for which there is no process. */
  refusals = 0

  override async execute(script: string, options: ExecuteOptions = {}) {
    if (this.refusals > 0 && script.startsWith('# benchwright start')) {
      this.refusals -= 1
      throw startFailure('sh', 'EAGAIN')
    }
    if (this.faults > 0 && script.startsWith('# benchwright start')) {
      this.faults -= 1
      const stderr = 'mkdir: cannot create directory: No space left on device\n'
      return { exitCode: 1, stdout: new Uint8Array(), stderr }
    }
    const isLook = script.startsWith('# benchwright inventory') && this.startedNames.length > 0
    if (isLook && !this.running) {
      this.looks += 1
      await this.onLook()
    }
    return super.execute(script, options)
  }
}

let lab: LabHost
let shop: RunnerWorkshop
const plan = () => scriptPlan({ hosts: [machine('lab')] })

/** fio's own status after a signal. */
const interrupted = { exitCode: 128 } as const

beforeEach(() => {
  lab = new LabHost('lab')
  lab.inventory.boot = 'this-boot'
  shop = new RunnerWorkshop(new FakeHost(), scriptEngine(), { open: () => lab })
  let runs = 0
  lab.onStart = () => {
    runs += 1
    lab.finish(runs === 1 ? interrupted : {})
  }
})
afterEach(() => shop.close())

describe('a machine that restarts during the same run again and again', () => {
  it.each(['rebooted', 'forgotten'] as const)('costs time, never the run: %s', async (how) => {
    let runs = 0
    lab.onStart = () => {
      runs += 1
      if (runs > 6) lab.finish()
      else {
        lab.inventory.boot = `boot-${String(runs)}`
        lab.lose(how)
      }
    }
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.startedNames).toHaveLength(9)
    expect(shop.logOf(campaignId)).toContain('Its machine was rebooted in the meantime.')
  })

  it('is told from one whose supervisor is killed each time', async () => {
    lab.onStart = () => lab.lose('forgotten')
    const campaignId = await shop.start(scriptPlan({ hosts: [machine('lab')], axes: [] }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed'])
  })
})

describe('a machine that can start nothing', () => {
  it('makes its runs wait, says why once, and is tried again until it can', async () => {
    lab.onStart = () => lab.finish()
    lab.faults = 8
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.startedNames).toHaveLength(3)
    const log = shop.store.log(campaignId)
    expect(log.filter(({ level }) => level !== 'info').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /could not be written: .*No space left on device.* Make room .* goes on by itself/,
      ),
    ])
    expect(shop.logOf(campaignId)).toContain('The machine can start runs again')
  })

  it('is one that allows no further processes, too', async () => {
    lab.onStart = () => lab.finish()
    lab.refusals = 3
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(shop.logOf(campaignId)).toMatch(/allows no further processes\. .*ulimit -u.* goes on by itself/)
  })

  it('keeps no campaign from being stopped', async () => {
    lab.faults = Infinity
    const campaignId = await shop.start(plan())
    await shop.runner.stop(campaignId)
    expect(shop.state(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).not.toContain('failed')
  })
})

describe('data that cannot be laid out', () => {
  it('stops the campaign at once', async () => {
    lab.onStart = () => lab.finish({ refused: 'target-not-writable' })
    const base = { seconds: 1, uses_file: true }
    const campaignId = await shop.start(scriptPlan({ hosts: [machine('lab')], base }))
    expect(await shop.runner.ended(campaignId)).toBe('stopped')
    expect(shop.states(campaignId)).toEqual(['failed', 'waiting', 'waiting', 'waiting'])
    expect(shop.logOf(campaignId)).toContain('could not be laid out')
  })
})

describe('a run that a signal ended on another machine', () => {
  it('is repeated if the machine goes down only after its result was read', async () => {
    lab.onLook = () => {
      if (lab.looks === 3) lab.inventory.boot = 'another-boot'
    }
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(lab.startedNames).toHaveLength(4)
    expect(shop.logOf(campaignId)).toContain('Its machine was rebooted in the meantime.')
  })

  it('has failed if the machine stays', async () => {
    const campaignId = await shop.start(plan())
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed', 'done', 'done'])
    expect(lab.looks).toBe(11)
  })

  it('has failed at once if its engine crashed', async () => {
    lab.onStart = () => lab.finish({ exitCode: 139, output: '' })
    const campaignId = await shop.start(scriptPlan({ hosts: [machine('lab')], axes: [] }))
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['failed'])
    expect(lab.looks).toBe(1)
  })

  it.each(['stopped', 'skipped'] as const)('is %s if a person asks for it in the meantime', async (asked) => {
    const campaignId = await shop.start(plan())
    let asking: Promise<unknown> | undefined
    lab.onLook = () => {
      const { runner } = shop
      asking ??= asked === 'stopped' ? runner.stop(campaignId) : runner.skip(shop.runId(campaignId, 0))
      if (lab.looks === 5) lab.inventory.boot = 'another-boot'
    }
    await shop.runner.ended(campaignId)
    await asking
    expect(shop.states(campaignId)[0]).toBe(asked)
  })

  it('is repeated if the app ends in the meantime', async () => {
    const campaignId = await shop.start(plan())
    const looked = new Promise<void>((resolve) => {
      lab.onLook = () => {
        shop.runner.leave()
        resolve()
      }
    })
    await looked
    await shop.restart()
    expect(shop.states(campaignId)).toEqual(['running', 'waiting', 'waiting'])
    lab.onLook = () => undefined
    await shop.runner.reconcile()
    expect(await shop.runner.ended(campaignId)).toBe('done')
    expect(shop.states(campaignId)).toEqual(['done', 'done', 'done'])
  })
})
