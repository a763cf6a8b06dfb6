import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { keepLevels, limitRate } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let folder: string
let file: string
let test: AppUnderTest

const leftovers: (() => Promise<void>)[] = []
async function end(): Promise<void> {
  for (const remove of leftovers.splice(0)) await remove()
}
afterAll(end)

const part = (testid: string) => test.window.getByTestId(testid)
const enter = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()
const caption = () => part('figure-canvas').getAttribute('aria-label')

/** `of`: which campaign of its plan it is; the first is asked for no configuration. */
async function runAs(configuration: string, of: 'first' | 'next'): Promise<void> {
  await part('start-campaign').click()
  if (of === 'first') await part('configuration-name-open').click()
  await part('configuration-name').fill(configuration)
  await part('confirm-start').click()
  await part('campaign-state').getByText('Running').waitFor()
  await part('campaign-state').getByText('Done').waitFor({ timeout: 120_000 })
}

it('designs and runs two real campaigns that differ in one setting', async () => {
  // An app and a file for each attempt.
  await end()
  folder = await mkdtemp(join(tmpdir(), 'benchwright-pair-'))
  leftovers.unshift(() => rm(folder, { recursive: true, force: true }))
  file = join(folder, 'review.benchwright')
  test = await launchApp()
  leftovers.unshift(() => test.close())
  const { window } = test
  await answerSave(test.app, file)
  await window.getByRole('button', { name: /Read\/write mix, 4 KB and 64 KB/ }).click()
  await enter('Compare')
  await part('nothing-to-compare').getByText('Nothing to compare yet').waitFor()
  await enter('Design')
  await part('target-path').fill(folder)
  await keepLevels(window, 'read_percent', ['100 %', '0 %'])
  await keepLevels(window, 'block_size', ['4 KiB'])
  await part('repetitions').fill('3')
  await part('value-file_size').fill('16M')
  await part('value-runtime').fill('1 s')
  await part('value-ramp_time').fill('0')
  await limitRate(window)
  await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe('6'))
  await part('value-direct').check()
  await runAs('direct', 'first')

  // One campaign: the levels of its axis can be compared with each other.
  await enter('Compare')
  await test.window.getByRole('button', { name: /^baseline: Reads/ }).waitFor()
  await enter('Design')
  await part('value-direct').uncheck()
  await runAs('buffered', 'next')
})

it('refuses percentages until the difference is accepted in writing or named as what is compared', async () => {
  await enter('Compare')
  await test.window.getByRole('button', { name: 'baseline: Configuration direct' }).waitFor()
  await test.window.getByRole('button', { name: 'candidate: Configuration buffered' }).waitFor()
  expect(await part('lined-up').textContent()).toContain('2 cases')
  await part('percent-refusal').waitFor()
  expect(await part('confounders').textContent()).toMatch(/Direct I\/O.*on.*off/)

  await part('acceptance').fill('The <page cache> is "what" we look at')
  await part('accept').click()
  await part('figure-canvas').waitFor()
  expect(await caption()).toContain('Accepted: The <page cache> is "what" we look at.')
  await part('withdraw-acceptance').click()
  await part('percent-refusal').waitFor()

  await part('name-direct').click()
  await part('figure-canvas').waitFor()
  expect(await part('compared-factors').textContent()).toMatch(/Direct I\/O/)
  expect(await caption()).toContain('Change of buffered relative to direct')
  expect(await caption()).not.toContain('Also different')
})

it('calls a side by the name that a person gives it, and by its own again', async () => {
  await part('baseline-chip').click()
  await part('side-name').fill('Drive A')
  await part('side-name').press('Enter')
  await test.window.getByRole('button', { name: 'baseline: Drive A, Configuration direct' }).waitFor()
  await test.window.keyboard.press('Escape')
  await vi.waitFor(async () => expect(await caption()).toContain('Change of buffered relative to Drive A'))
  await part('compare-undo').click()
  await vi.waitFor(async () => expect(await caption()).toContain('relative to direct'))
  await part('compare-redo').click()
  await vi.waitFor(async () => expect(await caption()).toContain('relative to Drive A'))
  await part('baseline-chip').click()
  await part('side-name-reset').click()
  await vi.waitFor(async () => expect(await caption()).toContain('relative to direct'))
  await part('side-name').fill('O_DIRECT')
  await part('side-name').press('Enter')
  await test.window.keyboard.press('Escape')
  await vi.waitFor(async () => expect(await caption()).toContain('relative to O_DIRECT'))
})

it('excludes a run with a reason that is kept in the file and printed, and includes it again', async () => {
  await part('view-table').check({ force: true })
  await part('compare-table').locator('tr.row').first().click()
  await part('case-panel')
    .getByRole('img', { name: /3 runs from/ })
    .waitFor()
  await part('leave-out').first().click({ force: true })
  await part('leave-out-reason').fill('another program was writing')
  await part('leave-out-confirm').click()
  await part('with-all-runs').waitFor()
  const left = openReview(file, { mode: 'read' })
  expect(left.excludedRuns().map(({ reason }) => reason)).toEqual(['another program was writing'])
  left.close()
  await part('view-difference').check({ force: true })
  await vi.waitFor(async () => expect(await caption()).toContain('(another program was writing)'))

  await part('compare-undo').click()
  await part('with-all-runs').waitFor({ state: 'detached' })
  await part('compare-redo').click()
  await part('with-all-runs').waitFor()
  await part('include-run').click()
  await part('with-all-runs').waitFor({ state: 'detached' })
  const whole = openReview(file, { mode: 'read' })
  expect(whole.excludedRuns()).toEqual([])
  expect(whole.check()).toEqual([])
  whole.close()
})

it('saves and exports the figure, and the table with every run', async () => {
  await part('compare-save').click()
  await part('compare-save-confirm').click()
  const drawing = join(folder, 'difference.svg')
  await answerSave(test.app, drawing)
  await part('figure-export').click()
  await part('export-svg').click()
  await part('export-save').click()
  await vi.waitFor(() => expect(existsSync(drawing)).toBe(true))
  expect(readFileSync(drawing, 'utf8')).toContain('Change of buffered relative to O_DIRECT (= 0 %)')

  await part('view-table').check({ force: true })
  const numbers = join(folder, 'table.csv')
  await answerSave(test.app, numbers)
  await part('figure-export').click()
  await part('export-csv').click()
  await part('export-save').click()
  await vi.waitFor(() => expect(existsSync(numbers)).toBe(true))
  const [head = '', ...rows] = readFileSync(numbers, 'utf8').trim().split(/\r?\n/)
  expect(head).toMatch(/difference_percent.*low.*high.*p.*adjusted_p.*verdict.*candidate_run_3/)
  expect(rows).toHaveLength(2)

  const review = openReview(file, { mode: 'read' })
  expect(review.figures()).toMatchObject([
    { settings: { kind: 'percent-difference', comparison: { names: [{ name: 'O_DIRECT' }] } } },
  ])
  review.close()
  expect(test.problems).toEqual([])
})
