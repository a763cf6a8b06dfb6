import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newPlan } from '../../src/core/plan/edit-plan'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { quickStart, unhurried } from '../integration/runner/fio-plan'
import { descendants, signal, SshWorkshop } from '../integration/ssh/ssh-workshop'
import { axeFaults, loadAxe } from './axe-faults'
import { answerLogin, enterRoom, useHost } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'
import { benchPid } from './running-review'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let shop: SshWorkshop
let under: AppUnderTest
let restore: () => void
let file: string

beforeAll(async () => {
  shop = new SshWorkshop()
  await shop.serve()
  shop.configure()
  restore = useHost(shop)
  file = join(shop.folder, 'remote.benchwright')
  const review = createReview(file)
  review.savePlan(
    newPlan(
      { id: 'mix', seed: 1, target: { kind: 'folder', path: shop.target } },
      {
        name: 'Small mix',
        base: {
          pattern: 'random-mix',
          io_engine: 'psync',
          block_size: 4096,
          file_size: 4 * 1024 ** 2,
          ...quickStart,
          ...unhurried,
          runtime: 1,
          ramp_time: 0,
          direct: false,
        },
        axes: [{ key: 'read_percent', levels: [100, 50, 0] }],
        repetitions: 2,
      },
    ),
  )
  review.close()
  under = await launchApp({ args: [file], userDataDir: join(shop.folder, 'app') })
  await loadAxe(under.window)
})
afterAll(async () => {
  await under.close()
  restore()
  await shop.close()
})

const part = (testid: string) => under.window.getByTestId(testid)

/** The ssh programs started by the bench. */
async function sshPids(): Promise<readonly number[]> {
  const bench = await benchPid(under)
  if (bench === undefined) throw new Error('The bench is not running.')
  return descendants(bench).filter((pid) => {
    try {
      return readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim() === 'ssh'
    } catch {
      return false
    }
  })
}

/** Goes up from the target's folder, gets an error for a wrong path, and comes back to it through the list. */
async function chooseFolder(): Promise<void> {
  const { window } = under
  mkdirSync(join(shop.folder, '.hidden one'))
  await part('target-path').fill(`${shop.target}/none`)
  await part('browse-folders').click()
  await part('folders-error').getByText('does not exist').waitFor()
  await window.keyboard.press('Escape')
  await part('target-path').fill(shop.target)
  await part('browse-folders').click()
  await part('browsed-path').getByText(shop.target, { exact: true }).waitFor()
  await part('folder-up').click()
  const names = part('folder-list')
  await names.getByText('target', { exact: true }).waitFor()
  expect(await names.getByText('.hidden one').count()).toBe(0)
  await part('hidden-folders').check()
  await names.getByText('.hidden one').waitFor()
  expect(await part('folder-facts').textContent()).toMatch(/\w+ · .+ of .+ free/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(
      await axeFaults(window, '[data-testid="design-view"]', colorScheme === 'dark'),
      colorScheme,
    ).toEqual([])
  }
  await names.getByRole('button', { name: 'target', exact: true }).press('Enter')
  await part('browsed-path').getByText(shop.target, { exact: true }).waitFor()
  await part('choose-this-folder').click()
  expect(await part('target-path').inputValue()).toBe(shop.target)
}

/** Ticks this machine along with the host, so that the plan is one job for both, and undoes it. */
async function chooseSeveral(): Promise<void> {
  await part('hosts-way-several').check({ force: true })
  await part('plan-hosts-problem').getByText('Tick at least two').waitFor()
  await part('plan-host-local').check()
  await part('plan-hosts-problem').waitFor({ state: 'detached' })
  expect(await part('plan-host-lab').isChecked()).toBe(true)
  expect(await axeFaults(under.window, '[data-testid="design-view"]')).toEqual([])
  await part('start-campaign').click()
  await part('start-form')
    .getByText(/on this machine, lab together|stands? in the way/)
    .first()
    .waitFor()
  await under.window.keyboard.press('Escape')
  await part('plan-host-local').uncheck()
  await part('plan-hosts-problem').getByText('Tick at least two').waitFor()
  await part('hosts-way-one').check({ force: true })
}

async function cutLine(): Promise<void> {
  await shop.stopServer()
  for (const pid of await sshPids()) signal(pid, 'SIGKILL')
}

it('runs a matrix on a host added in the window, through a lost connection, to an exported figure', async () => {
  const { window, app } = under
  await enterRoom(window, 'Hosts')
  await part('add-host').click()
  await part('host-destination').fill('lab')
  await part('confirm-add-host').click()
  await answerLogin(window, /fingerprint\]\)\?|yes\/no/, 'yes')
  await part('host-state').getByText('Connected').waitFor()
  await part('check-engine-fio').waitFor()

  await enterRoom(window, 'Design')
  await part('plan-host').selectOption('lab')
  expect(await part('choose-folder').count()).toBe(0)
  await chooseFolder()
  await chooseSeveral()
  await part('plan-host').selectOption('lab')
  await part('target-facts').getByText('free').waitFor()
  await part('start-campaign').click()
  await part('start-form').getByText(`on lab`).waitFor()
  await part('confirm-start').click()
  await part('campaign-state').getByText('Running').waitFor()
  await vi.waitFor(async () => expect(Number(await part('finished-runs').textContent())).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 100,
  })

  // The connection is cut and stays so until the window reports it.
  await cutLine()
  await part('campaign-host-state').getByText('Unknown, reconnecting').waitFor()
  await enterRoom(window, 'Hosts')
  await part('host-lab').getByText('Small mix').waitFor()
  await part('host-standing').getByText('What runs there continues').waitFor()
  await shop.serve()
  await part('host-state').getByText('Connected').waitFor({ timeout: 40_000 })

  await enterRoom(window, 'Run')
  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
  expect(await part('finished-runs').textContent()).toBe('6')
  await part('show-results').click()
  await part('figure-canvas').waitFor()
  const drawing = join(shop.folder, 'remote.svg')
  await answerSave(app, drawing)
  await part('figure-export').click()
  await part('export-svg').click()
  await part('export-save').click()
  await vi.waitFor(() => expect(existsSync(drawing)).toBe(true))
  expect(readFileSync(drawing, 'utf8')).toContain('lab')

  const review = openReview(file, { mode: 'read' })
  const [campaign] = review.campaigns()
  expect(campaign).toMatchObject({ state: 'done', host: 'lab', runsByState: { done: 6 } })
  expect(review.check()).toEqual([])
  expect(review.campaign(campaign?.id ?? 0)?.hostRecord.devices).toBeDefined()
  expect([...review.rows({ metrics: ['iops'] })].filter((row) => row.direction === 'total')).toHaveLength(6)
  review.close()
  expect(under.problems).toEqual([])
})

it('abandons a campaign whose host does not return, and resumes it when the host is back', async () => {
  const { window } = under
  await enterRoom(window, 'Design')
  await part('start-campaign').click()
  await part('configuration-name').fill('given up')
  await part('confirm-start').click()
  await part('campaign-state').getByText('Running').waitFor()
  await vi.waitFor(async () => expect(Number(await part('finished-runs').textContent())).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 100,
  })
  await cutLine()
  await part('host-away').getByText('lab is away since').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFaults(window, '#app', colorScheme === 'dark'), colorScheme).toEqual([])
  }
  await part('campaign-give-up').click()
  await part('campaign-state').getByText('Interrupted').waitFor()
  await part('host-left').getByText('still away').waitFor()
  expect(await part('campaign-resume').isDisabled()).toBe(true)
  expect(
    campaignNow()
      ?.runs.map(({ failure }) => failure?.id)
      .filter(Boolean),
  ).toEqual(['host-given-up'])

  await shop.serve()
  await part('host-left').getByText('lab is back.').waitFor({ timeout: 40_000 })
  await part('campaign-resume').click()
  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
  expect(campaignNow()?.runsByState).toEqual({ done: 6 })
  expect(under.problems).toEqual([])
})

function campaignNow() {
  const review = openReview(file, { mode: 'read' })
  try {
    return review.campaign(review.campaigns().at(-1)?.id ?? 0)
  } finally {
    review.close()
  }
}
