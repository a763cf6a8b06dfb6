import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writtenArticle } from '../../../src/bench/articles/written-article'
import { draftDocument } from '../../../src/bench/articles/new-document'
import type { ReviewReads } from '../../../src/bench/store/review-reads'
import { openReview } from '../../../src/bench/store/open-review'
import { isDataBlock, type DataBlock } from '../../../src/core/document/document'
import type { StoredBlock } from '../../../src/core/document/stored-document'
import { isTableKind, type FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { figureUnits } from '../../../src/core/results/display-unit'
import { findMetric, metrics } from '../../../src/core/results/metrics'
import { figureWorlds } from '../words/figure-worlds'
import { seriesWorlds } from '../words/over-time/series-worlds'
import { patience } from '../words/audited'
import { stillReads } from '../words/still-reads'
import { still, worlds } from '../words/worlds'
import { offeredFigures } from '../figures/offered-figures'

/** A unit in which some text of a document shows a metric. */
interface Shown {
  readonly metric: string
  readonly unit: string
  readonly where: string
}

/** Longest first, so that no label is found within another one. */
const labels = metrics
  .map(({ id, label }) => ({ id, label: label.toLowerCase() }))
  .sort((a, b) => b.label.length - a.label.length)

/** The metric that a text names; the longest name decides. */
const named = (text: string) => labels.find(({ label }) => text.toLowerCase().includes(label))?.id

/** The unit of a metric in a text that ends with it in brackets, or with a number in it. */
function unitIn(text: string, metric: string): string | undefined {
  const own = findMetric(metric)
  const units = own === undefined ? [] : figureUnits(own.unit).filter((unit) => unit !== '')
  const plain = text.replaceAll(/[\u202f\u2009\u00a0]/g, ' ')
  return units.find(
    (unit) =>
      plain.endsWith(`(${unit})`) ||
      (/^[\d,.−±e -]+/.test(plain) && plain.replace(/^[\d,.−±e -]+/, '') === unit),
  )
}

/** Whether cells under a heading are values of the metric of their row. */
const holdsValues = (heading: string) =>
  ['Value', 'Standard deviation', 'Advertised', 'Measured'].includes(heading) || heading.endsWith('± SD')

/** Units of axes, panels, headings and cells. */
function shownIn(block: DataBlock): readonly Shown[] {
  const { figure, table, title } = { figure: undefined, ...block }
  const found: Shown[] = []
  const add = (metric: string | undefined, text: string) => {
    const unit = metric === undefined ? undefined : unitIn(text, metric)
    if (metric !== undefined && unit !== undefined) found.push({ metric, unit, where: `${title}: ${text}` })
  }
  if (figure) {
    const texts = [figure.x.label, figure.y.label, ...(figure.panels?.titles ?? [])]
    for (const text of texts) add(named(text), text)
  }
  const headings = table.columns.map(({ heading }) => heading)
  for (const heading of headings) add(named(heading) ?? figure?.metric, heading)
  const metricAt = headings.findIndex((heading) => heading === 'Metric' || heading === 'What')
  // A number as it was printed keeps its unit.
  const stateAt = headings.indexOf('State')
  if (metricAt >= 0)
    for (const row of table.rows)
      if (row[stateAt] !== 'published')
        for (const [at, cell] of row.entries())
          if (holdsValues(headings[at] ?? '')) add(named(row[metricAt] ?? ''), cell)
  return found
}

/** A document with the draft of a review, every figure that the window offers, and comparisons of everything. */
async function unitsOf(review: ReviewReads): Promise<readonly string[]> {
  const drafted = draftDocument(review, 'drive-review')
  const ids = review.campaigns().map(({ id }) => id)
  const side = (id: number) => [{ key: 'campaign', value: String(id) }]
  const compared = ids.slice(1, 3).flatMap((id): readonly FigureSettings[] =>
    (['comparison', 'comparison-table'] as const).map((kind) => ({
      ...{ kind, campaignIds: [], metric: '' },
      comparison: {
        ...{ baseline: side(ids[0] ?? 0), candidates: [side(id)], metric: 'all' },
        ...{ factors: ['device', 'configuration'], acceptance: 'one bench' },
      },
    })),
  )
  const offered = [...offeredFigures(review)].filter(
    ({ facet = 'test', xKey }) => facet === 'test' && xKey === undefined,
  )
  const settings = [...offered, ...compared]
  const figures = settings.map((one, at) => ({ id: 1_000_000 + at, name: String(at), settings: one }))
  const blocks = figures.map(({ id, settings: { kind } }): StoredBlock =>
    isTableKind(kind)
      ? { id: String(id), type: 'table', figureId: id }
      : { id: String(id), type: 'figure', figureId: id, withTable: true },
  )
  const { document } = await writtenArticle(
    review,
    {
      document: {
        ...{ name: 'All', title: 'All', author: '', template: 'empty' },
        blocks: [...drafted.document.blocks, ...blocks],
      },
      figures: [...drafted.figures, ...figures] as never,
    },
    { figures: 'drawn' },
  )
  const first = new Map<string, Shown>()
  return document.blocks
    .filter(isDataBlock)
    .flatMap(shownIn)
    .flatMap((one) => {
      const known = first.get(one.metric) ?? one
      first.set(one.metric, known)
      return known.unit === one.unit
        ? []
        : [`${one.metric} in ${known.unit} (${known.where}) and ${one.unit} (${one.where})`]
    })
}

const folder = join(__dirname, '../../../resources/samples')
const samples = readdirSync(folder).filter((name) => name.endsWith('.benchwright'))

/** Files with several metrics, tests and sizes; more would say the same. */
const varied: ReadonlySet<string> = new Set([
  ...['several tests', 'databases', 'fill level', 'content', 'two drives', 'in print', 'load curves'],
  ...['load that is reached', 'steps', 'by histogram', 'whole drives'],
])

describe('a document has one unit for each metric', { timeout: patience }, () => {
  test.each(samples)('in %s', async (name) => {
    const review = openReview(join(folder, name), { mode: 'read' })
    try {
      expect(await unitsOf(stillReads(review))).toEqual([])
    } finally {
      review.close()
    }
  })

  test('in simulated and imported files', async () => {
    const recorded = Object.entries(seriesWorlds).map(([name, make]) =>
      still({ name, review: make().review }),
    )
    const simulated = [...(await worlds()), ...figureWorlds()].filter(({ isLarge }) => isLarge !== true)
    const found: string[] = []
    for (const { name, review } of [...simulated, ...recorded].filter((one) => varied.has(one.name)))
      found.push(...(await unitsOf(review)).map((text) => `${name}: ${text}`))
    expect(found).toEqual([])
  })
})
