import { copyFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerOpen } from './native-dialogs'

let folder: string
let test: AppUnderTest
let window: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-keyboard-'))
  const file = join(folder, 'mix.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  test = await launchApp({ args: [file], env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') } })
  window = test.window
  await window.getByLabel('Title of the review').waitFor()
  await loadAxe(window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => window.getByTestId(testid).first()
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await window.keyboard.press(key)
}
/** Waits until this part has the focus. */
const hasFocus = (testid: string) => window.locator(`[data-testid="${testid}"]:focus`).waitFor()

it('opens the tabs of a campaign and of a run with the arrow keys', async () => {
  await enterRoom(window, 'Run')
  await part('run-grid').waitFor()
  await part('run-shading').focus()
  await press('Shift+Tab')
  await hasFocus('tab-grid')
  await press('ArrowRight')
  await hasFocus('tab-runs')
  await part('run-row-1').waitFor()
  await press('End')
  await hasFocus('tab-log')
  await window.getByRole('list', { name: 'Log of events' }).waitFor()
  await press('ArrowRight')
  await hasFocus('tab-grid')

  await press('Tab', 'Tab', 'ArrowDown', 'Enter')
  await part('run-drawer').waitFor()
  await part('tab-numbers').focus()
  await press('ArrowLeft')
  await hasFocus('tab-output')
  await press('Escape')
  await part('run-drawer').waitFor({ state: 'hidden' })
})

it('lets the focus through the terminal', async () => {
  await part('toggle-terminal').focus()
  await press('Enter')
  await part('terminal').locator('textarea').focus()
  await press('Shift+Tab')
  await window.locator('button[aria-label="Close the terminal"]:focus').waitFor()
  await press('Tab', 'Control+`')
  await part('terminal').waitFor({ state: 'detached' })
})

it('deletes a campaign without a question, and brings it back', async () => {
  await window.getByRole('button', { name: 'Delete campaign' }).focus()
  await press('Enter')
  await part('deleted-notice').waitFor()
  await part('campaign-1').waitFor({ state: 'detached' })
  await press('Control+z')
  await part('campaign-1').waitFor()
  await part('deleted-notice').waitFor({ state: 'detached' })
})

it('asks before the bin is emptied, with the focus on Cancel, and returns the focus', async () => {
  await enterRoom(window, 'Review')
  await part('device-card-add').click()
  await part('device-delete').click()
  await part('bin').locator('summary').focus()
  await press('Enter')
  await part('bin-empty').focus()
  await press('Enter')
  await hasFocus('question-cancel')
  expect(await axeFaults(window, '[data-testid=question]')).toEqual([])
  await press('Tab')
  await hasFocus('question-confirm')
  await press('Escape')
  await part('question').waitFor({ state: 'detached' })
  await hasFocus('bin-empty')
  await press('Enter')
  await hasFocus('question-cancel')
  await press('Enter')
  await part('question').waitFor({ state: 'detached' })
  await part('bin-item').waitFor()
  await enterRoom(window, 'Run')
})

it('shows a failure above the status strip; F6 goes to it, and Escape closes it and returns the focus', async () => {
  const bad = join(folder, 'bad.benchwright')
  writeFileSync(bad, 'nothing')
  await answerOpen(test.app, bad)
  await part('campaign-rename').focus()
  await press('Control+k')
  await part('palette').fill('Merge a review')
  await press('Enter')
  const notice = window.locator('.n-notification')
  await notice.getByText('is not a Benchwright results file').waitFor()
  const [box, strip] = await Promise.all([
    notice.boundingBox(),
    window.getByRole('contentinfo').boundingBox(),
  ])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
  await hasFocus('campaign-rename')
  await press('F6')
  await window.locator('.n-notification button[aria-label="close"]:focus').waitFor()
  await press('Escape')
  await notice.waitFor({ state: 'detached' })
  await hasFocus('campaign-rename')
})

it('opens menus with the keyboard, moves in them with the arrow keys, and returns the focus', async () => {
  await enterRoom(window, 'Design')
  await part('new-plan').focus()
  await press('Enter')
  const menu = window.getByRole('menu', { name: 'New' })
  await menu.waitFor()
  expect(await axeFaults(window, '[role=menu]')).toEqual([])
  await press('End', 'ArrowUp')
  await hasFocus('new-empty')
  await press('Escape')
  await menu.waitFor({ state: 'detached' })
  await hasFocus('new-plan')
  await press('Enter', 'End', 'ArrowUp', 'Enter')
  const plans = window.locator('[data-testid=plan-menu]')
  await plans.nth(1).waitFor({ state: 'attached' })
  await window.getByTestId('plan-name').waitFor()

  await window.locator('[aria-current=true][data-testid^=plan-]').focus()
  await press('Tab', 'Tab')
  await hasFocus('plan-menu')
  await press('Enter', 'Enter')
  await hasFocus('plan-rename')
  await press('Escape')
  await window.locator('[aria-current=true][data-testid^=plan-]:focus').waitFor()
  await press('Tab', 'Tab', 'Enter', 'End', 'Enter')
  await part('deleted-notice').waitFor()
  await plans.nth(1).waitFor({ state: 'detached' })
})

it('keeps the focus in the panel of a button, and chooses several campaigns there', async () => {
  await enterRoom(window, 'Results')
  const field = window.getByRole('button', { name: /^Campaigns/ })
  await field.focus()
  await press('Enter')
  const panel = window.getByRole('dialog', { name: 'Campaigns' })
  await panel.waitFor()
  expect(await axeFaults(window, '.figure-controls')).toEqual([])
  await press('Escape')
  await hasFocus('figure-campaigns')
  await part('figure-export').focus()
  await press('Enter')
  await hasFocus('export-png')
  await press('Shift+Tab')
  await hasFocus('export-save')
  await press('Tab')
  await hasFocus('export-png')
  await press('Escape')
  await hasFocus('figure-export')
})

it('opens a device card with the focus on its name, and the import by its key', async () => {
  await enterRoom(window, 'Review')
  await part('device-card-add').focus()
  await press('Enter')
  await hasFocus('device-name')
  await press('Escape')
  await hasFocus('device-card-add')
  await press('Control+i')
  await window.getByRole('dialog', { name: /^Import/ }).waitFor()
  await press('Escape')
  await hasFocus('device-card-add')
})

it('keeps the focus on a button that starts something which takes a while', async () => {
  await enterRoom(window, 'Hosts')
  await part('inspect-host').focus()
  await press('Enter')
  await hasFocus('inspect-host')
})

it('keeps the focus on a figure that was renamed', async () => {
  await enterRoom(window, 'Figures')
  for (const end of ['Escape', 'Enter']) {
    await part('figure-rename').focus()
    await press('Enter')
    await hasFocus('figure-name')
    await press(end)
    await hasFocus('figure-rename')
  }
})

it('gives the focus to a neighbour of what is deleted', async () => {
  await part('figure-delete').focus()
  await press('Enter')
  await window.locator('[data-testid=figure-card]:first-child button[aria-label^="Open "]:focus').waitFor()

  await enterRoom(window, 'Design')
  await part('remove-axis-read_percent').focus()
  await press('Enter')
  await hasFocus('axis-handle-block_size')
  await part('remove-axis-block_size').focus()
  await press('Enter')
  await hasFocus('add-axis')

  await enterRoom(window, 'Report')
  await part('new-document-empty').click()
  await part('document-delete').focus()
  await press('Enter')
  await hasFocus('document-undelete')
  await press('Enter')
  // Not in the name of the document, where undo is that of the text.
  await hasFocus('report-redo')
})

it('keeps the focus on undo when there is nothing more to undo, and on redo likewise', async () => {
  await enterRoom(window, 'Results')
  await part('figure-metric').selectOption({ label: 'IOPS' })
  for (const side of ['undo', 'redo']) {
    await part(`results-${side}`).focus()
    await press('Enter')
    await window.locator(`[data-testid="results-${side}"][aria-disabled="true"]:focus`).waitFor()
    // Nothing happens any more, to this button or to the one beside it.
    await press('Enter')
    await hasFocus(`results-${side}`)
  }
  await vi.waitFor(async () => expect(await part('figure-metric').inputValue()).toContain('iops'))
})

it('gives the focus back when the panel that has it closes', async () => {
  await enterRoom(window, 'Run')
  await part('tab-grid').click()
  await part('run-grid').focus()
  await press('ArrowDown', 'Enter')
  await part('tab-numbers').focus()
  await press('Escape')
  await hasFocus('run-grid')
  expect(test.problems).toEqual([])
})
