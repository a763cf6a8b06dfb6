import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { keepLevels, limitRate } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

let folder: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-suite-'))
  test = await launchApp()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)

it('leads from an empty start screen through the plans of a suite to their summary and the draft of a review', async () => {
  const { window } = test
  const file = join(folder, 'suite.benchwright')
  await answerSave(test.app, file)
  await part('start-suite-quick-look').click()
  await part('run-all-form').waitFor()
  await part('run-all-cancel').click()

  await keepLevels(window, 'pattern', ['Sequential read', 'Random write'])
  await part('repetitions').fill('1')
  await part('value-file_size').fill('16M')
  await part('value-runtime').fill('1 s')
  await part('value-ramp_time').fill('0')
  await limitRate(window)
  await part('duplicate-plan').first().dispatchEvent('click')
  await window.getByText('copy').first().waitFor()
  await part('run-all').click()
  expect(await part('run-all-start').isDisabled()).toBe(true)
  await part('run-all-folder').fill(folder)
  await part('run-all-configuration-open').click()
  await part('run-all-configuration').fill('as shipped')
  expect(await part('run-all-cost').textContent()).toMatch(/Together: 8 runs, about .+ on the target/)
  await part('run-all-start').click()

  // The room goes from the first plan to the second one.
  await part('suite-place').getByText('Plan 1 of 2').waitFor()
  await part('suite-left')
    .getByText(/left for all/)
    .waitFor()
  await part('suite-place').getByText('Plan 2 of 2').waitFor({ timeout: 120_000 })
  await window.locator('[data-testid=suite-part-2][aria-current=true]').waitFor()
  await part('suite-place').getByText('2 plans: 2 done').waitFor({ timeout: 120_000 })
  await part('campaign-state').getByText('Done').waitFor()
  await part('campaign-summary')
    .getByText(/measured 4 cases in 4 runs on/)
    .waitFor()
  await window.getByRole('button', { name: 'Open the draft' }).click()
  await part('report-page').waitFor()

  await vi.waitFor(() => {
    const review = openReview(file, { mode: 'read' })
    try {
      const ended = { state: 'done', configuration: 'as shipped', runsByState: { done: 4 } }
      expect(review.campaigns()).toMatchObject([ended, ended])
      expect(review.documents.list()).toMatchObject([{ name: 'Drive review' }])
    } finally {
      review.close()
    }
  })
  expect(await part('run-all').count()).toBe(0)
  expect(test.problems).toEqual([])
})

it('says what is wrong with a folder at once, and takes back that plans have ended when they continue', async () => {
  const { window } = test
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await part('duplicate-plan').first().dispatchEvent('click')
  await window.locator('.open[aria-current=true]').getByText('copy (2)').waitFor()
  await part('target-path').fill('')
  await part('repetitions').fill('20')
  await vi.waitFor(async () => expect(await part('save-state').textContent()).toContain('Saved'))
  await part('run-all').click()
  await part('run-all-folder').fill(join(folder, 'nowhere'))
  await part('run-all-folder-problem').getByText('does not exist').waitFor()
  expect(await part('run-all-start').isDisabled()).toBe(true)
  await part('run-all-folder').fill(folder)
  await part('run-all-folder-problem').waitFor({ state: 'detached' })
  await part('run-all-start').click()
  await part('campaign-state').getByText('Running').waitFor()

  await part('campaign-stop').click()
  const notice = window.getByText('The plan has ended.')
  await notice.waitFor()
  await part('campaign-resume').click()
  await notice.waitFor({ state: 'detached' })
  await part('campaign-stop').click()
  await part('campaign-state').getByText('Stopped').waitFor()
  expect(test.problems).toEqual([])
})
