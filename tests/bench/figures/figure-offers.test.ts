import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { CurrencyError } from '../../../src/core/devices/money'
import { testLabel } from '../../../src/core/plan/levels/level-words'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { holdsNothing } from '../../../src/core/figures/kinds/build-figure'
import { isTableKind } from '../../../src/core/figures/kinds/figure-kinds'
import { patience } from '../words/audited'
import { figureWorlds } from '../words/figure-worlds'
import { seriesWorlds } from '../words/over-time/series-worlds'
import { stillReads } from '../words/still-reads'
import { still, worlds } from '../words/worlds'
import { offeredFigures } from './offered-figures'

const folder = join(__dirname, '../../../resources/samples')
const samples = readdirSync(folder).filter((name) => name.endsWith('.benchwright'))

/** Panels in which nothing is drawn. */
function emptyPanels({ panels, series }: Figure): readonly string[] {
  return (panels?.titles ?? []).filter((_, at) =>
    series.every(
      ({ panel = 0, points, columns }) =>
        panel !== at || (columns === undefined && points.every(({ y }) => y === undefined)),
    ),
  )
}

/** Lines of one panel that share a name, or everything that tells them apart without reading, and names cut in the middle. */
function mistaken({ series }: Figure): readonly string[] {
  const panels = new Map<number, Map<string, Figure['series'][number]>>()
  for (const one of series) {
    if (one.role !== 'measured' || !one.visible) continue
    const lines = panels.get(one.panel ?? 0) ?? new Map<string, Figure['series'][number]>()
    if (!lines.has(one.line)) lines.set(one.line, one)
    panels.set(one.panel ?? 0, lines)
  }
  const twice = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)
  return [...panels.values()].flatMap((lines) => {
    const all = [...lines.values()]
    const codes = all
      // Bars and boxes stand side by side, each over its name; grey ones are told apart by none.
      .filter(({ mark = 'line', group }) => mark === 'line' && group >= 0)
      .map(({ color, group, marker, dash }) => `${color ?? String(group)} ${marker} ${dash}`)
    const cut = all.filter(({ lineLabel }) => /\S ?… ?\S/.test(lineLabel))
    return [
      ...twice(all.map(({ lineLabel }) => lineLabel)).map((name) => `two lines are called ${name}`),
      ...twice(codes).map((code) => `two lines look alike: ${code}`),
      ...cut.map(({ lineLabel }) => `cut: ${lineLabel}`),
    ]
  })
}

/** What a reader has to know of the whole figure: its one test, and the unit of each value axis. */
function unsaid({ kind, title, tests = [], unit, y, panels, series }: Figure): readonly string[] {
  const [test] = tests
  const axes = panels?.axes?.map((own, at) => ({
    unit: own.unit,
    text: `${own.y.label} ${panels.titles[at] ?? ''}`,
  }))
  // "IOPS (thousands)" says the prefix in words.
  const inWords: Readonly<Record<string, string>> = {
    'k IOPS': 'IOPS (thousands)',
    'M IOPS': 'IOPS (millions)',
  }
  // "Price per usable GB (USD)" is in USD/GB.
  const isPerGb = (text: string, of: string) =>
    of.endsWith('/GB') && /per .*GB/.test(text) && text.includes(`(${of.slice(0, -3)})`)
  const isSaid = (text: string, of: string) =>
    isPerGb(text, of) ||
    of === '' ||
    text.toLowerCase().includes(of.toLowerCase()) ||
    text.includes(inWords[of] ?? of)
  const bare = (axes ?? [{ unit, text: y.label }]).filter(({ unit: of, text }) => !isSaid(text, of))
  return [
    ...(test !== undefined && tests.length === 1 && !title.includes(testLabel(test))
      ? [`the test ${test} is not in the title ${title}`]
      : []),
    ...(series.length === 0 || isTableKind(kind) ? [] : bare.map((one) => `no ${one.unit} in “${one.text}”`)),
  ]
}

/** What is offered and neither drawn nor refused with a reason. */
function problemsOf(review: ReviewReader): readonly string[] {
  return [...offeredFigures(review)].flatMap((settings) => {
    const { kind, metric, xKey, facet, secondMetric } = settings
    const choice = [kind, metric, xKey, facet, secondMetric].map((one) => one ?? '-').join(' ')
    try {
      const figure = figureOfReview(review, settings)
      const told = figure.notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text)
      const isSplit = figure.panels !== undefined && figure.panels.ofLines !== true
      const bare = emptyPanels(figure)
      const found = [
        holdsNothing(figure) && told.length === 0 ? 'nothing, and no reason' : '',
        facet !== undefined && !isSplit && told.length === 0 ? 'no panels, and no reason' : '',
        secondMetric !== undefined && figure.panels === undefined && told.length === 0
          ? 'no second panel, and no reason'
          : '',
        bare.length > 0 && told.length === 0 ? `nothing in ${bare.join()}` : '',
      ]
      return [...found, ...mistaken(figure), ...unsaid(figure)]
        .filter((text) => text !== '')
        .map((text) => `${choice}: ${text}`)
    } catch (error) {
      // It asks for a rate.
      return error instanceof CurrencyError ? [] : [`${choice}: ${String(error)}`]
    }
  })
}

describe(
  'what the window offers of a figure is drawn, or refused with a reason',
  { timeout: patience },
  () => {
    test.each(samples)('in %s', (name) => {
      const review = openReview(join(folder, name), { mode: 'read' })
      try {
        expect(problemsOf(stillReads(review))).toEqual([])
      } finally {
        review.close()
      }
    })

    test('in simulated and imported files', async () => {
      const recorded = Object.entries(seriesWorlds).map(([name, make]) =>
        still({ name, review: make().review }),
      )
      const simulated = [...(await worlds()), ...figureWorlds()].filter(({ isLarge }) => isLarge !== true)
      const all = [...simulated, ...recorded]
      const found = all.flatMap(({ name, review }) => problemsOf(review).map((text) => `${name}: ${text}`))
      expect(found).toEqual([])
    })
  },
)
