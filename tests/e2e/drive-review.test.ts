import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { openArticle, pageCount } from './article-window'
import { axeFaults, loadAxe } from './axe-faults'
import { keepLevels, limitRate } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

let folder: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-drive-review-'))
  test = await launchApp()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const hostile = 'The <b>drive</b> & "its" numbers'

/** The stored document and the data's value for a case; both are read from the file, not from the window. */
function stored(file: string) {
  const review = openReview(file, { mode: 'read' })
  try {
    const [first] = review.documents.list()
    return first && review.documents.read(first.id)
  } finally {
    review.close()
  }
}

/** Means of the cases of the first campaign, over reads and writes. */
function meansOf(file: string, metric: string): readonly number[] {
  const review = openReview(file, { mode: 'read' })
  try {
    const byCase = new Map<string, number[]>()
    for (const { id, caseKey } of review.runs(review.campaigns()[0]?.id ?? 0))
      for (const one of review.run(id)?.measurements ?? [])
        if (one.metric === metric && one.direction === 'total')
          byCase.set(caseKey, [...(byCase.get(caseKey) ?? []), one.value])
    return [...byCase.values()].map((all) => all.reduce((sum, value) => sum + value, 0) / all.length)
  } finally {
    review.close()
  }
}

/** Keeps pictures for inspection: with BENCHWRIGHT_KEEP_PICTURES, in that folder. */
function keep(name: string, bytes: Uint8Array): void {
  const to = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (to === undefined) return
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, name), bytes)
}

it('makes a drive review from a measured campaign by mouse and keyboard, and its page works in a browser', async () => {
  const { window, app } = test
  const file = join(folder, 'drive.benchwright')
  await answerSave(app, file)
  await part('start-suite-quick-look').click()

  // A small matrix, measured with fio on a file.
  await part('run-all-cancel').click()
  await keepLevels(window, 'pattern', ['Sequential read', 'Random write'])
  await part('repetitions').fill('2')
  await part('value-file_size').fill('16M')
  await part('value-runtime').fill('1 s')
  await part('value-ramp_time').fill('0')
  await limitRate(window)
  await part('run-all').click()
  await part('run-all-folder').fill(folder)
  await part('run-all-configuration-open').click()
  await part('run-all-configuration').fill('as shipped')
  await part('run-all-start').click()
  await part('campaign-state').getByText('Done').waitFor({ timeout: 240_000 })
  await window.getByRole('button', { name: 'Open the draft' }).click()
  await part('report-page').waitFor()

  // Title and a sentence with a number of the data, by keyboard; the number is picked.
  await part('document-title').fill(hostile)
  await part('report-block').first().focus()
  await window.keyboard.press('Enter')
  await part('heading-text').waitFor()
  await part('add-block').click()
  await part('add-text').click()
  await part('block-text').fill('In short, it reaches ')
  await part('insert-field').click()
  await part('field-metric').selectOption({ label: 'IOPS' })
  const choice = part('field-choice').first()
  await choice.locator('.value').filter({ hasText: 'IOPS' }).waitFor()
  const picked = (await choice.locator('.value').textContent())?.trim() ?? ''
  expect(picked).toMatch(/\d/)
  await choice.click()
  await window.keyboard.type(', **measured** <script>globalThis.broken = 1</script>.')
  await part('report-field').getByText(picked, { exact: true }).waitFor()
  await window.keyboard.press('Escape')
  await vi.waitFor(() => {
    const text = stored(file)?.blocks.find(({ type }) => type === 'text')
    expect(text?.type === 'text' ? text.markdown : '').toMatch(/^In short, it reaches \{\{value .*\}\}, \*\*/)
  })

  // Exported, and opened by the button next to its message.
  const written = join(folder, 'article.html')
  await answerSave(app, written)
  await app.evaluate(({ shell }) => {
    const shown: string[] = []
    Reflect.set(globalThis, 'shown', shown)
    shell.openPath = (path) => {
      shown.push(`open ${path}`)
      return Promise.resolve('')
    }
    shell.showItemInFolder = (path) => void shown.push(`folder ${path}`)
  })
  const ways = async (label: string) => {
    await part('document-export').click()
    await part('export-html').click()
    await window.getByText(`Written to ${written}`).last().waitFor({ timeout: 120_000 })
    await window.getByRole('button', { name: label }).last().click()
  }
  await ways('Open')
  await ways('Show in folder')
  await vi.waitFor(async () =>
    expect(await app.evaluate(() => Reflect.get(globalThis, 'shown') as string[])).toEqual([
      `open ${written}`,
      `folder ${written}`,
    ]),
  )
  expect(test.problems).toEqual([])

  // As a reader has it: a file in a browser, without any network.
  const article = await openArticle(app, written)
  const { page } = article
  expect(page.url()).toBe(pathToFileURL(written).href)
  expect(await page.locator('h1').textContent()).toBe(hostile)
  const sentence = page.locator('p', { hasText: 'In short, it reaches' })
  expect(await sentence.textContent()).toContain(
    `${picked.replaceAll('\u202f', '\u202f')}, measured <script>globalThis.broken = 1</script>.`,
  )
  expect(await page.evaluate(() => Reflect.get(globalThis, 'broken') as unknown)).toBeUndefined()

  const plots = page.locator('figure.plot')
  expect(await plots.count()).toBeGreaterThan(0)
  const texts = await page.locator('table td').allTextContents()
  keep('drive-review-first.png', await page.screenshot({ fullPage: true }))
  // Each figure responds to the mouse, with the digits of the table below.
  for (const plot of await plots.all()) {
    const mark = plot.locator('.hit').last()
    await mark.scrollIntoViewIfNeeded()
    await mark.hover({ force: true })
    const tip = await page.locator('.tip').textContent()
    expect(tip).toMatch(/\d/)
    // Of overlapping marks, one responds.
    const tips = await plot
      .locator('.hit')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tip')))
    expect(tips).toContain(tip)
  }
  const mark = page.locator('.hit[data-tip*="n = 2"]').first()
  await mark.scrollIntoViewIfNeeded()
  await mark.hover({ force: true })
  const [, value = ''] = ((await page.locator('.tip').textContent()) ?? '').split('\n')
  expect(texts.map((text) => text.trim())).toContain(value.split('\u202f')[0])
  keep('drive-review-hover.png', await page.screenshot())
  const series = page.locator('figure.plot').first().locator('fieldset.series input').first()
  if ((await series.count()) > 0) {
    const numbers = ((await series.getAttribute('data-series')) ?? '').split(' ')
    const marks = page
      .locator('figure.plot')
      .first()
      .locator(numbers.map((one) => `g[data-series="${one}"]`).join(', '))
    const shown = () =>
      marks.evaluateAll((all) => all.filter((one) => getComputedStyle(one).display !== 'none').length)
    const before = await shown()
    await series.uncheck()
    expect(await shown()).toBeLessThan(before)
    await series.check()
    expect(await shown()).toBe(before)
  }

  // The number in the text is the mean of a case, to the digits that it shows.
  const [shownDigits = ''] = /[\d.,]+/.exec(picked) ?? []
  const plain = shownDigits.replaceAll(',', '')
  const factor = /\d\s*k/i.test(picked) ? 1000 : /\d\s*M/.test(picked) ? 1e6 : 1
  const [, fraction] = plain.split('.')
  const step = fraction === undefined ? 10 ** (/0*$/.exec(plain)?.[0].length ?? 0) : 10 ** -fraction.length
  const away = meansOf(file, 'iops').map((mean) => Math.abs(mean - Number(plain) * factor))
  expect({ picked, away: Math.min(...away) <= (step * factor) / 2 + 1e-6 }).toEqual({ picked, away: true })

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await loadAxe(page)
    expect(await axeFaults(page, undefined, colorScheme === 'dark')).toEqual([])
    keep(`drive-review-${colorScheme}.png`, await page.screenshot({ fullPage: true }))
  }
  await page.emulateMedia({ colorScheme: null })
  const pdf = await article.print()
  keep('drive-review-print.pdf', pdf)
  expect(pageCount(pdf)).toBeGreaterThan(1)
  expect(await article.requests()).toEqual([])
  expect(article.problems).toEqual([])
}, 400_000)
