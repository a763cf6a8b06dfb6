import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { draftDocument } from '../../../src/bench/articles/new-document'
import { previewDocument } from '../../../src/bench/articles/preview-document'
import { takeDevicePhoto } from '../../../src/bench/articles/take-photo'
import { writeReport } from '../../../src/bench/articles/write-report'
import { writtenArticle } from '../../../src/bench/articles/written-article'
import type { ReportFormat } from '../../../src/core/contract/document-requests'
import type { DocumentContent, FactsBlock } from '../../../src/core/document/stored-document'
import { newReview, sampleCampaign, samplePlan, temporaryFolder } from '../store/sample-review'

/** A campaign of each of these drives, whose cards have a photo each. */
async function photographed(...names: readonly string[]) {
  const review = newReview()
  for (const name of names) {
    review.createCampaign({ ...sampleCampaign(samplePlan, name) })
    const { id } = review.cards.saveDevice({ name, card: { standsFor: [name] } })
    const photo = createCanvas(40, 30).toBuffer('image/png')
    review.cards.setDevicePhoto(id, await takeDevicePhoto('drive.png', photo))
  }
  return review
}

function documentOf(facts: Pick<FactsBlock, 'about' | 'photo'>): DocumentContent {
  return {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [{ id: 'a', type: 'facts', campaignIds: [], ...facts }],
  }
}

const photo = { alt: 'The <b>drive</b>', widthPercent: 35 }

it('facts of a drive show the photo on its card if asked, those of the method never', async () => {
  const review = await photographed('Fast 1')
  const typesOf = async (facts: Pick<FactsBlock, 'about' | 'photo'>) => {
    const { document, problems } = await writtenArticle(
      review,
      { document: documentOf(facts), figures: [] },
      { figures: 'drawn' },
    )
    return [...document.blocks.map(({ type }) => type), ...problems]
  }
  expect(await typesOf({ about: 'drive' })).toEqual(['text'])
  expect(await typesOf({ about: 'drive', photo })).toEqual(['picture', 'text'])
  expect(await typesOf({ about: 'devices', photo })).toEqual(['picture', 'text'])
  expect(await typesOf({ about: 'method', photo })).toEqual(['text'])
})

it.each<readonly [ReportFormat, (read: (name: string) => string) => string]>([
  ['html', (read) => read('d.html')],
  ['cms', (read) => read('d.html')],
  ['md', (read) => read('d.md')],
  ['tex', (read) => read('d.tex')],
  ['odt', (read) => read('d.odt')],
])('shows the photo as a picture of its width with its description as %s', async (format, textOf) => {
  const review = await photographed('Fast 1')
  const folder = temporaryFolder()
  const path = join(folder, `d.${format === 'cms' ? 'html' : format}`)
  const draft = { document: documentOf({ about: 'drive', photo }), figures: [] }
  const { files, problems } = await writeReport(review, draft, { format, path })
  expect(problems).toEqual([])
  const text = textOf((name) => {
    const bytes = readFileSync(join(folder, name))
    return format === 'odt'
      ? strFromU8(unzipSync(bytes)['content.xml'] ?? new Uint8Array())
      : bytes.toString()
  })
  const described = 'The &#60;b'
  const shown: Readonly<Partial<Record<ReportFormat, string>>> = {
    html: `<img class="w35" src="data:image/png;base64,`,
    cms: '<img class="w35" src="d-pictures/device-1.png" width="40" height="30"',
    md: '![The \\<b\\>drive\\</b\\>](<d-pictures/device-1.png>)',
    tex: '\\includegraphics[width=0.35\\linewidth',
    odt: 'Pictures/device-1.png',
  }
  expect(text).toContain(shown[format])
  if (format !== 'md' && format !== 'tex') expect(text).toContain(described)
  if (format === 'cms' || format === 'md' || format === 'tex')
    expect(files.map((file) => file.split('/').at(-1))).toContain('device-1.png')
})

it('photos of several drives are named, in the window as in the article', async () => {
  const review = await photographed('Fast 1', 'Fast 2')
  const document = documentOf({ about: 'drive', photo: { alt: '', widthPercent: 50 } })
  const [block] = previewDocument(review, document).blocks
  expect(block).toMatchObject({
    problems: [],
    photos: [
      { caption: 'Fast 1', alt: 'Photo of Fast 1', widthPercent: 50 },
      { caption: 'Fast 2', alt: 'Photo of Fast 2', widthPercent: 50 },
    ],
  })
  const written = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
  expect(written.document.blocks).toMatchObject([
    { type: 'picture', caption: 'Fast 1', alt: 'Photo of Fast 1' },
    { type: 'picture', caption: 'Fast 2', alt: 'Photo of Fast 2' },
    { type: 'text' },
  ])
})

it('a photo that is not there any more is missed in its place, with what helps', async () => {
  const review = await photographed('Fast 1')
  review.cards.setDevicePhoto(1, undefined)
  const document = documentOf({ about: 'drive', photo })
  const problem = 'No device card of these campaigns has a photo.'
  const [block] = previewDocument(review, document).blocks
  expect(block?.problems).toEqual([expect.stringMatching(`${problem} Add one to the card`)])
  const { problems } = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
  expect(problems).toEqual([expect.stringMatching(`The photo cannot be shown. ${problem} Add one`)])
})

it('a drive review starts with the photo of the drive if its card has one', async () => {
  const photoOf = (review: Awaited<ReturnType<typeof photographed>>) =>
    draftDocument(review, 'drive-review').document.blocks.find(
      (block) => block.type === 'facts' && block.about === 'drive',
    )
  const review = await photographed('Fast 1')
  expect(photoOf(review)).toMatchObject({ photo: { alt: '', widthPercent: 50 } })
  review.cards.setDevicePhoto(1, undefined)
  expect(photoOf(review)).not.toHaveProperty('photo')
})
