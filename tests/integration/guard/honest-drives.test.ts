import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import { readDriveCounters } from '../../../src/core/observers/drive-counters'
import { isDriveVerdict, notJudgedId } from '../../../src/core/observers/judge-by-drive'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { fioPlan } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { canMakeDevices, DeviceLab, hasTool, tool } from './device-lab'
import { startAnyway } from '../../bench/runner/start-anyway'

/** How many honest runs there are in all; three on each stack by default. */
const runs = Number(process.env.BENCHWRIGHT_HONEST_RUNS ?? 0)

const mebibyte = 1024 ** 2
const fileBytes = 32 * mebibyte

/** Three patterns, in the long form at small and large requests. */
const cases = [
  { key: 'pattern', levels: ['random-mix', 'sequential-read', 'random-write'] },
  { key: 'block_size', levels: runs > 0 ? [4096, 256 * 1024] : [16_384] },
]
const direct = { direct: true, io_engine: 'libaio', queue_depth: 4, file_size: fileBytes, runtime: 0.3 }

describe.skipIf(!canMakeDevices() || !hasTool('fio'))('runs of direct I/O on a drive', () => {
  let lab: DeviceLab
  let shop: FioWorkshop
  beforeEach(() => {
    lab = new DeviceLab()
    shop = new FioWorkshop({ record: new ConfirmationRecord(lab.path('confirmed')) })
  })
  afterEach(async () => {
    await shop.close()
    lab.close()
  })

  const plan = (folder: string, parts: Partial<Plan> = {}, base: Record<string, LevelValue> = {}) =>
    fioPlan(folder, parts, { ...direct, ...base })
  const begin = async (one: Plan) => {
    shop.store.savePlan(one)
    const asked = await shop.runner.confirmations.ask(one.id)
    if (asked) shop.runner.confirmations.give(asked.id, asked.phrase.text)
    return (await shop.runner.start(one.id, '', { ...startAnyway, confirmationId: asked?.id })).campaignId
  }
  const measured = (campaignId: number) =>
    shop.store.runs(campaignId).filter(({ phase }) => phase === 'measure')
  const known = (campaignId: number) =>
    measured(campaignId).map(({ warnings }) =>
      warnings.filter((one) => isDriveVerdict(one) || one.id === notJudgedId).map(({ id }) => id),
    )
  /** What the drives did besides what fio counted, at most. */
  const besides = (campaignId: number) =>
    measured(campaignId).reduce((most, { id }) => {
      const bytes = shop.store.rawOutput(id, 'counters')
      const counters = bytes && readDriveCounters(new TextDecoder().decode(bytes))
      const [drive] = counters?.devices.filter(({ kind }) => kind === 'loop').slice(-1) ?? []
      const fio = (direction: 'read' | 'write') =>
        shop.store
          .run(id)
          ?.measurements.find((one) => one.metric === 'io_bytes' && one.direction === direction)?.value ?? 0
      const more = drive?.moved
        ? Math.max(drive.moved.read - fio('read'), drive.moved.write - fio('write'))
        : 0
      return Math.max(most, more)
    }, 0)

  const formatted = (make: readonly [string, ...string[]], size: number) => {
    const device = lab.loop(lab.image(size))
    const [program, ...options] = make
    tool(program, ...options, device)
    return { kind: 'folder', path: lab.mount(device) } as const
  }
  const stacks: Readonly<Record<string, () => Plan['target']>> = {
    // Otherwise the kernel writes the tables of a new ext4 in its first minutes.
    'ext4 on a loop device': () =>
      formatted(['mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0'], 128),
    'XFS on a loop device': () => formatted(['mkfs.xfs', '-q', '-f'], 320),
    'ext4 on a partition': () => {
      const disk = lab.loop(lab.image(128), '-P')
      tool('addpart', disk, '1', '2048', String(120 * 2048))
      lab.later(() => tool('delpart', disk, '1'))
      return { kind: 'folder', path: lab.mounted(`${disk}p1`) }
    },
    'a raw loop device': () => ({ kind: 'device', path: lab.loop(lab.image(64)) }),
  }
  const repetitions = Math.max(1, Math.ceil(runs / (Object.keys(stacks).length + 2) / 6))

  it.each(Object.keys(stacks))('that are honest are never accused: %s', async (name) => {
    const target = stacks[name]?.() ?? { kind: 'none' }
    const campaignId = await begin(plan('', { target, axes: cases, repetitions }))
    await shop.runner.ended(campaignId)
    expect(new Set(shop.states(campaignId))).toEqual(new Set(['done']))
    expect(known(campaignId).flat()).toEqual([])
    expect(shop.logText(campaignId)).not.toContain('measured again')
    // The journal, the superblock and the inodes: see the floor in judge-by-drive.ts.
    const most = besides(campaignId)
    expect(most).toBeLessThan(mebibyte)
    if (runs > 0)
      console.log(
        `${name}: ${String(measured(campaignId).length)} runs, at most ${String(most)} bytes besides`,
      )
  })

  it.each([
    ['btrfs', 'btrfs'],
    ['tmpfs', 'tmpfs'],
  ])('are not judged on %s, which is said once', async (name, word) => {
    if (name === 'btrfs' && !hasTool('mkfs.btrfs')) return
    const memory = () => {
      const folder = mkdtempSync('/dev/shm/benchwright-honest-')
      lab.later(() => rmSync(folder, { recursive: true }))
      return { kind: 'folder', path: folder } as const
    }
    const target = name === 'tmpfs' ? memory() : formatted(['mkfs.btrfs', '-q', '-f'], 256)
    const campaignId = await begin(plan('', { target, axes: cases, repetitions }))
    await shop.runner.ended(campaignId)
    expect(new Set(known(campaignId).flat())).toEqual(new Set(['not-judged-against-the-drive']))
    expect(shop.logText(campaignId).match(new RegExp(`Not judged .*not ${word}`, 'g'))).toHaveLength(1)
  })

  it('while a stranger writes to the drive are measured again, and say so', async () => {
    const folder = lab.mounted(lab.loop(lab.image(128)))
    const stranger = spawn(
      'fio',
      [
        ...[
          '--name=stranger',
          `--filename=${join(folder, 'strange')}`,
          '--rw=randwrite',
          '--bs=64k',
          '--direct=1',
        ],
        ...['--size=32m', '--time_based', '--runtime=600', '--output=/dev/null'],
      ],
      { stdio: 'ignore' },
    )
    try {
      mkdirSync(join(folder, 'target'))
      const base = { pattern: 'random-read', block_size: 65_536, runtime: 2 }
      const campaignId = await begin(plan(join(folder, 'target'), {}, base))
      await shop.runner.ended(campaignId)
      expect(known(campaignId)).toEqual([['other-load-on-the-drive']])
      expect(shop.logText(campaignId)).toMatch(/is measured again\. While fio read .* and wrote 0/)
    } finally {
      const ended = once(stranger, 'close')
      stranger.kill('SIGINT')
      await ended
    }
  })

  it('are repeated on new data if holes were punched into their file', async () => {
    const folder = lab.mounted(lab.loop(lab.image(128)))
    const base = { pattern: 'random-read', block_size: 65_536, runtime: 1 }
    const campaignId = await begin(plan(folder, { repetitions: 3 }, base))
    await shop.happens(
      (event) => event.type === 'run-changed' && event.run.phase === 'measure' && event.run.state === 'done',
    )
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.data'))
    tool('fallocate', '--punch-hole', '-o', '0', '-l', String(fileBytes), join(folder, file))
    await shop.runner.ended(campaignId)
    expect(known(campaignId)).toEqual([[], [], []])
    expect(shop.logText(campaignId)).toMatch(/is measured again\. (Before|After) the run .*holes/)
    expect(shop.logText(campaignId)).toContain('The data file is written again')
  })
})
