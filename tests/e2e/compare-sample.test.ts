import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-compare-'))
  const file = join(folder, 'review.benchwright')
  await copyFile('resources/samples/sandforce-kernel.benchwright', file)
  test = await launchApp({ args: [file] })
  await loadAxe(test.window)
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Compare').click()
  await part('compare-summary').waitFor()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const view = (name: string) => part(`view-${name}`).check({ force: true })

it('explains that runs of printed differences were not published, and offers the sigma rule', async () => {
  expect(await part('lined-up').textContent()).toContain('414 cases')
  expect(await part('compare-summary').textContent()).toContain('414 cases: 414 not tested')
  await part('runs-not-published').getByRole('button').click()
  await part('runs-not-published').waitFor({ state: 'detached' })
})

it('shows printed results in the Run room without any runs', async () => {
  const room = (name: string) =>
    test.window.getByRole('navigation', { name: 'Rooms' }).getByText(name).click()
  await room('Run')
  await part('campaign-origin').getByText('414 results taken from print').waitFor()
  expect(await part('finished-runs').count()).toBe(0)
  expect(await part('run-grid').count()).toBe(0)
  expect(await test.window.locator('main').textContent()).not.toContain('no data file')
  await room('Compare')
})

it('reproduces the published comparison: 235 of 414 meaningful, three touch zero', async () => {
  await part('compare-summary').getByText('235 meaningful by the sigma rule', { exact: false }).waitFor()
  expect(await part('compare-summary').textContent()).toContain('3 with an error bar that touches zero')
  await part('figure-canvas').waitFor()
  await view('table')
  expect(await part('table-count').textContent()).toBe('414 of 414')
  await part('table-verdict').selectOption('meaningful')
  await vi.waitFor(async () => expect(await part('table-count').textContent()).toBe('235 of 414'))
  await part('table-verdict').selectOption('touches zero')
  await vi.waitFor(async () => expect(await part('table-count').textContent()).toBe('3 of 414'))
  await part('table-verdict').selectOption('')

  await part('table-query').fill('refwrite')
  await vi.waitFor(async () => expect(await part('table-count').textContent()).toBe('30 of 414'))
  await part('table-significant').check()
  await vi.waitFor(async () => expect(await part('table-count').textContent()).toBe('20 of 414'))
  await part('table-significant').uncheck()
  await part('table-query').fill('')
})

it('has no bars of differences that were printed without means, and says where to look instead', async () => {
  await view('bars')
  await part('error-note').getByText('Only differences were printed', { exact: false }).waitFor()
  await part('figure-canvas').waitFor({ state: 'detached' })
  await part('figure-export').waitFor({ state: 'detached' })
  await view('difference')
  await part('figure-canvas').waitFor()
  await view('table')
})

it('sorts the table, navigates it by keyboard and keeps only the visible rows in the page', async () => {
  const rows = part('compare-table').locator('tr.row')
  await part('sort-difference').click()
  await vi.waitFor(async () => expect(await rows.first().textContent()).toContain('+28.1'))
  expect(await rows.count()).toBeLessThan(60)
  await rows.first().focus()
  await test.window.keyboard.press('End')
  await vi.waitFor(async () =>
    expect(await test.window.evaluate(() => document.querySelector('tr:focus')?.textContent)).toContain(
      '−10.0',
    ),
  )
  await test.window.keyboard.press('Enter')
  await vi.waitFor(async () => expect(await part('case-verdict').textContent()).toMatch(/−10\.03?\u202f%/))
  expect(await part('case-panel').textContent()).toContain('The runs were not published.')
  await test.window.keyboard.press('Escape')
  await part('case-panel').waitFor({ state: 'detached' })
})

it('shows one test at a time, and exports the figure with the rule in its caption', async () => {
  await view('difference')
  await part('hold-test').selectOption({ label: 'Record rewrite' })
  await part('figure-canvas').waitFor()
  const drawing = join(folder, 'record-rewrite.svg')
  await answerSave(test.app, drawing)
  await part('figure-export').click()
  await part('export-svg').click()
  await part('export-save').click()
  const svg = await vi.waitFor(() => readFile(drawing, 'utf8'))
  expect(svg).toContain('this rule ignores the spread of kernel 2.6.32')
  expect(svg).toContain('Printed in Linux Magazine')
})

it('names the highlights of each direction that are not listed', async () => {
  await view('highlights')
  const headings = test.window.getByRole('region', { name: 'Highlights' }).getByRole('heading')
  await vi.waitFor(async () =>
    expect(await headings.allInnerTexts()).toEqual(['Better 43 of 97', 'Worse 57 of 138']),
  )
})

it('passes clicks through a panel that is closing', async () => {
  await part('candidate-chip-0').click()
  await part('side-value-0').waitFor()
  await test.window.keyboard.press('Escape')
  await view('difference')
  await part('figure-canvas').waitFor()
})

it('refuses a second baseline with the reason', async () => {
  await part('add-baseline').click()
  await part('second-baseline').getByText('A comparison has one baseline.').waitFor()
  await test.window.keyboard.press('Escape')
  await part('second-baseline').waitFor({ state: 'hidden' })
})

it.each(['light', 'dark'] as const)('has no accessibility fault in %s colours', async (colorScheme) => {
  // The message about saving is shown for a while, and fading text has a momentary contrast.
  await test.window.locator('.n-message').waitFor({ state: 'detached' })
  await test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const faults = () => axeFaults(test.window, undefined, colorScheme === 'dark')
  for (const name of ['difference', 'table', 'highlights']) {
    await view(name)
    expect(await faults(), name).toEqual([])
  }
  await part('highlight').first().click()
  await part('case-verdict').waitFor()
  expect(await faults(), 'case').toEqual([])
  await part('candidate-chip-0').click()
  await part('side-value-0').waitFor()
  expect(await faults(), 'chip').toEqual([])
  await test.window.keyboard.press('Escape')
  await part('side-value-0').waitFor({ state: 'hidden' })
  expect(test.problems).toEqual([])
})
