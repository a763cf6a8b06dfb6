import { template } from '../../words/template'
import { byLevel, onlyLevel } from './axis-choice'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigurePart } from '../figure/figure'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import { namingTests } from '../../plan/levels/level-words'
import { testsOf } from './shared-case'
import { levelText } from '../../plan/cases'
import { namedLevel } from '../../plan/levels/format-level'
import { testLabel } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import type { Histogram } from '../../results/observation'
import type { RunSummary } from '../../results/run'
import { mergeHistograms, totalCount, type Histogram as Bins } from '../../statistics/latency/histogram'
import { formatCount } from '../../units/number-format'
import { groupBy } from '../../iterables'

/** A finished run as input of a latency figure. */
export interface HistogramRun extends Pick<
  RunSummary,
  'id' | 'campaignId' | 'caseKey' | 'levels' | 'repetition'
> {
  /** Every parameter of its case, those of the plan's base included. */
  readonly parameters: Readonly<Record<string, LevelValue>>
  /** Reads its histograms; each call reads them again. */
  histograms(): readonly Histogram[]
}

/** Which latency: from submission to completion as the engine saw it, or with the time to submit. */
export type LatencyFamily = 'completion' | 'total'

/** The histogram of one run of a line. */
export interface LineRun {
  readonly run: HistogramRun
  readonly histogram: Bins
  readonly count: number
}

/** The runs of one case and test of one campaign, in one direction. */
export interface HistogramLine {
  readonly id: string
  readonly test: string
  readonly label: string
  readonly part: FigurePart
  readonly campaignId: number
  /** The same for everything that lines up between campaigns. */
  readonly pairKey: string
  readonly runs: readonly LineRun[]
  /** Their bins added up. */
  readonly merged: Bins
  readonly count: number
}

/** A case whose histograms are read only when its lines are asked for. */
export interface UndrawnCase {
  readonly mostRuns: number
  readonly lines: () => readonly HistogramLine[]
}

export interface ChosenLines {
  readonly lines: readonly HistogramLine[]
  /** Cases that there is no room for. */
  readonly undrawn: readonly UndrawnCase[]
  /** How many are drawn, if not all; see `Figure.cut`. */
  readonly cut?: string
  readonly family: LatencyFamily
  readonly notes: readonly FigureNote[]
}

/** Of more cases than this, those along one axis are shown. */
const mostCases = 7
/** More lines than this are not read. */
const mostLines = 28

/** Axes that make the lines if there are too many cases, best first. */
const preferred = ['queue_depth', 'jobs', 'block_size', 'read_percent']

/**
 * The lines that the settings describe: one per case and campaign; of more than seven cases, those along one axis, with
 * the others fixed at their first level and a note.
 */
export function histogramLines(
  all: readonly HistogramRun[],
  settings: UsualSettings & { readonly latency?: LatencyFamily | undefined },
  provenance: FigureProvenance,
): ChosenLines {
  const { test, ...fixed } = settings.fixed ?? {}
  const chosen = all.filter(
    (run) =>
      isChosen(run.campaignId, settings) &&
      Object.entries(fixed).every(([key, value]) => run.parameters[key] === value),
  )
  const notes: FigureNote[] = []
  const shown = heldAtFirst(chosen, settings.seriesKey, notes)
  const keys = varyingKeys(shown)
  const names = shownNames(
    shown.map(({ campaignId }) => campaignId),
    provenance,
  )
  const cases = groupBy(shown, (run) => `campaign=${String(run.campaignId)},${run.caseKey}`)
  const asked = settings.directions ?? []
  const parts: readonly FigurePart[] = asked.length === 0 ? ['total'] : asked
  const inOrder = [...cases].sort(([, one], [, other]) => byLevels(one[0], other[0], keys))
  const drawn = new Set(spread(inOrder, Math.floor(mostLines / parts.length)))
  const readOf = ([key, runs]: readonly [string, readonly HistogramRun[]]): ReadCase => ({
    key,
    runs: runs.map((run) => ({
      run,
      own: run
        .histograms()
        .filter((one) => one.source === 'engine' && (test === undefined || one.test === test)),
    })),
  })
  const read = [...drawn].map(readOf)
  const has = (family: LatencyFamily) =>
    read.some(({ runs }) => runs.some(({ own }) => own.some(({ metric }) => metric === family)))
  const wanted = settings.latency ?? 'completion'
  const other = wanted === 'total' ? 'completion' : 'total'
  const family = !has(wanted) && has(other) ? other : wanted
  if (family !== wanted) notes.push({ severity: 'note', text: otherLatency({ wanted, shown: family }) })
  const tests = testsOf(read.flatMap(({ runs }) => runs.flatMap(({ own }) => own)))
  // A pattern that was varied names the tests already.
  const namesTests = !keys.some((axis) => namingTests.includes(axis))
  const linesOf = ({ key, runs }: ReadCase): readonly HistogramLine[] => {
    const [first] = runs
    if (first === undefined) return []
    const { campaignId, levels } = first.run
    const label = lineLabel(first.run, keys, names.size > 1 ? names.get(campaignId) : undefined)
    const ofRuns = testsOf(runs.flatMap(({ own }) => own))
    return ofRuns.flatMap((name) => {
      const isNamed = namesTests && (tests.length > 1 || !tests.includes(name))
      return parts.flatMap((part): readonly HistogramLine[] => {
        const own = runs.flatMap(({ run, own: histograms }) =>
          partOf(
            run,
            histograms.filter((one) => one.test === name),
            family,
            part,
          ),
        )
        if (own.length === 0) return []
        const merged = mergeHistograms(own.map(({ histogram }) => histogram))
        const suffix = parts.length === 1 && part === 'total' ? '' : `, ${partNames[part]}`
        const line = ofRuns.length > 1 ? `${key},test=${name}` : key
        const called = isNamed ? [testLabel(name), ...(label === noLabel ? [] : [label])].join(', ') : label
        return [
          {
            ...{ id: `${line}/${part}`, test: name, part, campaignId, runs: own, merged },
            count: totalCount(merged),
            label: ownLabel(settings, line, `${called}${suffix}`),
            pairKey: JSON.stringify([
              part,
              ...(isNamed ? [name] : []),
              keys.map((axis) => levelText(levels[axis])),
            ]),
          },
        ]
      })
    })
  }
  const undrawn = inOrder.filter((one) => !drawn.has(one))
  if (undrawn.length > 0)
    notes.push({
      severity: 'warning',
      text: tooMany({ cases: inOrder.length, shown: read.length }),
      advice: chooseOthers(),
    })
  return {
    lines: read.flatMap(linesOf),
    undrawn: undrawn.map((one) => ({
      mostRuns: one[1].length,
      lines: () => linesOf(readOf(one)),
    })),
    ...(undrawn.length > 0 && { cut: `${String(read.length)} of ${formatCount(inOrder.length)} cases` }),
    ...{ family, notes },
  }
}

/** A case with the histograms of its runs. */
interface ReadCase {
  readonly key: string
  readonly runs: readonly { readonly run: HistogramRun; readonly own: readonly Histogram[] }[]
}

const families = ['completion', 'total'] as const
const otherLatency = template(
  'percentiles-other-latency',
  'There is no {wanted} latency; {shown} latency is shown.',
  { wanted: families, shown: families },
)

const tooMany = template(
  'percentiles-too-many',
  '{cases} cases are too many for one figure; {shown} of them are shown, the first and the last included.',
  { cases: 'count', shown: 'count' },
)

const chooseOthers = template('percentiles-choose', 'Choose campaigns or levels for others.')

const noLabel = 'all runs'

/** At most so many, evenly from the first to the last. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  const step = (all.length - 1) / (most - 1)
  return all.filter((_, at) => Math.round(Math.round(at / step) * step) === at)
}

const partNames = { total: 'reads and writes', read: 'reads', write: 'writes' } as const

function ownLabel({ seriesLabels }: UsualSettings, id: string, found: string): string {
  const own = seriesLabels?.[id]?.trim() ?? ''
  return cleanText(own === '' ? found : own, textLimits.label)
}

function lineLabel(
  { levels }: HistogramRun,
  keys: readonly string[],
  /** Its name; undefined if all lines are of one campaign. */
  campaign: string | undefined,
): string {
  const parts = keys.flatMap((key) => {
    const level = levels[key]
    return level === undefined ? [] : [namedLevel(key, level)]
  })
  return [...parts, ...(campaign === undefined ? [] : [campaign])].join(', ') || noLabel
}

/** The I/Os of a run in one direction; the total is all directions added up. */
function partOf(
  run: HistogramRun,
  histograms: readonly Histogram[],
  family: LatencyFamily,
  part: FigurePart,
): readonly LineRun[] {
  const own = histograms.filter(({ metric, levels }) => metric === family && levels === undefined)
  const wanted = own.filter(({ direction }) => part === 'total' || direction === part)
  // If the engine reports the total itself, it includes the others.
  const total = wanted.filter(({ direction }) => direction === 'total')
  const histogram = mergeHistograms(total.length > 0 ? total : wanted)
  const count = totalCount(histogram)
  return count === 0 ? [] : [{ run, histogram, count }]
}

function varyingKeys(runs: readonly HistogramRun[]): readonly string[] {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run.levels)))]
  return keys.filter((key) => new Set(runs.map((run) => levelText(run.levels[key]))).size > 1)
}

/** If there are too many cases for the curves, those along one axis. */
function heldAtFirst(
  runs: readonly HistogramRun[],
  seriesKey: string | undefined,
  notes: FigureNote[],
): readonly HistogramRun[] {
  const cases = new Set(runs.map(({ campaignId, caseKey }) => `${String(campaignId)} ${caseKey}`))
  const keys = varyingKeys(runs)
  if (seriesKey === undefined && cases.size <= mostCases) return runs
  const along = seriesKey ?? preferred.find((key) => keys.includes(key)) ?? keys[0]
  let shown = runs
  for (const key of keys) {
    if (key === along) continue
    const levels = new Map(shown.flatMap((run) => levelEntry(run.levels[key])))
    const [first] = [...levels.values()].sort(byLevel)
    if (first === undefined || levels.size < 2) continue
    const others = [...levels.values()].filter((one) => one !== first).map((one) => namedLevel(key, one))
    notes.push({
      severity: 'warning',
      text: onlyLevel({ level: namedLevel(key, first), others: others.join(', ') }),
    })
    shown = shown.filter((run) => run.levels[key] === first)
  }
  return shown
}

function byLevels(
  one: HistogramRun | undefined,
  other: HistogramRun | undefined,
  keys: readonly string[],
): number {
  for (const key of keys) {
    const [a, b] = [one?.levels[key], other?.levels[key]]
    const difference = a === undefined || b === undefined ? 0 : byLevel(a, b)
    if (difference !== 0 && a !== b) return difference
  }
  return (one?.campaignId ?? 0) - (other?.campaignId ?? 0)
}

function levelEntry(level: LevelValue | undefined): readonly (readonly [string, LevelValue])[] {
  return level === undefined ? [] : [[levelText(level), level]]
}
