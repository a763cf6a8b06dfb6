import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../src/bench/store/open-review'
import { takePhoto } from '../../src/bench/articles/take-photo'
import { writeReport } from '../../src/bench/articles/write-report'
import { draftDocument } from '../../src/bench/articles/new-document'
import { openArticle, pageCount, type ArticleWindow } from './article-window'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'

const root = join(import.meta.dirname, '..', '..')
const hostile = `</title><script>globalThis.broken = 1</script>"'<img src=x onerror="globalThis.broken = 2">`

let folder = ''
let page: Page
let close = () => Promise.resolve()
let article: ArticleWindow
let app: AppUnderTest['app']

/** A report of a sample with hostile texts, as a page in a separate browser. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bw-report-page-'))
  const file = join(folder, 'mix.benchwright')
  copyFileSync(join(root, 'resources', 'samples', 'fio-read-write-mix.benchwright'), file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The copy cannot be written.')
  const dots = new Uint8Array(createCanvas(60, 40).toBuffer('image/png'))
  const photo = review.documents.addPicture(await takePhoto(hostile, dots))
  const draft = draftDocument(review, 'drive-review')
  const document = {
    ...draft.document,
    ...{ title: `Drive ${hostile}`, author: hostile },
    blocks: [
      ...draft.document.blocks,
      {
        ...{ id: 'hostile', type: 'text' as const },
        markdown: `${hostile}\n\n[link](javascript:alert(1)) ![x](https://example.com/x.png) {{value ${hostile}}}`,
      },
      {
        ...{ id: 'photo', type: 'picture' as const, pictureId: photo.id, alt: hostile },
        ...{ caption: hostile, widthPercent: 40 },
      },
      {
        ...{ id: 'wide', type: 'text' as const },
        markdown: `|${'throughput measured|'.repeat(9)}\n|${'---|'.repeat(9)}\n|${'compressibility level|'.repeat(9)}`,
      },
      { id: 'quote', type: 'quote' as const, text: hostile, source: hostile },
    ],
  }
  const path = join(folder, 'report.html')
  await writeReport(review, { ...draft, document }, { format: 'html', path })
  await writeReport(review, { ...draft, document }, { format: 'cms', path: join(folder, 'fragment.html') })
  review.close()
  const started = await launchApp()
  close = started.close
  app = started.app
  article = await openArticle(started.app, path)
  page = article.page
})

afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/** Keeps a picture of the page if requested. */
async function keep(name: string, bytes?: Uint8Array): Promise<void> {
  const to = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (to === undefined) return
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, name), bytes ?? (await page.screenshot({ fullPage: true })))
}

describe('a report as a page', () => {
  it('is complete without any network, and its texts remain plain text', async () => {
    expect(await page.locator('h1').textContent()).toBe(`Drive ${hostile}`)
    expect(await page.locator('blockquote.pull p').textContent()).toBe(hostile)
    expect(await page.locator('figure.photo img').getAttribute('alt')).toBe(hostile)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'broken') as unknown)).toBeUndefined()
    expect(await page.locator('script').count()).toBe(1)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    expect(await article.requests()).toEqual([])
    expect(article.problems).toEqual([])
    await keep('report-light.png')
  })

  it('responds to the pointer and the arrow keys with the values of the table', async () => {
    const plot = page.locator('figure.plot').first()
    const tip = page.locator('.tip')
    await plot.locator('.stage').focus()
    await page.keyboard.press('ArrowRight')
    const text = (await tip.textContent()) ?? ''
    expect(text).toContain('n = 5')
    const [, value] = text.split('\n')
    const cells = await plot.locator('details td').allTextContents()
    expect(cells).toContain(value?.split('\u202f')[0])
    // The value is in view, however tall the picture is.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.keyboard.press('ArrowRight')
    const seen = await plot.locator('.hit.on').boundingBox()
    expect(seen?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Escape')
    expect(await tip.textContent()).toBe('')
    const places = await plot
      .locator('.stage > svg.light, .stage > svg.hits')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    // The marks are where the picture has them.
    expect(places[0]).toBe(places[1])
    const mark = plot.locator('.hit').nth(4)
    await mark.scrollIntoViewIfNeeded()
    const box = await mark.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 7, (box?.y ?? 0) + 9)
    expect(await tip.textContent()).toBe(await mark.getAttribute('data-tip'))
    await keep('report-hover.png')
  })

  it('removes a series from a picture and puts it back', async () => {
    const plot = page.locator('figure.plot').first()
    const box = plot.locator('fieldset.series input').first()
    const series = await box.getAttribute('data-series')
    const marks = plot.locator(`g[data-series="${series ?? ''}"]`)
    expect(await marks.count()).toBeGreaterThan(1)
    const shown = () =>
      marks.evaluateAll((all) => all.filter((mark) => getComputedStyle(mark).display !== 'none').length)
    await box.uncheck()
    expect(await shown()).toBe(0)
    await box.check()
    expect(await shown()).toBe(await marks.count())
  })

  it.each(['light', 'dark'] as const)('has no fault by axe in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await loadAxe(page)
    expect(await axeFaults(page, undefined, colorScheme === 'dark')).toEqual([])
    await keep(`report-${colorScheme}.png`)
    await page.emulateMedia({ colorScheme: null })
  })

  it('breaks lines of tables between words on paper', async () => {
    await page.emulateMedia({ media: 'print' })
    const size = page.viewportSize()
    await page.setViewportSize({ width: 718, height: 1047 })
    const broken = await page.locator('article th, article td:not(.long)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
        if (text === null) return []
        return [...(text.textContent ?? '').matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1 ? [word] : []
        })
      }),
    )
    expect(broken).toEqual([])
    // The name of a row is on one line, and the page still wide enough for all columns.
    const inLines = await page.locator('article td:first-child:not(.long)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1
          ? [cell.textContent]
          : []
      }),
    )
    expect(inLines).toEqual([])
    const beyond = await page
      .locator('article figure table')
      .evaluateAll((tables) => tables.filter((one) => one.getBoundingClientRect().right > innerWidth).length)
    expect(beyond).toBe(0)
    await page.emulateMedia({ media: null })
    if (size) await page.setViewportSize(size)
  })

  it('has room on paper for two figures with their headings', async () => {
    await page.emulateMedia({ media: 'print' })
    const size = page.viewportSize()
    // A4 within margins of 1 cm.
    const paper = { width: 718, height: 1047 }
    await page.setViewportSize(paper)
    const boxOf = async (selector: string, place: number) => {
      const box = await page.locator(selector).nth(place).boundingBox()
      if (!box) throw new Error(`There is no ${selector} ${String(place)}.`)
      return box
    }
    const plot = 'figure.plot:has(.stage)'
    const [heading, stage, caption, second] = await Promise.all([
      boxOf(`h2:has(+ ${plot})`, 0),
      boxOf(`${plot} .stage > svg.light`, 0),
      boxOf(`${plot} figcaption`, 0),
      boxOf(`${plot} .stage > svg.light`, 1),
    ])
    expect(second.y + second.height - heading.y).toBeLessThan(paper.height - heading.height)
    // The caption is beside the picture, from its top.
    expect(caption.x).toBeGreaterThan(stage.x + stage.width)
    expect(Math.abs(caption.y - stage.y)).toBeLessThan(5)
    expect(caption.x + caption.width).toBeLessThanOrEqual(paper.width)
    // The smallest text, 12 units high, stays above 4.8 points.
    const [, , viewWidth = 0] = (
      (await page.locator(`${plot} .stage > svg.light`).first().getAttribute('viewBox')) ?? ''
    )
      .split(' ')
      .map(Number)
    expect(((12 * stage.width) / viewWidth) * 0.75).toBeGreaterThan(4.8)
    await page.emulateMedia({ media: null })
    if (size) await page.setViewportSize(size)
  })

  it('prints on several pages', async () => {
    const pdf = await article.print()
    await keep('report-print.pdf', pdf)
    expect(pageCount(pdf)).toBeGreaterThan(2)
  })
})

it('a fragment pasted into a plain page shows its pictures, and its texts remain plain text', async () => {
  const path = join(folder, 'site.html')
  const fragment = readFileSync(join(folder, 'fragment.html'), 'utf8')
  const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title></head>'
  writeFileSync(path, `${head}<body><main><h1>Site</h1>${fragment}</main></body></html>`)
  const site = await openArticle(app, path)
  const pictures = site.page.locator('figure img')
  const widths = await pictures.evaluateAll((all) =>
    all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)),
  )
  expect(widths.length).toBeGreaterThan(1)
  expect(Math.min(...widths)).toBeGreaterThan(0)
  expect(await site.page.locator('h1').count()).toBe(1)
  expect(await site.page.locator('blockquote.pull p').textContent()).toBe(hostile)
  expect(await site.page.locator('script, style, a[href^="javascript"]').count()).toBe(0)
  expect(await site.page.evaluate(() => Reflect.get(globalThis, 'broken') as unknown)).toBeUndefined()
  expect(await site.requests()).toEqual([])
  expect(site.problems).toEqual([])
  await keep('fragment.png', await site.page.screenshot({ fullPage: true }))
  await loadAxe(site.page)
  expect(await axeFaults(site.page)).toEqual([])
})
