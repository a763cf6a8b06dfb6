import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, PDFDocument } from '@napi-rs/canvas'
import { strFromU8, unzipSync } from 'fflate'
import MarkdownIt from 'markdown-it'
import { expect, it, vi } from 'vitest'
import type { ReviewReader, ReviewWriter } from '../../../src/bench/store/review-store'
import { FieldReader } from '../../../src/bench/articles/field-reader'
import { writePdf } from '../../../src/bench/figures/pdf/write-pdf'
import type { Ink } from '../../../src/charts/ink'
import { openReview } from '../../../src/bench/store/open-review'
import { previewDocument } from '../../../src/bench/articles/preview-document'
import { writeReport } from '../../../src/bench/articles/write-report'
import { withoutSerials } from '../../../src/bench/store/without-serials'
import type { ReportFormat } from '../../../src/core/contract/document-requests'
import type { DocumentContent } from '../../../src/core/document/stored-document'
import { readPlan } from '../../../src/core/plan/plan-json'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
  temporaryFolder,
} from '../store/sample-review'

vi.mock(import('../../../src/bench/figures/pdf/write-pdf'), async (original) => {
  const actual = await original()
  return { ...actual, writePdf: vi.fn(actual.writePdf) }
})

const hostile = `../<script>alert(1)</script>"'&amp;`
const serial = 'S6Z2NJ0W000000'

/** A campaign of two block sizes with hostile names, and a document with a figure of it. */
function written(): { readonly review: ReviewWriter; readonly document: DocumentContent } {
  const review = newReview()
  const plan = {
    ...{ ...samplePlan, name: hostile, repetitions: 3, excluded: [] },
    axes: [{ key: 'read_percent', levels: [100, 50, 0] }],
  }
  const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration: hostile })
  review.setHostRecord(campaignId, { name: 'bench-1', device: { name: 'nvme0n1', serial }, raw: {} }, '3.33')
  for (const { id, phase, repetition } of review.runs(campaignId)) {
    if (phase !== 'measure') continue
    const quantity = { test: 'mixed', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
    review.startRun(id, sampleStart)
    review.finishRuns([
      [
        id,
        {
          ...sampleResult(),
          observations: [
            { kind: 'scalar', source: 'engine', ...quantity, value: 500 + 3.7 * id + repetition },
          ],
        },
      ],
    ])
  }
  const settings = {
    kind: 'mix-sweep',
    campaignIds: [campaignId],
    metric: 'iops',
    xKey: 'read_percent',
  } as const
  const figure = review.saveFigure({ name: 'Mix', settings })
  const document: DocumentContent = {
    ...{ name: 'D', title: hostile, author: hostile, template: 'empty' },
    blocks: [
      { id: 'h', type: 'heading', level: 2, text: hostile },
      { id: 't', type: 'text', markdown: `${hostile} and **bold** of ${serial}` },
      { id: 'f', type: 'figure', figureId: figure.id, caption: hostile, withTable: true },
    ],
  }
  return { review, document }
}

async function report(review: ReviewReader, document: DocumentContent, format: ReportFormat, name: string) {
  const path = join(temporaryFolder(), name)
  const answer = await writeReport(review, { document, figures: [] }, { format, path })
  return { ...answer, path }
}

it('the bundle holds all that is needed to check an article and to measure again', async () => {
  const { review, document } = written()
  const { path, problems } = await report(review, document, 'bundle', 'all.zip')
  expect(problems).toEqual([])
  const files = unzipSync(readFileSync(path))
  const names = Object.keys(files)
  const textOf = (wanted: RegExp) => {
    const name = names.find((one) => wanted.test(one))
    return strFromU8(files[name ?? ''] ?? new Uint8Array(0))
  }
  // No name leads out of the folder that it is unpacked into.
  for (const name of names) expect(name).toMatch(/^([\w-]+\/)?[\p{L}\p{N}][\p{L}\p{N}.-]*$/u)
  expect(textOf(/^article\.html$/)).toContain('&#60;script&#62;alert(1)')
  expect(JSON.parse(textOf(/^document\.json$/))).toMatchObject({
    title: hostile,
    figures: [{ name: 'Mix', settings: { kind: 'mix-sweep' } }],
  })
  expect(textOf(/^numbers\/figure-1\.csv$/).split('\r\n')).toHaveLength(5)
  const plan = readPlan(textOf(/^plans\//), 'plan.json')
  expect(plan).toMatchObject({ ok: true, plan: { name: hostile, repetitions: 3 } })
  const [first = ''] = textOf(/^commands\//).split('\n')
  expect(JSON.parse(first)).toMatchObject({
    ...{ phase: 'measure', repetition: 1, argv: ['fio', '--output-format=json+', 'job.fio'] },
    files: [{ name: 'job.fio' }],
  })
  const results = join(temporaryFolder(), 'again.benchwright')
  writeFileSync(results, files['results/drive.benchwright'] ?? new Uint8Array(0))
  const again = closing(openReview(results, { mode: 'read' }))
  expect(again.check()).toEqual([])
  expect(again.campaigns()).toHaveLength(1)
  for (const name of names.slice(1)) expect(textOf(/^README/)).toContain(name)
  // The steps for a reader to measure again, in the order that works.
  expect(textOf(/^README/)).toMatch(/plan check plans\/[^]*run plans\/NAME\.json --into again/)
  expect(readdirSync(join(path, '..'))).toEqual(['all.zip'])
})

it('a bundle without serial numbers contains none, and says that the results file is left out', async () => {
  const { review, document } = written()
  const saved = review.documents.save(document, undefined)
  const redacted = withoutSerials(review)
  const { path, problems } = await report(
    redacted,
    redacted.documents.read(saved.id) ?? document,
    'bundle',
    'all.zip',
  )
  expect(problems).toEqual([
    'The results file is not in the bundle, because it names the serial numbers of the drives.',
  ])
  const files = Object.entries(unzipSync(readFileSync(path)))
  expect(files.map(([name]) => name).filter((name) => name.startsWith('results/'))).toEqual([])
  for (const [name, bytes] of files) expect(strFromU8(bytes), name).not.toContain(serial)
})

it('a cancelled bundle leaves nothing', async () => {
  const { review, document } = written()
  const folder = temporaryFolder()
  const giveUp = new AbortController()
  const writing = writeReport(
    review,
    { document, figures: [] },
    {
      ...{ format: 'bundle', path: join(folder, 'all.zip'), signal: giveUp.signal },
      onProgress: (done) => {
        if (done === 2) giveUp.abort()
      },
    },
  )
  await expect(writing).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})

/** Text with the syntax of every format that an article is written in. */
const anySyntax = `${hostile} # [x](javascript:alert(1)) ![y](http://192.0.2.1/b.png) **b** \\input{/etc/passwd} $x$ ^^41 |`

/** An article whose every text is `anySyntax`, with a figure and a photo. */
function hostileArticle() {
  const { review } = written()
  const [figure] = review.figures()
  const photo = { name: `${anySyntax}.png`, type: 'image/png', width: 8, height: 4 } as const
  const { id } = review.documents.addPicture({ ...photo, content: createCanvas(8, 4).toBuffer('image/png') })
  const document: DocumentContent = {
    ...{ name: 'D', title: anySyntax, author: anySyntax, template: 'empty' },
    blocks: [
      { id: 'h', type: 'heading', level: 2, text: anySyntax },
      { id: 'f', type: 'figure', figureId: figure?.id ?? 0, caption: anySyntax, withTable: true },
      { id: 'p', type: 'picture', pictureId: id, alt: anySyntax, caption: anySyntax, widthPercent: 50 },
      { id: 'q', type: 'quote', text: anySyntax, source: anySyntax },
    ],
  }
  return { review, document }
}

it('a number whose verdict is another one than when it was picked is flagged, on the page and in the article', async () => {
  const review = newReview()
  const ids = ['A', 'B'].map((configuration, at) => {
    const plan = { ...samplePlan, repetitions: 6, excluded: [] }
    const id = review.createCampaign({ ...sampleCampaign(plan), configuration })
    const runs = review.runs(id).filter(({ phase }) => phase === 'measure')
    for (const one of runs) review.startRun(one.id, sampleStart)
    // B is better by 30 %.
    review.finishRuns(
      runs.map((one) => [one.id, sampleResult(1000 + 300 * at + 3 * ((one.repetition * 7 + at) % 5))]),
    )
    return id
  })
  const by = (value: string) => [{ key: 'configuration', value }]
  const settings = {
    ...({ kind: 'comparison-table', campaignIds: [], metric: 'iops' } as const),
    comparison: { baseline: by('A'), candidates: [by('B')] },
  }
  const { id: figureId } = review.saveFigure({ name: 'A and B', settings })
  const query = { of: 'comparison', figureId, contains: '' } as const
  const [group] = new FieldReader(review, new Map()).choices(query).groups
  const picked = group?.fields.find(({ label }) => label === 'difference in percent')
  const document: DocumentContent = {
    ...{ name: 'D', title: 'T', author: '', template: 'empty' },
    blocks: [{ id: 't', type: 'text', markdown: `B is faster by ${picked?.source ?? ''}.` }],
  }
  const problems = async () => {
    const written = await report(review, document, 'html', 'a.html')
    const [block] = previewDocument(review, document).blocks
    expect(block?.problems).toEqual(written.problems)
    const page = readFileSync(written.path, 'utf8')
    expect(page.includes('class="field-problem"')).toBe(written.problems.length > 0)
    return written.problems
  }
  expect(picked?.text).toMatch(/^\+(?:29|30)/)
  expect(await problems()).toEqual([])

  // With two runs of B left the same sentence says more than is known.
  const later = review
    .runs(ids[1] ?? 0)
    .filter(({ phase, repetition }) => phase === 'measure' && repetition > 2)
  for (const { id } of later) review.excludeRun(id, 'the host was swapping')
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^The verdict of “\+\d+\.\d\s%” is now “.+”; it was “better” when it was picked\. Check/,
    ),
  ])
  for (const { id } of later) review.includeRun(id)
  expect(await problems()).toEqual([])
})

/** As a reader sees it: runs of white space are one blank. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

it('an article in Markdown has every title, text and caption as text, and only its own pictures', async () => {
  const { review, document } = hostileArticle()
  const { path, problems } = await report(review, document, 'md', 'a.md')
  expect(problems).toEqual([])
  // With HTML allowed, as most sites have it.
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(readFileSync(path, 'utf8'), {})
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  expect(all.filter(({ type }) => /^(?:html_|link_|code|fence)/.test(type))).toEqual([])
  const images = all.filter(({ type }) => type === 'image')
  expect(images.map((one) => String(one.attrGet('src')).replace(/\.\w+$/, ''))).toEqual([
    ...['a-pictures/figure-1', 'a-pictures/picture-1'],
  ])
  const textOf = (inline: (typeof tokens)[number]) =>
    plain(
      (inline.children ?? [])
        .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
        .join(''),
    )
  const texts = tokens.filter(({ type }) => type === 'inline').map(textOf)
  // Title, author, heading, the captions of figure and photo, the quote and its source.
  expect(texts.filter((text) => text.includes(plain(anySyntax))).length).toBeGreaterThanOrEqual(7)
})

it('an article as a PDF has every title, text and caption as text, and nothing that acts', async () => {
  const { review, document } = hostileArticle()
  const { path, problems } = await report(review, document, 'pdf', 'a.pdf')
  expect(problems).toEqual([])
  const [pages = []] = vi.mocked(writePdf).mock.lastCall ?? []
  const set = pages.flatMap(({ parts }) => {
    const ink = new PDFDocument().beginPage(600, 850)
    const filled = vi.spyOn(ink, 'fillText')
    for (const { draw } of parts) draw(ink as typeof ink & Ink)
    return filled.mock.calls.map(([text]) => text)
  })
  const page = set.join('').replaceAll(/\s+/g, '')
  const times = page.split(anySyntax.replaceAll(/\s+/g, '')).length - 1
  expect(times).toBeGreaterThanOrEqual(7)
  const pdf = readFileSync(path, 'latin1')
  expect(pdf).not.toMatch(/\/(?:JavaScript|JS|URI|Launch|OpenAction|EmbeddedFile)\b/)
})

it('a picture is as wide in every format, whatever width the file has', async () => {
  const { review } = hostileArticle()
  const [picture] = review.documents.pictures()
  const blocks = [10, 33, 75, 98].map((widthPercent, at) => ({
    ...({
      id: `p${String(at)}`,
      type: 'picture',
      pictureId: picture?.id ?? 0,
      alt: '',
      caption: '',
    } as const),
    widthPercent,
  }))
  const document: DocumentContent = { name: 'D', title: 'T', author: '', template: 'empty', blocks }
  const widths = async (format: ReportFormat, pattern: RegExp) => {
    const { path } = await report(review, document, format, `a.${format}`)
    return Array.from(readFileSync(path, 'utf8').matchAll(pattern), ([, width]) => Number(width))
  }
  const own = [10, 35, 75, 100]
  expect(await widths('html', /<img class="w(\d+)"/g)).toEqual(own)
  expect(await widths('html', /\.w(\d+)\{width:\1%\}/g)).toEqual(expect.arrayContaining(own))
  expect(await widths('cms', /<img class="w(\d+)"/g)).toEqual(own)
  expect(await widths('tex', /\\includegraphics\[width=([\d.]+)\\linewidth/g)).toEqual(
    own.map((percent) => percent / 100),
  )
  const { blocks: shown } = previewDocument(review, document)
  expect(shown.map((one) => one.type === 'picture' && one.widthPercent)).toEqual(own)
})

it.each(['md', 'tex', 'odt'] as const)(
  'a number in a text equals that of the table beneath its figure, written as %s',
  async (format) => {
    const { review, document } = written()
    const [campaign] = review.campaigns()
    const query = { of: 'campaign', campaignId: campaign?.id ?? 0, metric: 'iops', contains: '' } as const
    const fields = new FieldReader(review, new Map())
      .choices(query)
      .groups.flatMap((group) => group.fields.filter(({ label }) => label === 'mean'))
    expect(fields).toHaveLength(3)
    const text = fields.map(({ source }, at) => `case${String(at)}: ${source};`).join(' ')
    const { path } = await report(
      review,
      {
        ...document,
        blocks: [
          { id: 't', type: 'text', markdown: text },
          { id: 'f', type: 'figure', figureId: review.figures()[0]?.id ?? 0, caption: '', withTable: true },
        ],
      },
      format,
      `a.${format}`,
    )
    const bytes = readFileSync(path)
    const whole = format === 'odt' ? strFromU8(unzipSync(bytes)['content.xml'] ?? noBytes) : strFromU8(bytes)
    const quoted = Array.from(whole.matchAll(/case\d: ([\d.,]+)\D/g), ([, number]) => number)
    expect(quoted).toEqual(['513', '524', '535'])
    const rows = tableRows[format](whole).filter(([first = '']) => /^\d+\s*%$/.test(first))
    expect(rows.map(([, , , , mean]) => mean)).toEqual(quoted)
  },
)

const noBytes = new Uint8Array(0)

/** Rows of the tables in a file, as texts of their cells. */
const tableRows: Readonly<Record<'md' | 'tex' | 'odt', (text: string) => readonly (readonly string[])[]>> = {
  md: (text) => Array.from(text.matchAll(/^\| (.*) \|$/gm), ([, row = '']) => row.split(' | ').map(plain)),
  tex: (text) =>
    Array.from(text.matchAll(/^(.* & .*) \\\\$/gm), ([, row = '']) =>
      row.split(' & ').map((cell) => plain(cell.replaceAll(/\\[,%]/g, (one) => (one === '\\%' ? '%' : ' ')))),
    ),
  odt: (text) =>
    Array.from(text.matchAll(/<table:table-row>(.*?)<\/table:table-row>/gs), ([, row = '']) =>
      Array.from(row.matchAll(/<text:p[^>]*>(.*?)<\/text:p>/gs), ([, cell = '']) => plain(cell)),
    ),
}

it('the fragment for a CMS refers to separate pictures, and has neither style nor script', async () => {
  const { review, document } = written()
  const { path, files } = await report(review, document, 'cms', 'My article.html')
  const html = readFileSync(path, 'utf8')
  expect(html).toMatch(/^<div class="benchwright">\n<h2 id="section-1">[^<]*<\/h2>/)
  expect(html).not.toMatch(/<(?:script|style|h1|html|body|link)\b| style=| on\w+="/)
  expect(html).toContain('&#60;script&#62;alert(1)')
  expect(html).toContain(
    '<picture><source srcset="My-article-pictures/figure-1.svg" type="image/svg+xml"><img src="My-article-pictures/figure-1.png" alt="Figure 1. ',
  )
  expect(files).toHaveLength(3)
  for (const file of files) expect(existsSync(file)).toBe(true)
})

it('an OpenDocument text starts with its type, stored, and has the pictures that it names', async () => {
  const { review, document } = written()
  const { path } = await report(review, document, 'odt', 'a.odt')
  const bytes = readFileSync(path)
  // OpenDocument 1.3, part 2, section 3.3: the file type can be read at a fixed offset.
  expect(bytes.subarray(30, 77).toString('latin1')).toBe('mimetypeapplication/vnd.oasis.opendocument.text')
  expect(bytes.readUInt16LE(8)).toBe(0)
  const files = unzipSync(bytes)
  const content = strFromU8(files['content.xml'] ?? new Uint8Array(0))
  const named = [...content.matchAll(/<draw:image xlink:href="([^"]*)"/g)].map(([, name = '']) => name)
  expect(named).toEqual(['Pictures/figure-1.svg', 'Pictures/figure-1.png'])
  for (const name of named) expect(files[name]?.length).toBeGreaterThan(100)
  // Programs do not use the fonts within a drawing.
  expect(strFromU8(files['Pictures/figure-1.svg'] ?? new Uint8Array(0))).not.toContain('<text')
})
