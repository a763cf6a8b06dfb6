import { copyFileSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openForWriting, openReview } from '../../src/bench/store/open-review'
import { knownDocument, type StoredDocument } from '../../src/core/document/stored-document'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, openWindow, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

const sample = 'resources/samples/fio-read-write-mix.benchwright'
let app: AppUnderTest
let folder: string
let file: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-report-'))
  copyFileSync(sample, join(folder, 'first.benchwright'))
  app = await launchApp({ args: [join(folder, 'first.benchwright')] })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
let reviews = 0
beforeEach(async () => {
  file = join(folder, `review-${++reviews}.benchwright`)
  copyFileSync(sample, file)
  test = await openWindow(app, file)
})
afterEach(() => test.close())

const part = (testid: string) => test.window.getByTestId(testid)
const enter = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()

/** The stored document; undefined as long as there is none. */
function stored() {
  const review = openReview(file, { mode: 'read' })
  const [first] = review.summary().documents
  const document = first && review.documents.read(first.id)
  review.close()
  return document
}

/** A document of the review, as soon as the window has stored it. */
function storedSoon(isRight: (document: StoredDocument) => boolean): Promise<StoredDocument> {
  return vi.waitFor(() => {
    const document = stored()
    if (!document || !isRight(document)) throw new Error('The file does not have it yet.')
    return document
  })
}

/** A change of the document by another program while the window has it open. */
function changeElsewhere(change: (document: StoredDocument) => StoredDocument | undefined): void {
  const review = openForWriting(file)
  try {
    const [first] = review.documents.list()
    const before = first && review.documents.read(first.id)
    if (!before) throw new Error('There is no document.')
    const after = change(before)
    if (after) review.documents.save(knownDocument(after), knownDocument(before))
    else review.documents.delete(knownDocument(before))
  } finally {
    review.close()
  }
}

/** Clicks an entry of the application's menu, which acts on the window in front. */
async function clickMenu(label: string): Promise<void> {
  const front = await test.app.browserWindow(test.window)
  await vi.waitFor(async () => {
    const isFocused = await front.evaluate((one: { focus(): void; isFocused(): boolean }) => {
      one.focus()
      return one.isFocused()
    })
    expect(isFocused).toBe(true)
  })
  await test.app.evaluate(({ Menu }, wanted) => {
    const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    const entry = () => entries.find((one) => one.label === wanted && one.visible)
    if (!entry()) throw new Error(`The menu has no ${wanted}.`)
    entry()?.click()
  }, label)
}

/** Pictures for visual inspection. */
async function shoot(name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const [width, height] of [
    [900, 700],
    [1280, 800],
    [1920, 1080],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.window.setViewportSize({ width, height })
      await test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.window.waitForTimeout(300)
      await test.window.screenshot({ path: join(shots, `report-${name}-${width}-${colorScheme}.png`) })
    }
  await test.window.setViewportSize({ width: 1280, height: 800 })
}

it('makes a drive review by mouse and keyboard, with a number from the data, and undoes steps', async () => {
  await enter('Report')
  await part('new-document-drive-review').waitFor()
  await shoot('empty')
  await part('new-document-drive-review').click()
  await part('report-page').waitFor()
  await part('document-title').fill('The <b>drive</b>')
  await test.window.getByText('Introduction').first().waitFor()
  const drafted = await vi.waitFor(() => {
    const document = stored()
    expect(document?.title).toBe('The <b>drive</b>')
    return document
  })
  expect(drafted?.blocks.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['heading', 'facts', 'figure']),
  )
  const count = drafted?.blocks.length ?? 0

  // A text after the first heading, written with the keyboard, with a number that is picked.
  await part('report-block').first().focus()
  await test.window.keyboard.press('Enter')
  await part('heading-text').waitFor()
  await part('add-block').click()
  await part('add-text').click()
  await part('block-text').fill('The drive reaches ')
  await part('insert-field').click()
  await part('field-choice').first().waitFor()
  await shoot('picker')
  const picked = (await part('field-choice').first().locator('.value').textContent())?.trim() ?? ''
  await part('field-choice').first().click()
  await test.window.keyboard.type('.')
  await part('report-field').getByText(picked, { exact: true }).waitFor()
  await test.window.keyboard.press('Escape')
  await vi.waitFor(() => {
    const [, text] = stored()?.blocks ?? []
    expect(text?.type === 'text' ? text.markdown : '').toMatch(/^The drive reaches \{\{value .*\}\}\.$/)
  })
  await shoot('page')
  await loadAxe(test.window)
  expect(await axeFaults(test.window)).toEqual([])

  // By keyboard: move it up, undo that; remove it, undo that.
  await part('report-block').nth(1).focus()
  await test.window.keyboard.press('Alt+ArrowUp')
  await vi.waitFor(() => expect(stored()?.blocks[0]?.type).toBe('text'))
  await part('report-block').nth(4).focus()
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(stored()?.blocks[1]?.type).toBe('text'))
  await part('report-block').nth(1).focus()
  await test.window.keyboard.press('Delete')
  await vi.waitFor(() => expect(stored()?.blocks).toHaveLength(count))
  await part('report-undo').click()
  await vi.waitFor(() => expect(stored()?.blocks).toHaveLength(count + 1))

  // Written as one page, with the title as text and the number of the data.
  const page = join(folder, 'article.html')
  await answerSave(test.app, page)
  await part('document-export').click()
  await part('export-html').click()
  await test.window.getByText(`Written to ${page}`).waitFor()
  const written = readFileSync(page, 'utf8')
  expect(written).toContain('The &#60;b&#62;drive&#60;')
  expect(written).not.toContain('<b>drive')
  // With a space between number and unit that does not break.
  expect(written).toContain(picked.replaceAll('\u202f', '\u202f'))
  expect(test.problems).toEqual([])
})

it('undoes a picked number with the keys of its text, and the choice of a figure with those of the page', async () => {
  await enter('Report')
  await part('new-document-drive-review').click()
  await part('report-block').first().waitFor()
  const drafted = await vi.waitFor(() => {
    const document = stored()
    if (document === undefined) throw new Error('No document is stored yet.')
    return document
  })
  const { keyboard } = test.window
  const at = (type: string) => drafted.blocks.findIndex((block) => block.type === type)
  const now = (place: number) => stored()?.blocks[place]

  // Within the text: the number that was picked, not the text typed before it.
  const text = at('text')
  await part('report-block').nth(text).focus()
  await keyboard.press('Enter')
  await part('block-text').pressSequentially('It does ')
  await part('insert-field').click()
  await part('field-choice').first().click()
  await vi.waitFor(() =>
    expect(now(text)).toMatchObject({
      markdown: expect.stringMatching(/^It does \{\{value .*\}\}$/) as string,
    }),
  )
  const withNumber = await part('block-text').inputValue()
  await keyboard.press('Control+z')
  expect(await part('block-text').inputValue()).toBe('It does ')
  await vi.waitFor(() => expect(now(text)).toMatchObject({ markdown: 'It does ' }))
  await keyboard.press('Control+Shift+z')
  expect(await part('block-text').inputValue()).toBe(withNumber)
  await keyboard.press('Escape')

  // A figure, with the keys of the room.
  const figure = at('figure')
  await part('report-block').nth(figure).focus()
  await keyboard.press('Enter')
  const choice = part('block-figure')
  const before = await choice.inputValue()
  const all = await choice
    .locator('option')
    .evaluateAll((options) => options.map((one) => one.getAttribute('value') ?? ''))
  const other = all.find((one) => one !== before) ?? ''
  await choice.selectOption(other)
  await vi.waitFor(() => expect(now(figure)).toMatchObject({ figureId: Number(other) }))
  await keyboard.press('Escape')
  await keyboard.press('Control+z')
  await vi.waitFor(() => expect(now(figure)).toEqual(drafted.blocks[figure]))
  expect(test.problems).toEqual([])
})

it('adds a block after the one that had the focus last, shows where, and brings it into view', async () => {
  await enter('Report')
  await part('new-document-drive-review').click()
  await part('report-block').nth(8).waitFor()
  const { blocks } = await storedSoon(() => true)
  const types = (document: StoredDocument, from: number) =>
    document.blocks.slice(from, from + 3).map(({ type }) => type)
  const boxes = part('report-block')

  // Chosen by a click and no longer edited.
  await boxes.nth(2).locator('.content').click()
  await test.window.keyboard.press('Escape')
  await part('add-block').click()
  await part('add-quote').waitFor()
  expect(await boxes.evaluateAll((all) => all.map((one) => one.classList.contains('after')))).toEqual(
    blocks.map((_, place) => place === 2),
  )
  await part('add-quote').click()
  await test.window.getByRole('textbox', { name: 'Quote', exact: true }).waitFor()
  await storedSoon(
    (document) => types(document, 2).join() === `${blocks[2]?.type ?? ''},quote,${blocks[3]?.type ?? ''}`,
  )
  await test.window.keyboard.press('Escape')

  // Chosen in the outline: at the top of the page, though the pictures above it are drawn only now.
  await part('report-outline').getByText('Latency').click()
  await part('report-page').locator('canvas').first().waitFor()
  await vi.waitFor(async () => {
    const [box, view] = await Promise.all(
      [part('report-page').locator(':focus'), part('report-page').locator('..')].map((one) =>
        one.boundingBox(),
      ),
    )
    expect(Math.abs((box?.y ?? 0) - (view?.y ?? 0))).toBeLessThan(20)
  })

  // From elsewhere on the page: the new block is in view, whole, and has the focus.
  const at = await boxes.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
  await part('report-page')
    .locator('..')
    .evaluate((page) => page.scrollTo({ top: 0, behavior: 'instant' }))
  await part('add-block').click()
  await part('add-figure').click()
  await storedSoon((document) => document.blocks[at + 1]?.id.startsWith('block-') === true)
  const added = boxes.nth(at + 1)
  await vi.waitFor(async () => {
    expect(await added.evaluate((box) => box === document.activeElement)).toBe(true)
    const [box, view] = await Promise.all([
      added.boundingBox(),
      part('report-page').locator('..').boundingBox(),
    ])
    expect(box?.height).toBeGreaterThan(200)
    expect(box?.y).toBeLessThan((view?.y ?? 0) + (view?.height ?? 0) - 100)
    expect(box?.y).toBeGreaterThanOrEqual((view?.y ?? 0) - 1)
  })
  await test.window.keyboard.press('Escape')

  // One that is higher than the view starts at its top, where it is edited.
  await test.window.setViewportSize({ width: 900, height: 500 })
  await part('add-block').click()
  await part('add-figure').click()
  const high = boxes.nth(at + 2)
  await vi.waitFor(async () => {
    const [box, view] = await Promise.all([
      high.boundingBox(),
      part('report-page').locator('..').boundingBox(),
    ])
    expect(box?.height).toBeGreaterThan(view?.height ?? Infinity)
    expect(Math.abs((box?.y ?? 0) - (view?.y ?? 0))).toBeLessThan(20)
  })
  await test.window.setViewportSize({ width: 1280, height: 800 })
  await test.window.keyboard.press('Escape')

  // With the title chosen instead, at the end.
  await part('document-title').focus()
  await part('add-block').click()
  await part('add-page-break').click()
  await storedSoon((document) => document.blocks.at(-1)?.type === 'page-break')
  expect(test.problems).toEqual([])
})

it('drags a block, deletes the document and restores it', async () => {
  await enter('Report')
  await part('new-document-drive-review').click()
  await part('report-block').first().waitFor()
  const before = stored()?.blocks.map(({ id }) => id) ?? []
  const boxes = part('report-block')
  await boxes.first().hover()
  const grip = boxes.first().getByRole('button', { name: 'Drag this block' })
  await grip.hover()
  const [tools, words] = await Promise.all(
    ['.tools', '.content'].map((each) => boxes.first().locator(each).boundingBox()),
  )
  expect(tools?.x).toBeGreaterThanOrEqual((words?.x ?? 0) + (words?.width ?? 0))
  await test.window.mouse.down()
  const target = await boxes.nth(1).boundingBox()
  if (!target) throw new Error('The second block is not on the page.')
  await test.window.mouse.move(target.x + 20, target.y + target.height - 3, { steps: 6 })
  await test.window.mouse.up()
  await vi.waitFor(() =>
    expect(
      stored()
        ?.blocks.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([before[1], before[0]]),
  )
  // To the end of the page, which scrolls at its edge as long as the pointer stays there.
  const scroller = part('report-page').locator('..')
  const view = await scroller.boundingBox()
  if (!view) throw new Error('The page is not in view.')
  await boxes.first().hover()
  await grip.hover()
  const inView = await boxes.evaluateAll(
    (all, bottom) => all.filter((box) => box.getBoundingClientRect().top < bottom).length,
    view.y + view.height,
  )
  await test.window.mouse.down()
  await test.window.mouse.move(view.x + view.width / 2, view.y + view.height - 10, { steps: 6 })
  await vi.waitFor(
    async () =>
      expect(
        await scroller.evaluate(({ scrollTop, clientHeight, scrollHeight }) => {
          return scrollHeight - clientHeight - scrollTop
        }),
      ).toBeLessThan(1),
    30_000,
  )
  await test.window.mouse.up()
  // Figures that are drawn meanwhile may push the end out of view again.
  await storedSoon(({ blocks }) => blocks.findIndex(({ id }) => id === before[1]) > inView)
  await part('report-undo').click()
  await storedSoon(({ blocks }) => blocks[0]?.id === before[1])

  await part('document-delete').click()
  await part('document-undelete').click()
  await part('report-page').waitFor()
  expect(
    stored()
      ?.blocks.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual([before[1], before[0]])
})

it('adds a picture, undoes and redoes it from the Edit menu, and restores what was written about it', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('report-page').waitFor()
  await part('picture-file').setInputFiles({
    ...{ name: 'front.png', mimeType: 'image/png' },
    buffer: createCanvas(80, 40).toBuffer('image/png'),
  })
  await test.window.getByRole('spinbutton').waitFor()
  const caption = ({ blocks }: StoredDocument) => {
    const last = blocks.at(-1)
    return last?.type === 'picture' ? last.caption : undefined
  }
  // An empty text comes with the template.
  const { blocks: added } = await storedSoon((document) => caption(document) === '')
  await test.window.getByRole('textbox', { name: 'Caption' }).fill('The front')
  await storedSoon((document) => caption(document) === 'The front')
  // A width that can be written: the nearest of those the arrows go through.
  await part('picture-width').fill('33')
  await part('picture-width').press('Enter')
  expect(await part('picture-width').inputValue()).toBe('35')
  await storedSoon(({ blocks }) => {
    const last = blocks.at(-1)
    return last?.type === 'picture' && last.widthPercent === 35
  })
  await part('picture-width').fill('')
  await part('picture-width').press('Enter')
  expect(await part('picture-width').inputValue()).toBe('35')
  const picture = part('report-block').last()
  await picture.locator('img').waitFor()
  await test.window.keyboard.press('Escape')
  await picture.focus()
  await clickMenu('Undo')
  await storedSoon((document) => caption(document) === '')
  await clickMenu('Undo')
  await storedSoon(({ blocks }) => blocks.length === added.length - 1)
  await clickMenu('Redo')
  await clickMenu('Redo')
  await storedSoon((document) => caption(document) === 'The front')
  await picture.locator('img').waitFor()

  // Files that are no pictures are refused by name, one message for the last of them.
  const choose = (name: string, buffer: Buffer) =>
    part('picture-file').setInputFiles({ name, mimeType: 'image/png', buffer })
  const refusals = test.window.getByText('The picture could not be added')
  await choose('notes.png', Buffer.from('no picture'))
  await test.window.getByText('notes.png is not a PNG').waitFor()
  await choose('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await test.window.getByText('drawing.png is not a PNG').waitFor()
  await vi.waitFor(async () => expect(await refusals.count()).toBe(1))
  expect(stored()?.blocks).toHaveLength(added.length)
  // A picture that is accepted closes it.
  await choose('back.png', createCanvas(80, 40).toBuffer('image/png'))
  await storedSoon(({ blocks }) => blocks.length === added.length + 1)
  await vi.waitFor(async () => expect(await refusals.count()).toBe(0))
  expect(test.problems).toEqual([])
})

it('refuses to replace what another program saved, says what that was, and offers both ways out', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('report-page').waitFor()
  await storedSoon(() => true)
  changeElsewhere((document) => ({
    ...document,
    title: 'Theirs',
    blocks: [{ id: 'theirs', type: 'text', markdown: 'Written elsewhere.' }],
  }))
  await part('document-title').fill('Mine')
  await test.window.getByText(/changed \(title: .* → “Theirs”; 1 block added; 1 block removed\)/).waitFor()
  await shoot('conflict')
  await test.window.getByRole('button', { name: 'Take theirs' }).click()
  await vi.waitFor(async () => expect(await part('document-title').inputValue()).toBe('Theirs'))
  await test.window.getByText('Written elsewhere.').waitFor()

  changeElsewhere((document) => ({ ...document, title: 'Theirs again' }))
  await part('document-title').fill('Mine')
  await test.window.getByRole('button', { name: 'Keep mine' }).click()
  await storedSoon(({ title, blocks }) => title === 'Mine' && blocks.length === 1)

  // Deleted elsewhere: kept under another id.
  changeElsewhere(() => undefined)
  await part('document-title').fill('Still mine')
  await test.window.getByText('was deleted in another window or program').waitFor()
  await test.window.getByRole('button', { name: 'Keep mine' }).click()
  await storedSoon(({ title }) => title === 'Still mine')
  changeElsewhere(() => undefined)
  await part('document-title').fill('Not mine')
  await test.window.getByRole('button', { name: 'Take theirs' }).click()
  await part('new-document-empty').waitFor()
  expect(stored()).toBeUndefined()
  expect(test.problems).toEqual([])
})

it('saves a copy with what was just typed in it', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('report-page').waitFor()
  await storedSoon(() => true)
  const copy = join(folder, 'copied.benchwright')
  await answerSave(test.app, copy)
  await part('document-title').fill('Typed a moment ago')
  await clickMenu('Save a Copy…')
  await test.window.getByText(`A copy was saved to ${copy}`).waitFor()
  const review = openReview(copy, { mode: 'read' })
  expect(review.documents.list().map(({ id }) => review.documents.read(id)?.title)).toEqual([
    'Typed a moment ago',
  ])
  review.close()
  expect(test.problems).toEqual([])
})

it('duplicates blocks by mouse and keyboard, and the document with them', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('report-page').waitFor()
  await part('add-block').click()
  await part('add-quote').click()
  await test.window.getByRole('textbox', { name: 'Quote', exact: true }).fill('Fast')
  await test.window.keyboard.press('Escape')
  const quotes = ({ blocks }: StoredDocument) => blocks.filter(({ type }) => type === 'quote')
  await test.window.keyboard.press('Control+d')
  await storedSoon((document) => quotes(document).length === 2)
  await part('report-block').last().hover()
  await part('report-block').last().getByTestId('block-duplicate').click()
  const three = await storedSoon((document) => quotes(document).length === 3)
  expect(new Set(three.blocks.map(({ id }) => id)).size).toBe(three.blocks.length)
  expect(quotes(three)).toEqual(Array(3).fill(expect.objectContaining({ text: 'Fast' })))
  await part('report-undo').click()
  await storedSoon((document) => quotes(document).length === 2)

  // A page break has nothing to edit, and the keys act on it at once.
  await part('add-block').click()
  await part('add-page-break').click()
  await storedSoon(({ blocks }) => blocks.at(-1)?.type === 'page-break')
  expect(await part('block-editor').count()).toBe(0)
  await test.window.keyboard.press('Delete')
  await storedSoon((document) => quotes(document).length === 2 && document.blocks.length === 3)

  await part('document-entry').hover()
  await part('document-duplicate').click()
  await vi.waitFor(async () => expect(await part('document-name').inputValue()).toBe('Empty copy'))
  // An empty name is not taken; the field shows the one that the document keeps.
  await part('document-name').fill('')
  await part('document-name').press('Enter')
  expect(await part('document-name').inputValue()).toBe('Empty copy')
  await part('document-title').fill('Another')
  await vi.waitFor(() => {
    const review = openReview(file, { mode: 'read' })
    const all = review.documents.list().map(({ id }) => review.documents.read(id))
    review.close()
    expect(all.map((one) => [one?.name, one?.title, one?.blocks.length])).toEqual([
      ['Empty', expect.not.stringMatching('Another'), 3],
      ['Empty copy', 'Another', 3],
    ])
  })
  expect(test.problems).toEqual([])
})

it('is where it was when its reader comes back from another room', async () => {
  await enter('Report')
  await part('new-document-drive-review').click()
  await part('report-block').nth(8).waitFor()
  const scroller = part('report-page').locator('..')
  const top = () => scroller.evaluate((element) => element.scrollTop)
  await scroller.hover()
  await test.window.mouse.wheel(0, 400)
  await vi.waitFor(async () => expect(await top()).toBeGreaterThanOrEqual(400))
  // Pictures that are drawn meanwhile move the page, and what its reader sees stays.
  const seen = () =>
    scroller.evaluate((element) => {
      const from = element.getBoundingClientRect().top
      const blocks = [...element.querySelectorAll('[data-testid=report-block]')]
      const tops = blocks.map((block) => Math.round(block.getBoundingClientRect().top - from))
      const at = tops.findIndex((place) => place >= 0)
      return { at, place: tops[at] }
    })
  const left = await seen()
  await enter('Review')
  await test.window.getByLabel('Title of the review').waitFor()
  await enter('Report')
  await part('report-page').waitFor()
  await vi.waitFor(async () => expect(await seen()).toEqual(left))
  expect(test.problems).toEqual([])
})

it('stores the name that is being typed when its window is closed', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('document-name').selectText()
  await test.window.keyboard.type('Typed to the end')
  await test.close()
  await storedSoon(({ name }) => name === 'Typed to the end')
})
