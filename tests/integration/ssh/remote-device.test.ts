import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askGuard } from '../../../src/bench/hosts/guard/ask-guard'
import { takeInventory } from '../../../src/bench/hosts/inventory/take-inventory'
import { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { guard } from '../../../src/cli/commands/guard'
import { readDriveCounters } from '../../../src/core/observers/drive-counters'
import { withDescendants } from '../../../src/core/results/campaign/block-device'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { runCaptured } from '../../cli/capture-output'
import { canMakeDevices, DeviceLab, ext4, spellings, tool } from '../guard/device-lab'
import { fioPlan, unhurried } from '../runner/fio-plan'
import { enginePid, runProcesses } from '../runner/processes'
import { LabCampaigns } from './lab-campaigns'
import { becomes } from './login-screen'
import type { SshWorkshop } from './ssh-workshop'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

const notConfirmed = { id: 'not-confirmed' }

describe.skipIf(!canMakeDevices())('a raw device on a host over SSH', () => {
  let lab: DeviceLab
  let campaigns: LabCampaigns
  let shop: SshWorkshop
  let store: ReviewWriter
  let record: ConfirmationRecord

  beforeEach(async () => {
    lab = new DeviceLab()
    campaigns = new LabCampaigns()
    ;({ shop, store } = campaigns)
    await campaigns.serve()
    record = new ConfirmationRecord(lab.path('confirmed'))
  })
  afterEach(async () => {
    await campaigns.runner.stopAll().catch(() => undefined)
    await campaigns.close()
    lab.close()
    vi.unstubAllEnvs()
  })

  const openRunner = () => campaigns.openRunner({ record })
  const save = (path: string, parts: Partial<Plan> = {}, base: Record<string, LevelValue> = {}) => {
    store.savePlan(
      fioPlan(
        '',
        { target: { kind: 'device', path }, hosts: [machine('lab')], ...parts },
        { ...unhurried, ...base },
      ),
    )
    return 'fio-plan'
  }
  const confirm = async (planId: string) => {
    const asked = await campaigns.runner.confirmations.ask(planId)
    if (!asked) throw new Error('Nothing was asked.')
    expect(asked.host).toBe('lab')
    expect(campaigns.runner.confirmations.give(asked.id, asked.phrase.text)).toBe(true)
    return asked.id
  }
  const begin = async (planId: string) =>
    (await campaigns.runner.start(planId, '', { ...startAnyway, confirmationId: await confirm(planId) }))
      .campaignId
  it('rows 1 to 6: is refused by every spelling and in every stack while it is busy, and shown in the tree', async () => {
    const host = openRunner().ssh(machine('lab'))
    const mounted = lab.loop()
    lab.mounted(mounted)
    const { disk, first, second } = lab.disk()
    const point = lab.mounted(first)
    const under = lab.loop()
    const over = lab.loop(under)
    const swap = lab.loop()
    lab.swap(swap)
    const free = lab.loop()
    const before = lab.checksums()
    const ask = (path: string, protectedPaths: readonly string[] = []) =>
      askGuard(host, { path, writes: true, protectedPaths })
    for (const [title, path] of Object.entries(spellings(lab, mounted)))
      expect(await ask(path), title).toMatchObject({ verdict: 'refused', id: 'mount' })
    expect(await ask(disk)).toMatchObject({ id: 'mount' })
    expect(await ask(under)).toMatchObject({ id: 'has-holder' })
    expect(await ask(over)).toMatchObject({ id: 'is-holder' })
    expect(await ask(lab.node(swap))).toMatchObject({ id: 'swap' })
    expect(await ask(second, [point])).toMatchObject({ id: 'own-disk' })
    expect(await ask('/dev/nvme9n1')).toMatchObject({ id: 'device-missing' })
    expect(await ask(lab.link(free, 'by-id:colons'))).toMatchObject({
      verdict: 'allowed',
      device: { node: free },
    })

    const { record: found } = await takeInventory(host, {})
    const tree = (found.devices ?? []).flatMap(withDescendants)
    expect(tree.find(({ name }) => `/dev/${name}` === mounted)?.mounts).toHaveLength(1)
    expect(tree.map(({ name }) => `/dev/${name}`)).toEqual(expect.arrayContaining([disk, under, free]))

    vi.stubEnv('BENCHWRIGHT_SETTINGS', shop.settings)
    vi.stubEnv('BENCHWRIGHT_SSH_CONFIG', shop.config)
    const refused = await runCaptured(guard, '--host', 'lab', lab.link(mounted), '--json')
    expect(refused.status).toBe(3)
    expect(JSON.parse(refused.stdout)).toMatchObject({ verdict: 'refused', id: 'mount' })
    expect(await runCaptured(guard, '--host', 'lab', free, '--json')).toMatchObject({ status: 0 })
    expect(lab.checksums()).toEqual(before)
  })

  it('row 6: keeps the disk of the results file, if the SSH host is this very machine', async () => {
    const { first, second } = lab.disk()
    const other = createReview(join(lab.mounted(first), 'review.benchwright'))
    campaigns.store = other
    openRunner()
    try {
      other.savePlan(fioPlan('', { target: { kind: 'device', path: second }, hosts: [machine('lab')] }))
      await expect(campaigns.runner.confirmations.ask('fio-plan')).rejects.toMatchObject({
        problems: [
          expect.objectContaining({ text: expect.stringContaining('is on the disk that holds') as string }),
        ],
      })
    } finally {
      await campaigns.runner.dispose()
      other.close()
      campaigns.store = store
    }
  })

  it('row 14: is only read by a plan that only reads, and nobody is asked', async () => {
    openRunner()
    const device = lab.loop()
    ext4(device)
    const before = lab.checksums()
    const planId = save(device, {}, { pattern: 'random-read' })
    expect(await campaigns.runner.confirmations.ask(planId)).toBeUndefined()
    const { campaignId } = await campaigns.runner.start(planId, '', startAnyway)
    await campaigns.runner.ended(campaignId)
    expect(campaigns.states(campaignId)).toEqual(['done'])
    const runId = store.runs(campaignId)[0]?.id ?? 0
    expect(store.run(runId)?.argv).toContain('--readonly')
    const counters = new TextDecoder().decode(store.rawOutput(runId, 'counters'))
    expect(readDriveCounters(counters)?.devices[0]).toMatchObject({
      ...{ name: basename(device), kind: 'loop' },
      moved: { read: expect.any(Number) as number },
    })
    expect(lab.checksums()).toEqual(before)
  })

  it('rows 8, 17: is written only as confirmed: this plan, this device, this host key', async () => {
    const pool = openRunner()
    const [one, two] = [lab.image(), lab.image()]
    const device = tool('losetup', '-f', '--show', one)
    lab.later(() => tool('losetup', '-d', device))
    const before = lab.checksums()
    const planId = save(device, {
      preparation: [{ kind: 'discard' }, { kind: 'sequential-fill', passes: 2, blockBytes: 131_072 }],
    })
    await expect(campaigns.runner.start(planId, '', startAnyway)).rejects.toMatchObject(notConfirmed)

    const swapped = await confirm(planId)
    lab.attach(device, two)
    await expect(
      campaigns.runner.start(planId, '', { ...startAnyway, confirmationId: swapped }),
    ).rejects.toMatchObject(notConfirmed)

    // The same machine and device; but nobody agreed to one that identifies with another key.
    const otherKey = await confirm(planId)
    await shop.stopServer()
    await becomes(pool.ssh(machine('lab')), 'unknown')
    shop.makeKey('host_key')
    shop.trust()
    await shop.serve()
    await becomes(pool.ssh(machine('lab')), 'online')
    await expect(
      campaigns.runner.start(planId, '', { ...startAnyway, confirmationId: otherKey }),
    ).rejects.toMatchObject(notConfirmed)
    expect(lab.checksums()).toEqual(before)

    const campaignId = await begin(planId)
    await campaigns.runner.ended(campaignId)
    expect(store.runs(campaignId).map(({ phase, state }) => `${phase} ${state}`)).toEqual([
      'prepare done',
      'prepare done',
      'measure done',
    ])
    const printed = store.rawOutput(store.runs(campaignId)[0]?.id ?? 0, 'purge.txt')
    expect(new TextDecoder().decode(printed)).toContain('discarded 16777216 of 16777216 bytes')
    const after = lab.checksums()
    expect([after[0], after[1] === before[1]]).toEqual([before[0], false])
  })

  it('rows 19, 20, 36: stays claimed while the connection is lost, is released by a stop, and written on only as agreed', async () => {
    const pool = openRunner()
    const device = lab.loop()
    const planId = save(device, { repetitions: 2 }, { runtime: 60 })
    const campaignId = await begin(planId)
    const directory = await campaigns.measuring()
    await shop.stopServer()
    await becomes(pool.ssh(machine('lab')), 'unknown')
    process.kill(enginePid(directory), 0)
    expect(() => tool('mount', device, shop.target)).toThrow(/busy|already mounted/)
    await shop.serve()
    await becomes(pool.ssh(machine('lab')), 'online')
    expect(await askGuard(pool.ssh(machine('lab')), { path: device, writes: true })).toMatchObject({
      id: 'locked',
    })
    await campaigns.runner.stop(campaignId)
    expect(runProcesses(shop.folder)).toEqual([])
    expect(campaigns.states(campaignId)).toEqual(['done', 'stopped', 'waiting'])
    expect(await askGuard(pool.ssh(machine('lab')), { path: device, writes: true })).toMatchObject({
      verdict: 'allowed',
    })

    // The app was closed. An agreement covers the campaign until its end; what is laid out need not be written again.
    await campaigns.runner.dispose()
    openRunner()
    await campaigns.runner.resume(campaignId)
    await campaigns.measuring()
    expect(campaigns.logOf(campaignId)).not.toContain('is written again')
    await campaigns.runner.stop(campaignId)
    await campaigns.runner.dispose()

    // Somebody made a file system on it in the meantime: nobody agreed to losing that.
    openRunner()
    ext4(device)
    const before = lab.checksums()
    await campaigns.runner.resume(campaignId)
    await campaigns.runner.ended(campaignId)
    expect(campaigns.states(campaignId)).toContain('device-content-changed')
    expect(store.campaign(campaignId)?.state).toBe('stopped')
    await campaigns.runner.dispose()

    // Another key behind the name, and another list of agreements.
    await shop.stopServer()
    shop.makeKey('host_key')
    shop.trust()
    await shop.serve()
    openRunner()
    await expect(campaigns.runner.resume(campaignId)).rejects.toMatchObject(notConfirmed)
    await campaigns.runner.dispose()
    record = new ConfirmationRecord(lab.path('of another person'))
    openRunner()
    await expect(campaigns.runner.resume(campaignId)).rejects.toMatchObject(notConfirmed)
    expect(lab.checksums()).toEqual(before)
  })

  it('is written again by a campaign that continues after the device was away', async () => {
    openRunner()
    const image = lab.image()
    const device = tool('losetup', '-f', '--show', image)
    lab.later(() => tool('losetup', '-d', device))
    const campaignId = await begin(save(device, { repetitions: 2 }, { runtime: 60 }))
    await campaigns.measuring()
    await campaigns.runner.stop(campaignId)
    lab.attach(device, image)
    await campaigns.runner.resume(campaignId)
    await campaigns.runner.ended(campaignId)
    // Without a serial number nothing shows whether it is the same device.
    expect(campaigns.states(campaignId)).toContain('device-replaced')
    expect(campaigns.logOf(campaignId)).toContain(
      'The device is written again, because its content may have changed.',
    )
  })
})
