import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { ballastRunId } from '../../../src/bench/runner/execute/run-name'
import { createReview } from '../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { bundleChild, childModules } from './child-bundle'
import { fioPlan, unhurried } from './fio-plan'
import { enginePid, noneLeft, supervisorPid } from './processes'

/** Only root may create a separate file system. */
const isRoot = process.getuid?.() === 0

let folder: string
let target: string
let path: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-ballast-'))
  target = join(folder, 'small')
  path = join(folder, 'review.benchwright')
  mkdirSync(target)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'tmpfs', target])
  await bundleChild(new URL('./campaign-child.ts', import.meta.url), entry())
  const review = createReview(path)
  const axes = [{ key: 'fill_percent', levels: [95] }]
  review.savePlan(fioPlan(target, { axes }, { ...unhurried, runtime: 0.5, file_size: 8 * 1024 * 1024 }))
  review.close()
})
afterEach(async () => {
  await noneLeft(folder)
  execFileSync('umount', [target])
  rmSync(folder, { recursive: true, force: true })
})

const entry = () => join(folder, 'campaign-child.js')
const state = () => join(folder, 'state')
const usedPercent = () => {
  const { blocks, bavail } = statfsSync(target)
  return (100 * (blocks - bavail)) / blocks
}

function startApp() {
  const child = spawn(process.execPath, [entry(), path, target], {
    env: { ...process.env, NODE_PATH: childModules, BENCHWRIGHT_STATE: state() },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))
  return { child, ended: once(child, 'close').then(() => output) }
}

const victims = ['the app', 'its supervisor, too', 'its supervisor and its engine, too'] as const

/** Starts the campaign, and kills it as soon as a part of the ballast is on the disk. */
async function killAtBallast(victim: (typeof victims)[number]): Promise<void> {
  const { child, ended } = startApp()
  // The layout is 8 MiB of 512; no event announces a growing file.
  while (usedPercent() < 5) {
    const said = await Promise.race([pause(1), ended])
    if (said !== undefined) throw new Error(`The campaign ended without a ballast: ${said}`)
  }
  child.kill('SIGKILL')
  const runs = join(state(), 'runs')
  const directory = join(
    runs,
    readdirSync(runs).find((name) => name.endsWith(`-${String(ballastRunId)}`)) ?? '',
  )
  if (victim !== 'the app') process.kill(supervisorPid(directory), 'SIGKILL')
  if (victim === 'its supervisor and its engine, too') process.kill(enginePid(directory), 'SIGKILL')
  await ended
  expect(readdirSync(target).some((name) => name.endsWith('.ballast'))).toBe(true)
}

describe.runIf(isRoot)('an app that is killed while the ballast is written', () => {
  it.each(victims)('(%s) continues at the next start, and releases the space', async (victim) => {
    await killAtBallast(victim)
    expect(await startApp().ended).toBe('done\n')
    const review = openReview(path, { mode: 'read' })
    expect(review.runs(1).map((run) => run.state)).toEqual(['done', 'done'])
    expect(review.check()).toEqual([])
    review.close()
    expect(readdirSync(target)).toEqual([])
    expect(usedPercent()).toBeLessThan(1)
    expect(readdirSync(join(state(), 'runs'))).toEqual([])
  })

  it('releases the space if its campaign is stopped at the next start', async () => {
    await killAtBallast('its supervisor, too')
    const store = openReview(path, { mode: 'write' })
    if (!isWriter(store)) throw new Error('The review cannot be written.')
    const host = createLocalHost({ environment: { ...process.env, BENCHWRIGHT_STATE: state() } })
    const runner = new CampaignRunner({ store, host, stateFolder: state() })
    try {
      expect(await runner.reconcile()).toBe(1)
      await runner.stop(1)
      expect(store.campaign(1)?.state).toBe('stopped')
    } finally {
      await runner.dispose()
      store.close()
    }
    expect(readdirSync(target)).toEqual([])
    expect(usedPercent()).toBeLessThan(1)
  })
})
