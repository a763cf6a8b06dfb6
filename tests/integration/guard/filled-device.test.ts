import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { canMakeDevices, DeviceLab, tool } from './device-lab'
import { startAnyway } from '../../bench/runner/start-anyway'

const mebibyte = 1024 ** 2
const deviceMebibytes = 64

describe.skipIf(!canMakeDevices())('a raw device that is filled to levels', () => {
  let lab: DeviceLab
  let workshop: FioWorkshop
  let image: string
  let device: string
  beforeEach(() => {
    lab = new DeviceLab()
    workshop = new FioWorkshop({ record: new ConfirmationRecord(lab.path('confirmed')) })
    image = lab.image(deviceMebibytes)
    device = lab.loop(image)
  })
  afterEach(async () => {
    await workshop.close()
    lab.close()
  })

  const plan = (
    levels: readonly number[],
    parts: Partial<Plan> = {},
    base: Record<string, LevelValue> = {},
  ) =>
    fioPlan(
      '',
      {
        target: { kind: 'device', path: device },
        axes: [{ key: 'fill_percent', levels }],
        ...parts,
      },
      { ...unhurried, pattern: 'random-write', file_size: 8 * mebibyte, runtime: 0.5, ...base },
    )
  const start = async (one: Plan) => {
    workshop.store.savePlan(one)
    const { confirmations } = workshop.runner
    const asked = await confirmations.ask(one.id)
    if (!asked) throw new Error('Nothing was asked.')
    expect(confirmations.give(asked.id, asked.phrase.text)).toBe(true)
    const { campaignId } = await workshop.runner.start(one.id, '', {
      ...startAnyway,
      confirmationId: asked.id,
    })
    return { campaignId, asked }
  }
  /** MiB that the image takes: what was written and not discarded. */
  const taken = () => {
    tool('sync')
    return Math.round((statSync(image).blocks * 512) / mebibyte)
  }
  /** The amount taken each time a measured run is done. */
  const takenAtRuns = (runner = workshop.runner) => {
    const seen: number[] = []
    runner.events.on((event) => {
      const isMeasured = event.type === 'run-changed' && event.run.phase === 'measure'
      if (isMeasured && event.run.state === 'done') seen.push(taken())
    })
    return seen
  }
  /** Every command that was started, as the terminal shows them. */
  const commands = (runner = workshop.runner) => {
    const seen: string[] = []
    runner.events.on((event) => {
      if (event.type !== 'terminal') return
      for (const piece of event.text.split('\u001b'))
        if (/^\[1m\$ (?:fio|sh) /.test(piece)) seen.push(piece.slice('[1m$ '.length))
    })
    return seen
  }

  it('is at its level during every run, with incompressible data', async () => {
    // As for a drive that was in use before: all of it is taken.
    tool('dd', 'if=/dev/zero', `of=${device}`, 'bs=1M', `count=${String(deviceMebibytes)}`, 'oflag=direct')
    const seen = takenAtRuns()
    const { campaignId, asked } = await start(plan([25, 100, 50]))
    expect(asked.actions.join(' ')).toMatch(/random data from its start, to 16\sMiB, 32\sMiB, 64\sMiB/)
    expect(await workshop.runner.ended(campaignId), workshop.logText(campaignId)).toBe('done')
    expect(workshop.states(campaignId)).toEqual(['done', 'done', 'done', 'done'])
    expect(seen).toEqual([16, 64, 32])
    const behindFile = readFileSync(image).subarray(8 * mebibyte, 32 * mebibyte)
    expect(gzipSync(behindFile, { level: 1 }).length).toBeGreaterThan(behindFile.length * 0.99)
    for (const { phase, id } of workshop.store.runs(campaignId).filter((run) => run.phase === 'measure')) {
      const job = workshop.store.run(id)?.files[0]?.text
      expect(job, phase).toContain(`size=${String(8 * mebibyte)}\n`)
    }
  })

  it('writes each part once if levels rise, and nothing again when it continues after a pause', async () => {
    const started = commands()
    const seen = takenAtRuns()
    const { campaignId } = await start(plan([25, 50], { repetitions: 2 }))
    await workshop.happens(
      (event) => event.type === 'run-changed' && event.run.phase === 'measure' && event.run.state === 'done',
    )
    workshop.runner.pause(campaignId)
    expect(await workshop.runner.ended(campaignId)).toBe('paused')
    await workshop.runner.resume(campaignId)
    expect(await workshop.runner.ended(campaignId), workshop.logText(campaignId)).toBe('done')
    expect(seen).toEqual([16, 16, 32, 32])
    // A layout, two fills, four runs; a discard before the first fill, and one after the pause.
    expect(started.filter((line) => line.startsWith('fio ')).length).toBe(1 + 2 + 4)
    expect(started.filter((line) => line.startsWith('sh ')).length).toBe(2)
  })

  it('stops while it is being filled, and continues where another process left it', async () => {
    const { campaignId } = await start(plan([25, 50]))
    let fills = 0
    // The layout, the first fill, the first run, and then the fill that is interrupted.
    await workshop.happens(
      (event) => event.type === 'terminal' && event.text.includes('$ fio ') && (fills += 1) === 4,
    )
    await workshop.runner.dispose()
    const next = new CampaignRunner({
      store: workshop.store,
      host: workshop.host,
      record: workshop.runner.confirmations.record,
      stateFolder: join(workshop.folder, 'own-state'),
    })
    const seen = takenAtRuns(next)
    try {
      await next.reconcile()
      expect(await next.ended(campaignId), workshop.logText(campaignId)).toBe('done')
    } finally {
      await next.dispose()
    }
    expect(workshop.states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(seen).toEqual([32])
  })

  it('is left to its owner when a person stops it', async () => {
    const { campaignId } = await start(plan([50], {}, { runtime: 3600 }))
    await workshop.measuring()
    await workshop.runner.stop(campaignId)
    expect(workshop.store.campaign(campaignId)?.state).toBe('stopped')
    expect(taken()).toBe(32)
  })
})
