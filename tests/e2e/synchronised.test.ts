import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newPlan } from '../../src/core/plan/edit-plan'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { quickStart, unhurried } from '../integration/runner/fio-plan'
import { SshWorkshop } from '../integration/ssh/ssh-workshop'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom, useHost } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

const [lab, lab2] = [new SshWorkshop(), new SshWorkshop()]
const file = join(lab.folder, 'together.benchwright')
let under: AppUnderTest
let restore: () => void

beforeAll(async () => {
  for (const shop of [lab, lab2]) {
    await shop.serve()
    shop.configure()
    shop.trust()
  }
  appendFileSync(lab.config, lab2.read('ssh_config').replace('Host lab', 'Host lab2'))
  appendFileSync(lab.knownHosts, lab2.read('settings/known_hosts'))
  restore = useHost(lab)
  const review = createReview(file)
  review.savePlan(
    newPlan(
      { id: 'shared', seed: 1, target: { kind: 'folder', path: lab.target } },
      {
        name: 'Shared storage',
        base: {
          pattern: 'random-mix',
          io_engine: 'psync',
          block_size: 4096,
          file_size: 8 * 1024 ** 2,
          ...quickStart,
          ...unhurried,
          runtime: 2,
          ramp_time: 0,
          direct: false,
        },
        axes: [{ key: 'read_percent', levels: [100, 0] }],
        repetitions: 2,
      },
    ),
  )
  review.close()
  under = await launchApp({ args: [file], userDataDir: join(lab.folder, 'app') })
  await loadAxe(under.window)
})
afterAll(async () => {
  await under.close()
  restore()
  for (const shop of [lab, lab2]) await shop.close()
})

const part = (testid: string) => under.window.getByTestId(testid)

async function sound(selector: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await under.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFaults(under.window, selector, colorScheme === 'dark'), colorScheme).toEqual([])
  }
}

async function addHost(name: string): Promise<void> {
  await part('add-host').click()
  await part('host-destination').fill(name)
  await part('confirm-add-host').click()
  await part('host-state').getByText('Connected').waitFor()
  await part(`host-${name}`).waitFor()
  await part('check-engine-fio').waitFor()
}

it('chooses two hosts for one job, and shows their parts running until they are done', async () => {
  const { window } = under
  await enterRoom(window, 'Hosts')
  await addHost('lab')
  await addHost('lab2')

  await enterRoom(window, 'Design')
  await part('hosts-way-several').check({ force: true })
  await part('plan-host-lab').check()
  await part('plan-host-lab2').check()
  await part('plan-host-local').uncheck()
  await part('plan-hosts-problem').waitFor({ state: 'detached' })
  await part('target-facts').getByText('free').waitFor()
  expect(await part('figure-space').textContent()).toMatch(/^16\sMiB$/)
  expect(await part('figure-space-note').textContent()).toMatch(
    /^8\sMiB on each of 2 hosts, .* free where there is least$/,
  )
  await part('start-campaign').click()
  await part('start-form').getByText('on lab, lab2 together').waitFor()
  await part('start-form').getByText('written on each of 2 hosts').waitFor()
  await part('confirm-start').click()
  await part('campaign-state').getByText('Running').waitFor()
  const machines = part('campaign-machines')
  await vi.waitFor(async () => expect(await machines.getByText('Running').count()).toBe(2), {
    timeout: 60_000,
  })
  await machines.getByText('1 of 4 runs').first().waitFor()
  await sound('#app')

  await machines.getByRole('button', { name: /lab2/ }).click()
  await part('campaign-leader').getByText('The part of lab2').waitFor()
  expect(await part('campaign-stop').count()).toBe(0)
  await part('campaign-leader').getByRole('button').click()
  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
  expect(await machines.getByText('4 of 4 runs').count()).toBe(2)
  expect(await machines.getByText('Done').count()).toBe(2)
})

it('draws all hosts together, and one of them separately', async () => {
  const shown = () => part('figure-campaigns').textContent()
  await part('show-results').click()
  await part('figure-canvas').waitFor()
  expect(await shown()).toContain('lab + lab2')

  await enterRoom(under.window, 'Run')
  await part('campaign-machines').getByRole('button', { name: /lab2/ }).click()
  await part('campaign-leader').waitFor()
  await part('show-results').click()
  await vi.waitFor(async () => expect(await shown()).toMatch(/(?<!\+ )lab2/))
  await part('figure-canvas').waitFor()
})

it('compares one host of the job with the other', async () => {
  const { window } = under
  await enterRoom(window, 'Compare')
  await window.getByRole('button', { name: 'baseline: Host lab', exact: true }).waitFor()
  await window.getByRole('button', { name: 'candidate: Host lab2', exact: true }).waitFor()
  await part('figure-canvas').waitFor()
  expect(await part('lined-up').textContent()).toContain('2 cases')
  expect(await part('figure-canvas').getAttribute('aria-label')).toContain('lab2 relative to lab')
  await sound('#app')
})

it('keeps all of it in the file: the whole, and a part for each host', () => {
  const review = openReview(file, { mode: 'read' })
  const [whole, ...parts] = review.campaigns()
  expect(whole).toMatchObject({ state: 'done', host: 'lab + lab2', runsByState: { done: 4 } })
  expect(parts.map(({ host, leaderId }) => [host, leaderId])).toEqual([
    ['lab', whole?.id],
    ['lab2', whole?.id],
  ])
  for (const { id } of parts) {
    const { files = [] } = review.run(review.runs(id).at(-1)?.id ?? 0) ?? {}
    // The supervisor passes the engine the file that it opened and compared.
    expect(files.map(({ text }) => text).join('\n')).toContain('filename=/proc/self/fd/')
  }
  expect(review.check()).toEqual([])
  review.close()
  expect(under.problems).toEqual([])
})
