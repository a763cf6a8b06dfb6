import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { figureFormats } from '../../../src/bench/figures/export-figure'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCaptured } from '../capture-output'
import { withoutFaces } from '../../bench/figures/svg-elements'

const samples = join(import.meta.dirname, '../../../resources/samples')
const kernels = join(samples, 'sandforce-kernel.benchwright')
const generations = join(samples, 'flashmax-generations.benchwright')
const sides = [
  ...['--baseline', 'configuration=kernel 2.6.32', '--candidate', 'configuration=kernel 2.6.38.2'],
  ...['--mode', 'sigma', '--test', 'write'],
]
const metric = ['--metric', 'iops']
const iops = join(samples, 'sandforce-iops.benchwright')
const kinds: readonly (readonly [kind: string, file: string, ...options: string[]])[] = [
  ['compressibility', iops, ...metric],
  ['compressibility-bars', iops, ...metric],
  ['compressibility-table', iops, ...metric],
  ['results-table', iops],
  ['comparison', generations, '--baseline', 'device=FlashMAX 1400M', '--candidate', 'device=FlashMAX II'],
  ['percent-difference', kernels, ...sides],
  ['advantage', kernels, ...sides],
  ['advantage-table', kernels, ...sides],
  ['comparison-table', kernels, ...sides],
]
/** The first bytes of each format. */
const beginnings: Readonly<Record<(typeof figureFormats)[number], RegExp>> = {
  png: /^\u0089PNG/,
  svg: /^<svg /,
  pdf: /^%PDF-/,
  csv: /^[a-z_]+,/,
  md: /^## /,
  html: /^<!doctype html>/,
  tex: /^% Needs /,
  json: /^\{/,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-formats-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe.each(kinds)('%s', (kind, file, ...options) => {
  it('is written in every format', async () => {
    for (const format of figureFormats) {
      const out = join(folder, `${kind}.${format}`)
      const args = [file, '--figure', kind, ...options, '--out', out]
      const { status, stderr } = await runCaptured(exportCommand, ...args)
      expect(status, `${format}: ${stderr}`).toBe(0)
      expect(readFileSync(out, 'latin1')).toMatch(beginnings[format])
    }
  })
})

describe('a figure of four panels with two panels per part', () => {
  const parts = ['--figure', 'compressibility', ...metric, '--panels-per-part', '2']

  it('is a PDF of two pages, and a file per part as PNG and SVG', async () => {
    const pdf = join(folder, 'parts.pdf')
    expect((await runCaptured(exportCommand, iops, ...parts, '--out', pdf)).stdout).toBe(`${pdf}\n`)
    expect(readFileSync(pdf, 'latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
    for (const format of ['png', 'svg']) {
      const files = [1, 2].map((part) => join(folder, `parts-${part}.${format}`))
      const done = await runCaptured(exportCommand, iops, ...parts, '--out', join(folder, `parts.${format}`))
      expect(done).toMatchObject({ status: 0, stdout: files.map((file) => `${file}\n`).join('') })
    }
    const [first, last] = [1, 2].map((part) => readFileSync(join(folder, `parts-${part}.svg`), 'utf8'))
    expect(first).toContain('(1 of 2)')
    expect(first).toContain('The caption is under part 2.')
    expect(last).toContain('(2 of 2)')
    expect(last).toContain('Published means of 10 runs')
  })

  it('is named with its parts as JSON, and whole in a page', async () => {
    const out = join(folder, 'named.png')
    const { stdout } = await runCaptured(exportCommand, iops, ...parts, '--out', out, '--json')
    const files = [1, 2].map((part) => join(folder, `named-${part}.png`))
    expect(JSON.parse(stdout)).toMatchObject({ out: files[0], parts: files })
    const page = join(folder, 'whole.html')
    await runCaptured(exportCommand, iops, ...parts, '--out', page)
    expect(readFileSync(page, 'utf8')).not.toContain('(1 of 2)')
  })
})

it('numbers of marks beyond the axis have the same digits', async () => {
  const out = join(folder, 'cut.svg')
  await runCaptured(
    exportCommand,
    iops,
    '--figure',
    'compressibility',
    ...metric,
    '--y-max',
    '8',
    '--out',
    out,
  )
  const drawn = readFileSync(out, 'utf8')
  expect(drawn).toContain('>35,971.40</text>')
  expect(drawn).toContain('>24,666.40</text>')
})

describe('without numbers for it', () => {
  const missing = async (...args: readonly string[]) => {
    const out = join(folder, 'missing.svg')
    const outcome = await runCaptured(exportCommand, ...args, '--out', out)
    expect(existsSync(out)).toBe(false)
    expect(outcome.status).toBe(2)
    return outcome.stderr
  }

  it('a figure is not written; the missing data is reported, and what the file offers', async () => {
    const sweep = await missing(kernels, '--figure', 'mix-sweep')
    expect(sweep).toContain('There is nothing for the figure “Sweep”. No finished run has bandwidth')
    expect(sweep).toMatch(/It has numbers for .*percent-difference.*results-table\./)
    const content = await missing(generations, '--figure', 'compressibility')
    expect(content).toContain('No result has bandwidth and a level of data content.')
    expect(content).toContain('It has numbers for mix-sweep, ')
    expect(await missing(iops, '--figure', 'mix-sweep', '--metric', 'latency_mean')).toContain('mean latency')
  })

  it('bars of differences that were printed without means are refused with the figure that shows them', async () => {
    const stderr = await missing(kernels, '--figure', 'comparison', ...sides)
    expect(stderr).toContain('Only differences were printed, no means to draw as bars.')
    expect(stderr).toContain('percent difference')
  })
})

it.each(['md', 'tex', 'html', 'svg'] as const)(
  'a printed table matches the one on record (%s)',
  async (format) => {
    const out = join(folder, `record.${format}`)
    const args = [
      iops,
      '--figure',
      'compressibility-table',
      ...metric,
      '--preset',
      'Print column',
      '--out',
      out,
    ]
    expect((await runCaptured(exportCommand, ...args)).status).toBe(0)
    await expect(withoutFaces(readFileSync(out, 'utf8'))).toMatchFileSnapshot(
      `../../golden/compressibility-table.${format}`,
    )
  },
)

it('bars in greys match the ones on record', async () => {
  const out = join(folder, 'greys.svg')
  const args = [
    iops,
    '--figure',
    'compressibility-bars',
    ...metric,
    '--preset',
    'print in greys',
    '--out',
    out,
  ]
  expect((await runCaptured(exportCommand, ...args)).status).toBe(0)
  await expect(withoutFaces(readFileSync(out, 'utf8'))).toMatchFileSnapshot(
    '../../golden/compressibility-bars-print-grey.svg',
  )
})

it('an unknown preset is refused with the existing ones', async () => {
  const args = [iops, '--figure', 'compressibility', '--preset', 'Nature', '--out', join(folder, 'x.svg')]
  const { status, stderr } = await runCaptured(exportCommand, ...args)
  expect(status).toBe(2)
  expect(stderr).toContain('Choose one of “Web column”, ')
})

/** A copy of the sample, opened, without the figures that are saved in it. */
function withoutFigures(file: string) {
  copyFileSync(iops, file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The copy cannot be written.')
  for (const { id } of review.figures()) review.deleteFigure(id)
  return review
}

describe('--all', () => {
  it('writes every saved figure in every format with an index, and overwrites its own files only', async () => {
    const file = join(folder, 'saved.benchwright')
    const review = withoutFigures(file)
    const settings = { kind: 'compressibility', campaignIds: [1], metric: 'iops' } as const
    review.saveFigure({ name: 'Ärger & <b>Läufe</b>', settings })
    review.saveFigure({ name: 'Means', settings: { ...settings, kind: 'compressibility-table' } })
    review.saveFigure({ name: 'Broken', settings: { ...settings, kind: 'comparison' } })
    review.saveFigure({ name: 'Empty', settings: { ...settings, kind: 'mix-sweep', metric: 'bandwidth' } })
    review.close()
    const out = join(folder, 'article')
    const all = () => runCaptured(exportCommand, file, '--all', '--out', out, '--preset', 'Print column')
    const done = await all()
    // One figure has lost its sides, one has no numbers: each is named, and blocks none of the others.
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('note: Broken: ')
    expect(done.stderr).toContain('note: Empty: There is nothing for the figure “Sweep”.')
    expect(done.stdout.trim()).toBe(join(out, 'index.html'))
    expect(readdirSync(out)).toHaveLength(2 * 7 + 1)
    const page = readFileSync(join(out, 'index.html'), 'utf8')
    for (const link of page.matchAll(/href="([^"#]+)"/g))
      expect(existsSync(join(out, link[1] ?? ''))).toBe(true)
    expect(page).toContain('1. Ärger &#38; &#60;b&#62;Läufe&#60;/b&#62;')
    expect(page).not.toMatch(/<b>|<script|style=/)
    expect(readFileSync(join(out, '01-arger-b-laufe-b.tex'), 'utf8')).toContain('{01-arger-b-laufe-b.pdf}')
    expect((await all()).stdout.trim()).toBe(join(out, 'index.html'))

    writeFileSync(join(out, 'index.html'), 'my own page')
    const refused = await all()
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('no export of figures has written it')
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('my own page')
  })

  it('says what to do if nothing is saved', async () => {
    const file = join(folder, 'unsaved.benchwright')
    withoutFigures(file).close()
    const { status, stderr } = await runCaptured(exportCommand, file, '--all', '--out', join(folder, 'none'))
    expect(status).toBe(2)
    expect(stderr).toContain('No figure is saved in this review.')
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
