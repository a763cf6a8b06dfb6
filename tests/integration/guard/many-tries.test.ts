import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { collectRun } from '../../../src/bench/runner/execute/collect-run'
import { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import { startRun } from '../../../src/bench/runner/execute/start-run'
import { randomBelow, randomStream } from '../../../src/core/plan/order'
import type { Plan } from '../../../src/core/plan/plan'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { canMakeDevices, DeviceLab, ext4 } from './device-lab'
import { oneStep } from '../../../src/core/engines/steps'
import { standingSeed } from '../../standing-seed'
import { startAnyway } from '../../bench/runner/start-anyway'

/** docs/guard.md uses 100 and 1000. */
const swapsWanted = Number(process.env.BENCHWRIGHT_IDENTITY_SWAPS ?? 5)
const seed = standingSeed(
  process.env.BENCHWRIGHT_PROPERTY_SEED,
  process.env.BENCHWRIGHT_CONFIRMATIONS !== undefined,
)
const random = randomStream(seed)
const triesWanted = Number(process.env.BENCHWRIGHT_CONFIRMATIONS ?? 12)

const refused = { id: 'not-confirmed' }

describe.skipIf(!canMakeDevices())('many attempts to bypass a confirmation', () => {
  let lab: DeviceLab
  let workshop: FioWorkshop
  let now = Date.now()
  beforeEach(() => {
    lab = new DeviceLab()
    workshop = new FioWorkshop({ record: new ConfirmationRecord(lab.path('confirmed')), now: () => now })
  })
  afterEach(async () => {
    await workshop.close()
    lab.close()
  })
  const plan = (path: string, parts: Partial<Plan> = {}) =>
    fioPlan('', { target: { kind: 'device', path }, ...parts }, unhurried)
  const ask = async (planId: string, runner = workshop.runner) => {
    const asked = await runner.confirmations.ask(planId)
    if (!asked) throw new Error('Nothing was asked.')
    return asked
  }
  const confirm = async (planId: string, runner = workshop.runner) => {
    const asked = await ask(planId, runner)
    expect(runner.confirmations.give(asked.id, asked.phrase.text)).toBe(true)
    return asked.id
  }

  it(
    `row 8: a device swapped between confirmation and start is refused twice: ${String(swapsWanted)} swaps`,
    async () => {
      const images = { first: lab.image(), second: lab.image(), larger: lab.image(17), full: lab.image() }
      const device = lab.loop(images.first)
      const attach = (image: string, ...options: string[]) => lab.attach(device, image, ...options)
      ext4(images.full)
      workshop.store.savePlan(plan(device))
      const before = lab.checksums()
      const swaps = [
        () => attach(images.second),
        () => attach(images.larger),
        () => attach(images.full),
        () => attach(images.first, '-b', '4096'),
        () => attach(images.first, '-o', '512', '--sizelimit', String(16 * 1024 * 1024 - 512)),
        // Removed and restored: nothing shows whether it is the same one.
        () => attach(images.first),
      ]
      for (let turn = 0; turn < swapsWanted; turn += 1) {
        attach(images.first)
        const confirmationId = await confirm('fio-plan')
        const facts = (await workshop.runner.environment(plan(device))).target?.guard?.device
        if (!facts) throw new Error('The guard said nothing.')
        swaps[turn % swaps.length]?.()
        await expect(
          workshop.runner.start('fio-plan', '', { ...startAnyway, confirmationId }),
        ).rejects.toMatchObject(refused)
        // The script that starts the engine would not be fooled either.
        const runName = `bw-swap-${String(turn)}`
        const runDirectory = join(workshop.runs, runName)
        const steps = oneStep('measure', { program: 'dd', args: ['if=/dev/zero', `of=${device}`] }, 'out', [])
        const confirmed = { ...facts, contentTypes: [], writes: true, confirmedAtMs: now }
        const guard = { device: confirmed, path: facts.node, holds: true, protectedPaths: [] }
        expect(await startRun(workshop.host, { runDirectory, runName, steps, guard })).toBe('started')
        await workshop.host.waitForRun(runDirectory, new AbortController().signal)
        const { refusal } = (await collectRun(workshop.host, runDirectory, ['out'])) ?? {}
        expect(refusal?.id).toMatch(/^device-(identity|replaced)$/)
      }
      expect(workshop.store.campaigns()).toEqual([])
      expect(lab.checksums()).toEqual(before)
      process.stdout.write(`${String(swapsWanted)} swaps refused by the start and by the script\n`)
    },
    60_000 + swapsWanted * 10_000,
  )

  it(
    `row 17: no agreement that is guessed, used, old or for something else counts: ${String(triesWanted)} tries`,
    async () => {
      const device = lab.loop()
      const before = lab.checksums()
      const { runner, store } = workshop
      const save = (one: Plan) => {
        store.savePlan(one)
        return one.id
      }
      const planId = save(plan(device))
      const otherPlan = save({ ...plan(device), id: 'other-plan' })
      const record = new ConfirmationRecord(lab.path('other window'))
      const otherWindow = new CampaignRunner({
        store,
        host: workshop.host,
        record,
        stateFolder: lab.path('state'),
      })
      const hex = () => Array.from({ length: 32 }, () => randomBelow(random, 16).toString(16)).join('')
      let odd = 0
      const used = await confirm(planId)
      expect(() => runner.confirmations.use(used, planId, 'another hash')).toThrow('not what was confirmed')
      const tries: Readonly<Record<string, () => string | Promise<string>>> = {
        random: hex,
        'used already': () => used,
        'never answered': async () => (await ask(planId)).id,
        'answered wrongly': async () => {
          const { id } = await ask(planId)
          expect(runner.confirmations.give(id, hex())).toBe(false)
          return id
        },
        'of another window': () => confirm(planId, otherWindow),
        'of another plan': () => confirm(otherPlan),
        'a little off': async () => {
          const id = await confirm(planId)
          const place = randomBelow(random, id.length)
          return `${id.slice(0, place)}${id[place] === '0' ? '1' : '0'}${id.slice(place + 1)}`
        },
        'too old': async () => {
          const id = await confirm(planId)
          now += 5 * 60_000 + 1
          return id
        },
        'of an edited plan': async () => {
          const id = await confirm(planId)
          save(plan(device, { repetitions: 2 + randomBelow(random, 50) }))
          return id
        },
        odd: () => ['', '__proto__', 'constructor', used.toUpperCase(), `${used} `][odd++ % 5] ?? '',
        'the phrase itself': async () => (await ask(planId)).phrase.text,
      }
      const kinds = Object.entries(tries)
      let accepted = 0
      for (let turn = 0; turn < triesWanted; turn += 1) {
        const [, make] = kinds[turn % kinds.length] ?? []
        const confirmationId = (await make?.()) ?? hex()
        await expect(runner.start(planId, '', { ...startAnyway, confirmationId })).rejects.toMatchObject(
          refused,
        )
        accepted += store.campaigns().length
        save(plan(device))
      }
      expect(accepted).toBe(0)
      expect(lab.checksums()).toEqual(before)
      process.stdout.write(`0 of ${String(triesWanted)} confirmations accepted, seed ${String(seed)}\n`)
      // The test can fail: a correct agreement is accepted.
      const { campaignId } = await runner.start(planId, '', {
        ...startAnyway,
        confirmationId: await confirm(planId),
      })
      expect(await runner.ended(campaignId)).toBe('done')
      await otherWindow.dispose()
    },
    60_000 + triesWanted * 5_000,
  )
})
