import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { draftDocument } from '../../../src/bench/articles/new-document'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { writeReport } from '../../../src/bench/articles/write-report'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { importFiles } from '../../../src/bench/import/import-files'
import { comparisonRows } from '../../../src/core/comparison/texts/comparison-rows'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import { tableToCsv } from '../../../src/core/document/csv'
import { tableToJson } from '../../../src/core/document/json'
import { printedTable } from '../../../src/core/document/printed-table'
import { resultCard } from '../../../src/core/document/result-card'
import { readForeignOutputs } from '../../../src/core/engines/foreign/read-output'
import type { FigureKind, FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { tidyTable } from '../../../src/core/figures/tables/tidy-table'
import type { Reservation } from '../../../src/core/results/reservation'
import { isInvalidating, reservationName } from '../../../src/core/results/reserved-runs'
import { newReview, temporaryFolder } from '../store/sample-review'

/** Outputs with a reservation of each kind that an import makes, besides those among the fixtures. */
const changed: Readonly<Record<string, () => string>> = {
  'failed-requests': () =>
    readFileSync('tests/fixtures/foreign/elbencho/3.1-files.csv', 'utf8')
      .split('\n')
      .flatMap((line) =>
        line.startsWith('ISO') ? [`${line},errors total`] : line.includes(',WRITE,') ? [`${line},40`] : [],
      )
      .join('\n'),

  'hosts-unknown': () =>
    readFileSync('tests/fixtures/imports/fio-client-without-job-options.json', 'utf8').replaceAll(
      /,\s*"hostname": .*\n\s*"port": \d+/g,
      '',
    ),
  'numbers-contradict': () =>
    readFileSync('tests/fixtures/imports/fio-PhysicalDrive.json', 'utf8').replace(
      '"bs": "4k"',
      '"bs": "16k"',
    ),
}

/** Every text of the fixtures, with the reservations that reach print of the runs in it. */
function textsIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return textsIn(path)
    const isText = /\.(txt|out|json|xml|csv|html|log|md)$/.test(name) && statSync(path).size < 2_000_000
    return isText ? [readFileSync(path, 'utf8')] : []
  })
}

const printed = (text: string) =>
  readForeignOutputs(text)
    .flatMap(({ runs }) => runs)
    .flatMap(({ warnings }) => warnings)
    .filter((one) => one.class !== 'note')

/** A text for each reservation, the shortest. */
const found = new Map<string, { readonly text: string; readonly one: Reservation }>()
for (const text of [...textsIn('tests/fixtures'), ...Object.values(changed).map((of) => of())])
  for (const one of printed(text)) {
    const before = found.get(one.id)
    if (!before || before.text.length > text.length) found.set(one.id, { text, one })
  }

/** The ids that the readers of other programs' outputs write. */
function idsOfReaders(): readonly string[] {
  const files = readdirSync('src/core/engines', { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => /(?:^|[\\/])foreign[\\/].*\.ts$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join('src/core/engines', name), 'utf8').matchAll(
        /(?:qualifies|invalidates)\(\s*'([a-z-]+)'/g,
      ),
    ])
    .map(([, id = '']) => id)
}

it('is walked for every reader', () => {
  expect([...found.keys()]).toEqual(expect.arrayContaining([...idsOfReaders()]))
  expect(found.size).toBeGreaterThan(15)
})

/** The text as the output of two drives. */
async function imported(text: string) {
  const root = temporaryFolder()
  const drives = ['Drive A', 'Drive B']
  for (const [at, drive] of drives.entries()) {
    mkdirSync(join(root, drive))
    // The same content would be taken once.
    writeFileSync(join(root, drive, 'out.txt'), `${text}${'\n'.repeat(at + 1)}`)
  }
  const review = newReview()
  await importFiles(
    review,
    drives.map((drive) => join(root, drive)),
    { deviceFrom: 'folder' },
  )
  return review
}

function textsOf(figure: ReturnType<typeof figureOfReview>) {
  const { rows } = printedTable(figure.printed ?? figureTable(figure))
  const points = figure.series.flatMap((one) =>
    one.points.flatMap(({ reservations = '', facts = [] }) => [reservations, ...facts]),
  )
  const ticks = (figure.x.ticks ?? []).map(({ label }) => label)
  return [
    figure.caption,
    ...figure.notes.map(({ text }) => text),
    ...points,
    ...ticks,
    ...[...rows].flat(),
  ].join('\n')
}

/** What all outputs of a review say, by their names. */
function outputsOf(review: ReviewReader, reserved: Reservation): Readonly<Record<string, string>> {
  const [id = 0] = review.campaigns().map((campaign) => campaign.id)
  const detail = review.campaign(id)
  if (!detail) throw new Error('There is no campaign.')
  const runs = review.reservedRuns(id)
  const isReserved = (runId: number) => runs.get(runId)?.some((one) => one.id === reserved.id) === true
  const rows = [...review.rows({ campaignIds: [id] })].filter(
    ({ runId, direction }) => isReserved(runId) && direction === 'total',
  )
  const row = ['bandwidth', 'iops', 'latency_mean'].flatMap((metric) =>
    rows.filter((one) => one.metric === metric),
  )[0]
  const [candidate = '', baseline = ''] = review.campaigns().map(({ device }) => device)
  const campaignIds: number[] = []
  const draw = (kind: FigureKind, more: Partial<FigureSettings> = {}) =>
    figureOfReview(review, { kind, campaignIds, metric: row?.metric ?? 'iops', ...more } as FigureSettings)
  if (!row) return { 'time-series': textsOf(draw('time-series')) }
  const comparison = {
    ...{ metric: row.metric, tests: [row.test], factors: ['device'], acceptance: 'two drives' },
    ...{
      baseline: [{ key: 'device', value: baseline }],
      candidates: [[{ key: 'device', value: candidate }]],
    },
  }
  const drawn = new Map<string, ReturnType<typeof draw>>([
    ...(['results-table', 'ranking'] as const).map((kind) => [kind, draw(kind)] as const),
    ...(['comparison', 'percent-difference', 'comparison-table'] as const).map(
      (kind) => [kind, draw(kind, { comparison })] as const,
    ),
  ])
  const figures = [...drawn].flatMap(([kind, figure]) => {
    const table = figureTable(figure)
    return [
      [kind, textsOf(figure)],
      [`${kind} as CSV`, [...tableToCsv(table)].join('')],
      [`${kind} as JSON`, [...tableToJson(table)].join('')],
    ]
  })
  const marks = (drawn.get('ranking')?.series ?? []).flatMap((one) => one.points)
  const isGrey = marks.some(({ isInvalid }) => isInvalid === true)
  expect(isGrey || !isInvalidating(reserved)).toBe(true)
  const table = tidyTable([...review.rows({})], [], { reserved: runs })
  return {
    ...(Object.fromEntries(figures) as Record<string, string>),
    'table of differences': [...tableToCsv(comparisonRows(review.compare(comparison)))].join(''),
    card: resultCard(detail, casesOfCampaign(review, detail, true))
      .tiles.map(({ label }) => label)
      .join('\n'),
    summary: campaignSentences(detail, casesOfCampaign(review, detail)).join(' '),
    CSV: [...tableToCsv(table)].join(''),
    JSON: [...tableToJson(table)].join(''),
  }
}

describe.each([...found])('the reservation %s of an import', (_, { text, one }) => {
  it('reaches every output', async () => {
    const review = await imported(text)
    const name = reservationName(one)
    const outputs = outputsOf(review, one)
    const lacking = Object.entries(outputs).flatMap(([output, said]) => (said.includes(name) ? [] : [output]))
    expect(lacking).toEqual([])
    const path = join(temporaryFolder(), 'report.md')
    // A draft has no figure over time.
    if (Object.keys(outputs).length === 1) return
    await writeReport(review, draftDocument(review, 'drive-review'), { format: 'md', path })
    expect(readFileSync(path, 'utf8')).toContain(name)
    review.close()
  })
})
