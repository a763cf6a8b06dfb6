import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
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

it('leads from an empty start screen through a suite to its summary and the draft of a review', async () => {
  const { window } = test
  const file = join(folder, 'suite.benchwright')
  await answerSave(test.app, file)
  await part('start-suite-quick-look').click()
  await part('run-all-form').waitFor()
  await part('run-all-cancel').click()

  await part('repetitions').fill('1')
  await part('value-file_size').fill('16M')
  await part('value-runtime').fill('1 s')
  await part('value-ramp_time').fill('0')
  await part('run-all').click()
  expect(await part('run-all-start').isDisabled()).toBe(true)
  await part('run-all-folder').fill(folder)
  await part('run-all-configuration').fill('as shipped')
  expect(await part('run-all-cost').textContent()).toMatch(/Together: 8 runs, about .+ on the target/)
  await part('run-all-start').click()

  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
  await part('campaign-summary')
    .getByText(/measured 8 cases in 8 runs on/)
    .waitFor()
  await window.getByRole('button', { name: 'Open the draft' }).click()
  await part('report-page').waitFor()

  await vi.waitFor(() => {
    const review = openReview(file, { mode: 'read' })
    try {
      const [campaign] = review.campaigns()
      expect(campaign).toMatchObject({ state: 'done', configuration: 'as shipped', runsByState: { done: 8 } })
      expect(review.documents.list()).toMatchObject([{ name: 'Drive review' }])
    } finally {
      review.close()
    }
  })
  expect(await part('run-all').count()).toBe(0)
  expect(test.problems).toEqual([])
})
