import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { collectRun } from '../../../src/bench/runner/execute/collect-run'
import { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import type { DeviceGuard } from '../../../src/bench/runner/supervise/run-directory'
import { startRun } from '../../../src/bench/runner/execute/start-run'
import type { ConfirmedDevice } from '../../../src/core/plan/device'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { run } from '../../../src/cli/commands/run'
import { writePlan } from '../../../src/core/plan/plan-json'
import { runAnswered } from '../../cli/capture-output'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { canMakeDevices, DeviceLab, ext4, tool } from './device-lab'
import { oneStep } from '../../../src/core/engines/steps'
import { startAnyway } from '../../bench/runner/start-anyway'

describe.skipIf(!canMakeDevices())('a campaign on a raw device', () => {
  let lab: DeviceLab
  let workshop: FioWorkshop
  let now = Date.now()
  beforeEach(() => {
    now = Date.now()
    lab = new DeviceLab()
    const record = new ConfirmationRecord(lab.path('confirmed'))
    workshop = new FioWorkshop({ record, now: () => now })
  })
  afterEach(async () => {
    await workshop.close()
    lab.close()
  })

  const plan = (path: string, parts: Partial<Plan> = {}, base: Record<string, LevelValue> = {}) =>
    fioPlan('', { target: { kind: 'device', path }, ...parts }, { ...unhurried, ...base })
  const save = (one: Plan) => {
    workshop.store.savePlan(one)
    return one.id
  }
  const confirm = async (planId: string) => {
    const asked = await workshop.runner.confirmations.ask(planId)
    if (!asked) throw new Error('Nothing was asked.')
    expect(workshop.runner.confirmations.give(asked.id, asked.phrase.text)).toBe(true)
    return asked.id
  }
  const finished = async (planId: string, confirmationId?: string) => {
    const { campaignId } = await workshop.runner.start(planId, '', { ...startAnyway, confirmationId })
    await workshop.runner.ended(campaignId)
    return campaignId
  }

  it('row 14: only reads if the plan only reads, asks nobody, and keeps every byte', async () => {
    const device = lab.loop()
    ext4(device)
    const before = lab.checksums()
    const link = lab.link(device, 'by-id:colons')
    const planId = save(plan(link, {}, { pattern: 'random-read' }))
    expect(await workshop.runner.confirmations.ask(planId)).toBeUndefined()
    const campaignId = await finished(planId)
    expect(workshop.states(campaignId)).toEqual(['done'])
    const detail = workshop.store.run(workshop.store.runs(campaignId)[0]?.id ?? 0)
    expect(detail?.argv).toContain('--readonly')
    expect(detail?.files[0]?.text).toContain(`filename=${device}\nallow_file_create=0\n`)
    expect(workshop.store.campaign(campaignId)?.hostRecord.confirmedDevice).toMatchObject({
      node: device,
      writes: false,
      sizeBytes: 16 * 1024 * 1024,
      contentTypes: ['ext4'],
    })
    expect(lab.checksums()).toEqual(before)
  })

  it('row 17: writes only with a fresh confirmation of this plan, this device and these commands', async () => {
    const device = lab.loop()
    ext4(device)
    const before = lab.checksums()
    const { runner } = workshop
    const planId = save(plan(device))
    const asked = await runner.confirmations.ask(planId)
    expect(asked).toMatchObject({ node: device, phrase: { text: `${device} ${String(16 * 1024 * 1024)}` } })
    expect(asked?.contents[0]?.text).toContain('ext4')
    const refused = { id: 'not-confirmed' }
    const id = asked?.id ?? ''

    await expect(runner.start(planId, '', startAnyway)).rejects.toMatchObject(refused)
    await expect(
      runner.start(planId, '', { ...startAnyway, confirmationId: 'f'.repeat(32) }),
    ).rejects.toMatchObject(refused)
    expect(runner.confirmations.give(id, device)).toBe(false)
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: id })).rejects.toMatchObject(
      refused,
    )

    const edited = await confirm(planId)
    save(plan(device, { repetitions: 2 }))
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: edited })).rejects.toMatchObject(
      refused,
    )
    save(plan(device))
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: edited })).rejects.toMatchObject(
      refused,
    )

    const ofOther = await confirm(save({ ...plan(device), id: 'other-plan' }))
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: ofOther })).rejects.toMatchObject(
      refused,
    )

    const old = await confirm(planId)
    now += 5 * 60_000 + 1
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: old })).rejects.toMatchObject(
      refused,
    )

    const guessed = await runner.confirmations.ask(planId)
    for (let turn = 0; turn < 5; turn += 1)
      runner.confirmations.give(guessed?.id ?? '', `guess ${String(turn)}`)
    expect(() => runner.confirmations.give(guessed?.id ?? '', device)).toThrow('does not count')
    expect(lab.checksums()).toEqual(before)

    const good = await confirm(planId)
    const campaignId = await finished(planId, good)
    expect(workshop.states(campaignId)).toEqual(['done', 'done'])
    expect(lab.checksums()).not.toEqual(before)
    await expect(runner.start(planId, '', { ...startAnyway, confirmationId: good })).rejects.toMatchObject(
      refused,
    )
  })

  it('row 8: refuses a device that was swapped after it was confirmed', async () => {
    const [first, second] = [lab.image(), lab.image()]
    const device = tool('losetup', '-f', '--show', first)
    lab.later(() => tool('losetup', '-d', device))
    const before = lab.checksums()
    const planId = save(plan(device))
    for (let turn = 0; turn < 3; turn += 1) {
      const id = await confirm(planId)
      lab.attach(device, turn % 2 === 0 ? second : first)
      await expect(
        workshop.runner.start(planId, '', { ...startAnyway, confirmationId: id }),
      ).rejects.toMatchObject({
        id: 'not-confirmed',
      })
    }
    expect(lab.checksums()).toEqual(before)
  })

  it('row 8: the script that starts the engine refuses another device, other content and a mounted one', async () => {
    const device = lab.loop()
    const verdict = await workshop.runner.environment(plan(device))
    const facts = verdict.target?.guard?.device
    if (!facts) throw new Error('The guard said nothing.')
    const same: ConfirmedDevice = { ...facts, contentTypes: [], writes: true, confirmedAtMs: 0 }
    let count = 0
    const refusal = async (confirmed: ConfirmedDevice) => {
      const runName = `bw-device-${String((count += 1))}`
      const runDirectory = join(workshop.runs, runName)
      const guard: DeviceGuard = { device: confirmed, path: confirmed.node, holds: true, protectedPaths: [] }
      const args = ['-c', 'echo started; umask; mount "$1" /mnt 2>&1 && umount /mnt', 'sh', device]
      const steps = oneStep('measure', { program: 'sh', args }, 'out', [])
      expect(await startRun(workshop.host, { runDirectory, runName, steps, guard })).toBe('started')
      await workshop.host.waitForRun(runDirectory, new AbortController().signal)
      const left = await collectRun(workshop.host, runDirectory, ['out'])
      const printed = new TextDecoder().decode(left?.log)
      return left?.refusal?.id ?? (printed.startsWith('started') ? printed : 'nothing')
    }
    const before = lab.checksums()
    // The engine opens the device exclusively, so that not even root can mount it in the meantime.
    expect(await refusal(same)).toMatch(/busy|already mounted/)
    expect(await refusal({ ...same, identity: `${same.identity}x` })).toBe('device-identity')
    expect(await refusal({ ...same, sequence: `${same.sequence}x` })).toBe('device-replaced')
    expect(await refusal({ ...same, node: lab.link(device) })).toBe('device-identity')
    expect(lab.checksums()).toEqual(before)
    ext4(device)
    expect(await refusal(same)).toBe('device-content-changed')
    expect(await refusal({ ...same, contentTypes: ['ext4'] })).toMatch(/busy|already mounted/)
    lab.mount(device)
    expect(await refusal({ ...same, contentTypes: ['ext4'] })).toBe('mount')
  })

  it('prepares the device in separate steps and stores them with the campaign', async () => {
    const device = lab.loop()
    const planId = save(
      plan(device, {
        preparation: [
          { kind: 'discard' },
          { kind: 'sequential-fill', passes: 2, blockBytes: 131_072 },
          { kind: 'random-fill', passes: 1, blockBytes: 4096 },
          { kind: 'workload', rounds: 2, seconds: 1 },
        ],
      }),
    )
    const campaignId = await finished(planId, await confirm(planId))
    const runs = workshop.store.runs(campaignId)
    expect(runs.map(({ phase, repetition, state }) => `${phase} ${String(repetition)} ${state}`)).toEqual([
      'prepare 1 done',
      'prepare 2 done',
      'prepare 3 done',
      'prepare 4 done',
      'prepare 4 done',
      'measure 1 done',
    ])
    const printed = workshop.store.rawOutput(runs[0]?.id ?? 0, 'purge.txt')
    expect(new TextDecoder().decode(printed)).toContain('discarded 16777216 of 16777216 bytes')
    const fill = new TextDecoder().decode(workshop.store.rawOutput(runs[1]?.id ?? 0, 'output.json'))
    expect(JSON.parse(fill)).toMatchObject({ jobs: [{ write: { io_bytes: 2 * 16 * 1024 * 1024 } }] })
    expect(workshop.store.run(runs[1]?.id ?? 0)?.measurements).toEqual([])
  })

  it('stops the campaign if its device is replaced, and does not believe a file from another machine', async () => {
    const device = lab.loop()
    const planId = save(plan(device, { repetitions: 3, pauseSeconds: 1 }, { pattern: 'random-write' }))
    const { runner, store } = workshop
    const { campaignId } = await runner.start(planId, '', {
      ...startAnyway,
      confirmationId: await confirm(planId),
    })
    await workshop.happens(
      (event) => event.type === 'run-changed' && event.run.phase === 'measure' && event.run.state === 'done',
    )
    const user = execFileSync('sh', ['-c', 'exec 5< "$1"; sleep 600 >/dev/null 2>&1 & echo $!', 'sh', device])
    lab.later(() => process.kill(Number(user.toString()), 'SIGKILL'))
    await runner.ended(campaignId)
    expect(workshop.states(campaignId)).toContain('failed: open-by-process')
    expect(store.campaign(campaignId)?.state).toBe('stopped')
    await runner.dispose()

    const elsewhere = new CampaignRunner({
      store,
      host: workshop.host,
      record: new ConfirmationRecord(lab.path('nothing confirmed')),
      stateFolder: lab.path('nothing started'),
    })
    await expect(elsewhere.resume(campaignId)).rejects.toMatchObject({ id: 'not-confirmed' })
    await elsewhere.dispose()
  })

  it('asks at the terminal, accepts --confirm-device in scripts, and refuses with exit status 3 otherwise', async () => {
    const device = lab.loop()
    const before = lab.checksums()
    vi.stubEnv('BENCHWRIGHT_STATE', lab.path('state'))
    const file = lab.path('plan.json')
    writeFileSync(file, writePlan(plan(device)))
    const call = async (answer: string | undefined, ...more: string[]) => {
      const ask = answer === undefined ? undefined : () => Promise.resolve(answer)
      return runAnswered(run, ask, file, '--into', join(lab.folder, 'cli.benchwright'), ...more)
    }
    const phrase = `${device} ${String(16 * 1024 * 1024)}`
    expect(await call(undefined)).toMatchObject({ status: 3 })
    expect(await call(undefined, '--confirm-device', 'XYZ')).toMatchObject({ status: 3 })
    const asked = await call(device)
    expect(asked.status).toBe(3)
    expect(asked.stderr).toContain(`All data on ${device} will be lost.`)
    expect(lab.checksums()).toEqual(before)
    expect((await call(phrase)).status).toBe(0)
    expect((await call(undefined, '--confirm-device', phrase)).status).toBe(0)
    expect(lab.checksums()).not.toEqual(before)
    vi.unstubAllEnvs()
  })

  it('the command line asks nobody about a plan that cannot run', async () => {
    const device = lab.loop()
    const before = lab.checksums()
    const file = lab.path('too-large.json')
    writeFileSync(file, writePlan(plan(device, {}, { file_size: 64 * 1024 * 1024 })))
    const questions: string[] = []
    const ask = (question: string) => {
      questions.push(question)
      return Promise.resolve(undefined)
    }
    const into = join(lab.folder, 'refused.benchwright')
    const called = await runAnswered(run, ask, file, '--into', into)
    expect(called).toMatchObject({ status: 2 })
    expect(called.stderr).toContain('the plan cannot run:')
    expect(called.stderr).not.toContain('will be lost')
    expect(questions).toEqual([])
    expect(lab.checksums()).toEqual(before)
  })
})
