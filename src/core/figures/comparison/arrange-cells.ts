import { cellLabel, cellNaming, type CellNaming } from '../../comparison/texts/cell-label'
import type { ComparedCell, Comparison, UnmatchedCase } from '../../comparison/comparison'
import { isOfCampaign } from '../../comparison/sides/whole-campaign'
import { levelText } from '../../plan/cases'
import { axisName, codedWord, formatLevel, levelLabel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { findMetric } from '../../results/metrics'
import { withUnit } from '../../units/number-format'
import type { Figure, FigurePoint } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { cleanText, idText, textLimits } from '../figure/clean-text'

/** A case at its position in a comparison figure. */
export interface PlacedCell {
  readonly panel: number
  /** Index among the levels of x. */
  readonly x: number
  /** Index among the series. */
  readonly series: number
  readonly candidate: number
  /** Undefined: one side did not measure it. */
  readonly cell: ComparedCell | undefined
  /** What one side has, if the other did not measure it. */
  readonly unmatched?: { readonly side: 'baseline' | 'candidate'; readonly one: UnmatchedCase }
}

/** Which parameter is on x, which makes the series, and which the panels. */
export interface CellArrangement {
  readonly xKey: string
  readonly xLabels: readonly string[]
  /** `candidate` or the key of a parameter. */
  readonly seriesKey: string
  readonly seriesLabels: readonly string[]
  /** What settings call the series; a label may change. */
  readonly seriesIds: readonly string[]
  /** The requested axis has a panel for each of its levels, or for everything else that varies at each; undefined if not requested. */
  readonly isFaceted: boolean | undefined
  /** Empty if there is only one panel. */
  readonly panelTitles: readonly string[]
  readonly placed: readonly PlacedCell[]
  /** Panels that did not fit. */
  readonly hiddenPanels: number
  readonly naming: CellNaming
}

/** What readers expect on x, best first; then anything that varies. */
const preferredX = ['read_percent', 'queue_depth', 'jobs', 'fill_percent', 'block_size', 'file_size']

/** More series than this next to each other are indistinguishable. */
const mostSeries = 8
/** More panels than this do not fit on a page. */
const mostPanels = 24
/** More marks than this in one figure are unreadable and make the window stall while drawing. */
const mostMarks = 720

/** How many panels are drawn, if not all; see `Figure.cut`. */
export function drawnPanels({ panelTitles, hiddenPanels }: CellArrangement): string | undefined {
  const shown = Math.max(1, panelTitles.length)
  return hiddenPanels === 0 ? undefined : `${String(shown)} of ${String(shown + hiddenPanels)} panels`
}

type Case = ComparedCell | UnmatchedCase
type ArrangementSettings = Pick<UsualSettings, 'xKey' | 'seriesKey' | 'facet' | 'fixed'>

interface Candidate {
  readonly one: Case
  readonly candidate: number
  readonly cell: ComparedCell | undefined
  readonly unmatched?: PlacedCell['unmatched']
}

/**
 * Arranges the cells of a comparison. The user's choice is kept; otherwise x is the parameter readers expect there,
 * the series are the candidates or the next parameter with few levels, and each combination of the others is a panel.
 * An axis requested for panels is not fixed at one level, and its levels order the panels.
 */
export function arrangeCells(
  comparison: Comparison,
  { xKey: askedX, seriesKey: askedSeries, facet, fixed = {} }: ArrangementSettings,
  sides: 'apart' | 'together',
): CellArrangement {
  const all = comparison.candidates.flatMap(({ cells, unmatched }, candidate): Candidate[] => [
    ...cells.map((cell) => ({ one: cell, candidate, cell })),
    ...(['baseline', 'candidate'] as const).flatMap((side) =>
      unmatched[side].map((one) => ({ one, candidate, cell: undefined, unmatched: { side, one } })),
    ),
  ])
  const held = Object.entries(fixed).filter(([key]) => key !== facet)
  const shown = all.filter(({ one }) => isHeld(one, held))
  const naming = withoutFollowers(shown)
  const dimensions = [
    ...(naming.test ? ['test'] : []),
    ...(naming.direction ? ['direction'] : []),
    ...(naming.metric ? ['metric'] : []),
    ...naming.keys,
  ]
  const unsplit = dimensions.filter((key) => key !== facet)
  const xKey = chooseX(askedX, unsplit, shown)
  const several = comparison.candidates.length > 1
  const isFaceted = facet === undefined ? undefined : dimensions.includes(facet) && facet !== xKey
  const free = unsplit.filter((key) => key !== xKey)
  const seriesKey = sides === 'apart' || several ? 'candidate' : chooseSeries(askedSeries, free, shown)
  const panelKeys = [
    ...(facet !== undefined && isFaceted === true ? [facet] : []),
    ...free.filter((key) => key !== seriesKey),
  ]
  const xs = new Places(shown.map(({ one }) => valueOf(one, xKey)))
  const series =
    seriesKey === 'candidate' ? undefined : new Places(shown.map(({ one }) => valueOf(one, seriesKey)))
  const titles = new Map<Candidate, string>()
  for (const one of shown) {
    titles.set(one, panelTitle(one.one, panelKeys))
  }
  const ordered = byLevelOf(isFaceted === true ? facet : undefined, shown)
  const panels = new Places(ordered.map((one) => titles.get(one)))
  const marksPerPanel = xs.values.length * (series?.values.length ?? comparison.candidates.length)
  const panelCount = Math.max(1, Math.min(mostPanels, Math.floor(mostMarks / Math.max(1, marksPerPanel))))
  const placed = shown.flatMap((shownCase): PlacedCell[] => {
    const { one, candidate, cell, unmatched } = shownCase
    const panel = panels.of(titles.get(shownCase))
    if (panel >= panelCount) return []
    return [
      {
        panel,
        x: xs.of(valueOf(one, xKey)),
        series: series === undefined ? candidate : series.of(valueOf(one, seriesKey)),
        candidate,
        cell,
        ...(unmatched && { unmatched }),
      },
    ]
  })
  const candidates = comparison.candidates.map((one) => one.candidate.label)
  return {
    xKey,
    xLabels: xs.values.map((value) => tickLabel(xKey, value)),
    seriesKey,
    seriesLabels: series?.values.map((value) => seriesLabel(seriesKey, value)) ?? candidates,
    seriesIds: series?.values.map((value) => seriesId(seriesKey, value)) ?? candidates,
    isFaceted,
    panelTitles: panels.values.length > 1 ? panels.values.slice(0, panelCount).map(String) : [],
    placed,
    hiddenPanels: Math.max(0, panels.values.length - panelCount),
    naming,
  }
}

/** What distinguishes the cases; direction and metric count only if they do not follow from the test. */
function withoutFollowers(shown: readonly Candidate[]): CellNaming {
  const naming = cellNaming(shown.map(({ one }) => one))
  const follows = (part: (one: Case) => string) => {
    const byTest = new Map<string, string>()
    return shown.every(({ one }) => {
      const first = byTest.get(one.test) ?? part(one)
      byTest.set(one.test, first)
      return first === part(one)
    })
  }
  return {
    ...naming,
    direction: naming.direction && !follows((one) => one.direction),
    metric: naming.metric && !follows((one) => one.metric),
  }
}

/** Name of a point: its case in words, by what distinguishes the shown cases. */
export function placedName({ naming }: CellArrangement, { cell }: PlacedCell): Pick<FigurePoint, 'name'> {
  return cell === undefined ? {} : { name: cellLabel(cell, naming) }
}

function isHeld(one: Case, held: readonly (readonly [string, LevelValue])[]): boolean {
  return held.every(([key, value]) => {
    const own = valueOf(one, key)
    return own === undefined || levelText(own) === levelText(value)
  })
}

/** In the order of the levels of an axis; unchanged if there is none. */
function byLevelOf(key: string | undefined, shown: readonly Candidate[]): readonly Candidate[] {
  if (key === undefined) return shown
  const places = new Places(shown.map(({ one }) => valueOf(one, key)))
  const place = ({ one }: Candidate) => places.of(valueOf(one, key))
  return [...shown].sort((a, b) => place(a) - place(b))
}

function chooseX(
  asked: string | undefined,
  dimensions: readonly string[],
  shown: readonly Candidate[],
): string {
  if (asked !== undefined && (dimensions.includes(asked) || shown.some(({ one }) => asked in one.levels)))
    return asked
  const parameters = dimensions.filter((key) => !['test', 'direction', 'metric'].includes(key))
  const preferred = preferredX.find((key) => parameters.includes(key))
  return preferred ?? parameters[0] ?? dimensions[0] ?? 'test'
}

function chooseSeries(
  asked: string | undefined,
  free: readonly string[],
  shown: readonly Candidate[],
): string {
  if (asked !== undefined && free.includes(asked)) return asked
  const levels = (key: string) => new Set(shown.map(({ one }) => levelText(valueOf(one, key)))).size
  const parameters = free.filter((key) => !['test', 'direction', 'metric'].includes(key))
  return parameters.find((key) => levels(key) <= mostSeries) ?? 'candidate'
}

function valueOf(one: Case, key: string): LevelValue | undefined {
  if (key === 'test') return one.test
  if (key === 'direction') return one.direction
  if (key === 'metric') return findMetric(one.metric)?.label ?? one.metric
  return one.levels[key]
}

function panelTitle(one: Case, keys: readonly string[]): string {
  return keys.map((key) => longLabel(key, valueOf(one, key))).join(' · ')
}

/** A level above its named axis: a percentage, depth or count of jobs as its number, a size with its unit. */
function tickLabel(key: string, value: LevelValue | undefined): string {
  return typeof value === 'number' && ['queue_depth', 'jobs'].includes(key)
    ? String(value)
    : shortLabel(key, value)
}

/** A level whose parameter is named elsewhere if it is unclear without: "70", "QD 64", "on". */
function shortLabel(key: string, value: LevelValue | undefined): string {
  if (value === undefined) return 'not set'
  if (typeof value === 'boolean' || (typeof value === 'number' && key.endsWith('_percent')))
    return formatLevel(value)
  const label = longLabel(key, value)
  const name = `${axisName(key)} `
  return label.startsWith(name) ? label.slice(name.length) : label
}

/** The same with the sign of a percentage, because a legend has no axis below. */
function seriesLabel(key: string, value: LevelValue | undefined): string {
  const label = shortLabel(key, value)
  return typeof value === 'number' && key.endsWith('_percent') ? withUnit(label, '%') : label
}

/** Saved settings know the series of a test by its label, and those of other words by the word. */
function seriesId(key: string, value: LevelValue | undefined): string {
  return (key === 'test' ? undefined : codedWord(key, value)) ?? idText(seriesLabel(key, value))
}

/** A level with its parameter. */
function longLabel(key: string, value: LevelValue | undefined): string {
  if (value === undefined) return `${axisName(key)} not set`
  if (['direction', 'metric'].includes(key) || isOfCampaign(key)) return String(value)
  const label = levelLabel(key, value)
  return label.startsWith(`${key} `) ? `${axisName(key)} ${label.slice(key.length + 1)}` : label
}

/** Values in order of first appearance; numbers by size, ascending or descending like the first two. */
class Places {
  readonly values: readonly (LevelValue | undefined)[]
  readonly #places = new Map<string, number>()

  constructor(values: readonly (LevelValue | undefined)[]) {
    const distinct = [...new Map(values.map((value) => [levelText(value), value])).values()]
    const numbers = distinct.filter((value) => typeof value === 'number')
    const sign = (numbers[1] ?? 0) < (numbers[0] ?? 0) && numbers.length > 1 ? -1 : 1
    const others = distinct.filter((value) => typeof value !== 'number')
    this.values = [...numbers.sort((a, b) => sign * (a - b)), ...others]
    this.values.forEach((value, place) => this.#places.set(levelText(value), place))
  }

  of(value: LevelValue | undefined): number {
    return this.#places.get(levelText(value)) ?? 0
  }
}

/** The panels of a figure, if it has several. */
export function panels({ panelTitles }: CellArrangement): Pick<Figure, 'panels'> {
  if (panelTitles.length === 0) return {}
  return {
    panels: {
      columns: panelColumns(panelTitles.length),
      titles: panelTitles.map((title) => cleanText(title, textLimits.label)),
    },
  }
}

function panelColumns(count: number): number {
  if (count <= 4) return Math.min(count, 2)
  return count <= 9 ? 3 : 4
}
