import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { expandCases } from '../../src/core/plan/cases'
import { machine } from '../core/plan/machine'
import { newPlan } from '../../src/core/plan/edit-plan'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'

/** Folder for the screenshots, for inspection. */
const shots = process.env.BENCHWRIGHT_SHOTS

let folder: string
let under: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-strange-'))
  const path = join(folder, 'downloaded.benchwright')
  const review = createReview(path)
  const base = { pattern: 'random-read', io_engine: 'null', file_size: 1 << 26, runtime: 1, ramp_time: 0 }
  const plan = newPlan(
    { id: 'strange', seed: 1, target: { kind: 'none' } },
    { name: 'Downloaded', base, repetitions: 2 },
  )
  review.savePlan({ ...plan, id: 'away', name: 'On their host', hosts: [machine('me@127.0.0.1:1')] })
  const cases = expandCases(plan)
  const campaignId = review.createCampaign({
    ...{ plan, configuration: '', hostId: 'local', hostName: hostname(), cases, dataFile: undefined },
    runs: [1, 2].map((repetition) => ({ caseIndex: 0, repetition, phase: 'measure', seed: 1 })),
  })
  review.setCampaignState(campaignId, 'running')
  review.close()
  under = await launchApp({ args: [path], env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') } })
  await loadAxe(under.window)
})
afterAll(async () => {
  await under.close()
  await rm(folder, { recursive: true, force: true })
})

async function shoot(name: string): Promise<void> {
  if (shots === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await under.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await under.window.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) })
  }
}

describe('a results file from another machine', () => {
  it('row 62: shows a running campaign as interrupted, and starts it only when it is resumed here', async () => {
    const { window } = under
    await enterRoom(window, 'Run')
    await window.getByTestId('campaign-state').getByText('Interrupted elsewhere').waitFor()
    await window.getByTestId('begun-elsewhere').getByText('Only this file knows of the campaign').waitFor()
    await shoot('elsewhere-run')
    expect(await axeFaults(window)).toEqual([])
    expect(await readdir(join(under.userDataDir, 'state')).catch(() => [])).toEqual([])
    await window.getByTestId('campaign-resume').getByText('Resume here').click()
    await window.getByTestId('campaign-state').getByText('Done').waitFor()
    expect(await window.getByTestId('begun-elsewhere').count()).toBe(0)
  })

  it('names a host that is not on the list, sends it nothing, and offers to add it', async () => {
    const { window } = under
    await enterRoom(window, 'Design')
    await window.getByTestId('plan-host-unlisted').waitFor()
    await shoot('elsewhere-design')
    await window.getByTestId('go-hosts').click()
    await window.getByTestId('unlisted-host').getByText('me@127.0.0.1:1').first().waitFor()
    await shoot('elsewhere-hosts')
    expect(await axeFaults(window)).toEqual([])
    await enterRoom(window, 'Design')
    await window.getByTestId('plan-host-unlisted').getByRole('button').click()
    await window.getByTestId('plan-host-unlisted').waitFor({ state: 'detached' })
    await enterRoom(window, 'Hosts')
    await window.getByTestId('host-me@127.0.0.1:1').waitFor()
    expect(under.problems).toEqual([])
  })
})
