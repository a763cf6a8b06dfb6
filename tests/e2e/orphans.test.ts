import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../src/bench/hosts/local/local-host'
import { startRun } from '../../src/bench/runner/execute/start-run'
import { thisProcess } from '../../src/bench/files/process-identity'
import { quickStart, unhurried } from '../integration/runner/fio-plan'
import { enginePid, runProcesses } from '../integration/runner/processes'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom } from './hosts-room'
import type { AppUnderTest } from './launch-app'
import { runningReview, type RunningReview } from './running-review'
import { oneStep } from '../../src/core/engines/steps'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-orphans-'))
let review: RunningReview
let under: AppUnderTest

beforeAll(async () => {
  process.env.BENCHWRIGHT_STATE = folder
  review = await runningReview()
  under = await review.launch()
  await loadAxe(under.window)
})
// Leftovers of a first attempt would disturb the second.
beforeEach(() => {
  for (const pid of runProcesses(folder)) process.kill(pid, 'SIGKILL')
  rmSync(join(folder, 'runs'), { recursive: true, force: true })
})
afterAll(async () => {
  await under.close()
  await review.remove()
  delete process.env.BENCHWRIGHT_STATE
  for (const pid of runProcesses(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A real fio under its supervisor after its app has gone. */
async function orphan(runName: string): Promise<void> {
  const runDirectory = join(folder, 'runs', runName)
  const args = [
    '--name=left',
    '--ioengine=null',
    '--size=1G',
    '--time_based',
    '--runtime=600',
    `--thinktime=${unhurried.thinktime}`,
    `--thinktime_blocks=${unhurried.thinktime_blocks}`,
    `--clocksource=${quickStart.clocksource}`,
    '--rw=randread',
  ]
  const steps = oneStep('measure', { program: 'fio', args }, 'output.json', [])
  const host = createLocalHost()
  expect(await startRun(host, { runDirectory, runName, steps, guard: undefined })).toBe('started')
  await vi.waitFor(() => expect(enginePid(runDirectory)).toBeGreaterThan(1), { timeout: 30_000 })
}

const part = (testid: string) => under.window.getByTestId(testid)

async function faultsInBoth(window: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFaults(window, '#app', colorScheme === 'dark'), colorScheme).toEqual([])
  }
}

it('names runs left by others before a start and on their host, and ends them with proof', async () => {
  const { window } = under
  await orphan('bw-00c0ffee-7')
  await orphan('bw-00c0ffee-8')
  const pids = runProcesses(folder)
  expect(pids.length).toBeGreaterThanOrEqual(2)

  await enterRoom(window, 'Design')
  await part('start-campaign').click()
  await part('confirm-start').click()
  const dialog = part('orphans-dialog')
  await dialog.getByText('2 runs are under way on').waitFor()
  expect(await dialog.getByTestId('orphan-bw-00c0ffee-7').textContent()).toMatch(
    /moves no data.*began just now/,
  )
  await dialog
    .getByText(/\d process/)
    .first()
    .click()
  await dialog.getByText('fio --name=left').first().waitFor()
  await faultsInBoth(window)
  await part('orphans-cancel').click()
  await dialog.waitFor({ state: 'detached' })
  expect(review.campaign()).toBeUndefined()
  expect(runProcesses(folder)).toEqual(expect.arrayContaining([...pids]))

  await enterRoom(window, 'Hosts')
  const rows = part('host-orphans')
  // As long as a living window or command of this user works on them, they are not orphans.
  const note = { tag: '00c0ffee', path: '/my/other.benchwright', executes: true, owner: thisProcess() }
  mkdirSync(join(folder, 'started'), { recursive: true })
  writeFileSync(join(folder, 'started', '00'), JSON.stringify(note))
  await part('inspect-host').click()
  await rows.getByTestId('orphan-executed').getByText('/my/other.benchwright').first().waitFor()
  expect(await rows.getByTestId('stop-orphan').count()).toBe(0)
  await faultsInBoth(window)
  if (process.env.BENCHWRIGHT_SHOTS)
    await window.screenshot({ path: join(process.env.BENCHWRIGHT_SHOTS, 'orphan-executed.png') })
  rmSync(join(folder, 'started', '00'))
  await part('inspect-host').click()
  await rows.getByTestId('orphan-executed').first().waitFor({ state: 'detached' })
  await rows.getByTestId('orphan-bw-00c0ffee-7').getByTestId('stop-orphan').click()
  await rows
    .getByTestId('orphan-fate')
    .getByText(/Ended and looked for again: processes? \d.* gone\./)
    .waitFor()
  await faultsInBoth(window)
  await part('inspect-host').click()
  await rows.getByTestId('orphan-bw-00c0ffee-7').waitFor({ state: 'detached' })

  await enterRoom(window, 'Design')
  await part('start-campaign').click()
  await part('confirm-start').click()
  await dialog.getByText('A run is under way on').waitFor()
  await part('orphans-stop').click()
  await dialog
    .getByTestId('orphan-fate')
    .getByText(/Ended and looked for again/)
    .waitFor()
  expect(runProcesses(folder)).toEqual([])
  await part('orphans-start').click()
  await part('campaign-state').getByText('Running').waitFor()
  await part('campaign-stop').click()
  await part('campaign-state').getByText('Stopped').waitFor()
  expect(under.problems).toEqual([])
})

it('starts next to a run that is left, and reports it in the log', async () => {
  const { window } = under
  await orphan('bw-00c0ffee-9')
  await enterRoom(window, 'Design')
  await part('start-campaign').click()
  await part('confirm-start').click()
  await part('orphans-leave').click()
  await part('campaign-state').getByText('Running').waitFor()
  await window.getByText('Log', { exact: true }).click()
  await window.getByText(/in progress on .*: bw-00c0ffee-9/).waitFor()
  expect(runProcesses(folder)).not.toEqual([])
  await part('campaign-stop').click()
  await part('campaign-state').getByText('Stopped').waitFor()
  expect(under.problems).toEqual([])
})
