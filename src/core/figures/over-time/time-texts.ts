import { sentences } from '../../text/plain-text'
import { caseLabel } from '../../plan/levels/format-level'
import { testLabel } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import { fixedDepthSentence, isAtFixedDepth, isLatencyMetric, latencyName } from '../../results/percentiles'
import { leastSamples } from '../../statistics/series/level-changes'
import {
  counted,
  formatByInterval,
  formatCount,
  formatPercent,
  formatShort,
  withUnit,
} from '../../units/number-format'
import { largestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigureNumbers } from '../figure/figure'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import type { Binning } from './binned-line'
import { largestChanges, type LineNumbers, mostChangesShown } from './line-numbers'
import type { NamedRun, RecordedRun } from '../cases/recorded-runs'
import { type ProgressKey, secondsText } from './time-axis'
import { mostTriangles, type ShownMarks } from './time-marks'
import { type Panel, type PanelLine, panelOf, type PanelSettings, readRun } from './time-panels'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'

const oneLength = template('time-length', '{length}', { length: 'time' })
const longerBins = template('time-longer', ', over {lengths} where samples are that far apart', {
  lengths: { of: [oneLength], between: ' and ' },
})
const means = template('time-means', 'Means over {length} of {runs|one run|# runs}{longer}.', {
  ...{ length: 'time', runs: 'count', longer: { of: [longerBins] } },
})
const percentiles = template(
  'time-percentiles',
  'Percentiles are of all I/Os in {length}, where ten or more of them lie beyond.',
  { length: 'time' },
)
const percentilesOnly = template(
  'time-percentiles-only',
  'Percentiles of all I/Os in {length} of {runs|one run|# runs}, where ten or more of them lie beyond.',
  { length: 'time', runs: 'count' },
)
const ofRepetitions = template('time-repetitions', 'Lines are means of the repetitions, bands their range.')
/** Where it is drawn in grey. */
export const warmUpSaid = template('time-warm-up', 'The first {length} of each run are dropped (grey).', {
  length: 'time',
})
const changePoints = template(
  'time-changes',
  'Dashed: change points (optimal partition of clipped values; the penalty allows for the correlation of neighbours).',
)
const someChanges = template('time-some-changes', 'Of {all} in one line the {marked} largest are marked.', {
  ...{ all: 'count', marked: 'count' },
})
const slowBins = template('time-slow', 'Triangles: slow bins, below half the median.')
const someSlow = template(
  'time-some-slow',
  'Of {all} such bins in one line the lowest {marked} are marked.',
  {
    ...{ all: 'count', marked: 'count' },
  },
)

const oneLine = template('time-one-line', '{line}', { line: 'name' })
const someLines = template('time-some-lines', '{campaign}, {some} of {all} lines', {
  ...{ campaign: 'name', some: 'count', all: 'count' },
})
const linesSaid = { lines: { of: [someLines, oneLine] } }
const nothingLeft = template('time-nothing-left', '{lines}: nothing is left after the warm-up.', linesSaid)
const noBin = template('time-no-bin', '{lines}: what was recorded is shorter than one bin.', linesSaid)
const tooFewIos = template(
  'time-too-few-ios',
  '{lines}: in no bin do ten I/Os lie beyond the percentile.',
  linesSaid,
)
const notSteady = template(
  'time-mser-limit',
  '{lines}: MSER-5 finds no steady part; its best cut is at half the series, the latest it considers.',
  linesSaid,
)
const orLess = template('time-or-less', ' or less')
const wouldDrop = template(
  'time-mser',
  '{lines}: MSER-5 would drop the first {most}{less}; {dropped} are dropped.',
  { ...linesSaid, most: 'time', less: { of: [orLess] }, dropped: 'time' },
)

export function captionOf(
  panels: readonly Panel[],
  { warmUpSeconds, binSeconds }: Binning,
  marks: ShownMarks,
): string {
  const first = panels[0]?.lines ?? []
  const all = panels.flatMap(({ lines }) => lines)
  const runs = new Set(all.flatMap(({ runIds }) => runIds)).size
  const changes = marks.changes
    ? largestOf(
        first.map(({ numbers }) => numbers?.changes.length ?? 0),
        0,
      )
    : 0
  const slow = marks.slowBins
    ? largestOf(
        first.map(({ numbers }) => numbers?.slowBins.length ?? 0),
        0,
      )
    : 0
  const ofMeans = all.filter(({ isPercentile }) => !isPercentile)
  const [usual = binSeconds, ...longer] = lengthsOf(ofMeans)
  const ofPercentiles = lengthsOf(all.filter(({ isPercentile }) => isPercentile))
  const latencies = panels.flatMap(({ source, metric }) =>
    source === 'engine' && isLatencyMetric(metric.id) ? [metric.id] : [],
  )
  const isFixed = first.every(({ named }) => isAtFixedDepth(named.run.parameters))
  if (panels.length === 0) return noData()
  return sentences([
    ofMeans.length === 0
      ? ''
      : means({
          ...{ length: secondsText(usual), runs },
          longer:
            longer.length === 0
              ? ''
              : longerBins({ lengths: longer.map((length) => oneLength({ length: secondsText(length) })) }),
        }),
    ...ofPercentiles.map((seconds) => {
      const length = secondsText(seconds)
      return ofMeans.length === 0 ? percentilesOnly({ length, runs }) : percentiles({ length })
    }),
    first.some(({ range }) => range !== undefined) ? ofRepetitions() : '',
    warmUpSeconds > 0 ? warmUpSaid({ length: secondsText(warmUpSeconds) }) : '',
    changes > 0 ? changePoints() : '',
    changes > mostChangesShown ? someChanges({ all: changes, marked: mostChangesShown }) : '',
    slow > 0 ? slowBins() : '',
    slow > mostTriangles ? someSlow({ all: slow, marked: mostTriangles }) : '',
    latencies.length > 0 && isFixed ? fixedDepthSentence(latencyName(latencies)) : '',
  ])
}

/** Lengths of the bins of some lines, the shortest first. */
function lengthsOf(lines: readonly PanelLine[]): readonly number[] {
  return [...new Set(lines.map(({ binned }) => binned.binSeconds))].sort((a, b) => a - b)
}

/** The numbers of a line as a sentence of the small print. */
export function numbersText(
  { label, binned }: PanelLine,
  numbers: LineNumbers,
  unit: ScaledUnit | undefined,
): string {
  const { factor = 1, label: unitLabel = '' } = unit ?? {}
  const shown = (value: number) => withUnit(formatByInterval(value / factor, half), unitLabel)
  const half = numbers.halfWidth === undefined ? undefined : numbers.halfWidth / factor
  const { changes, proposal, cvPercent, autocorrelation, batches, slowShare, stalls, searchedSeconds } =
    numbers
  const steps = largestChanges(changes).map(
    ({ seconds, before, after }) => `${secondsText(seconds)} (${shown(before)} to ${shown(after)})`,
  )
  const found =
    changes.length > mostChangesShown
      ? `${formatCount(changes.length)} change points, the largest at`
      : 'change points at'
  return cleanText(
    [
      `${label}: mean ${shown(numbers.mean)}`,
      half === undefined
        ? ''
        : ` ± ${withUnit(formatShort(half, 2), unitLabel)} (95 %, ${String(batches)} batch means)`,
      `, ${numbers.bins === 1 ? 'one bin' : `${formatCount(numbers.bins)} bins`}`,
      cvPercent === undefined ? '' : `, CV ${formatPercent(cvPercent)}`,
      `, 5th percentile ${shown(numbers.p5)}, minimum ${shown(numbers.min)}`,
      slowShare === undefined ? '' : `, slow bins (below half the median) ${formatPercent(100 * slowShare)}`,
      stalls === undefined || stalls === 0 ? '' : `, ${counted(stalls, 'stall')} (under 1 % of the median)`,
      autocorrelation === undefined ? '' : `, lag-1 autocorrelation ${formatShort(autocorrelation, 2)}`,
      proposal === undefined
        ? ''
        : proposal.atLimit
          ? ', MSER-5: no steady part'
          : `, MSER-5 would drop ${secondsText(proposal.seconds)}`,
      steps.length === 0 ? '' : `; ${found} ${steps.join(', ')}`,
      noStepsText(numbers),
      searchedSeconds > binned.binSeconds ? `, looked for in means over ${secondsText(searchedSeconds)}` : '',
      '.',
    ].join(''),
    textLimits.smallPrint,
  )
}

/** A drift instead of steps, or why steps were not looked for. */
function noStepsText({ trend, noChanges }: LineNumbers): string {
  if (trend !== undefined)
    return `; a trend of ${formatShort(100 * trend, 2)} % of the mean over the line, not steps`
  if (noChanges === 'few-samples') return `; no change points below ${String(leastSamples)} bins`
  return noChanges === 'correlated' ? '; no change points: neighbouring bins are too alike' : ''
}

/** That a line has no bin, and whether that is for the warm-up. */
export function emptyNote(line: string, isDropped: boolean): FigureNote {
  const lines = oneLine({ line })
  return { severity: 'warning', text: isDropped ? nothingLeft({ lines }) : noBin({ lines }) }
}

/** If nothing is left after the warm-up, or if MSER-5 would drop more than was dropped: one note of each kind per campaign. */
export function warmUpNotes(
  lines: readonly PanelLine[],
  { warmUpSeconds }: Binning,
  provenance: FigureProvenance,
): readonly FigureNote[] {
  const names = shownNames(
    lines.map(({ named }) => named.run.campaignId),
    provenance,
  )
  return [...names].flatMap(([id, label]) => {
    const own = lines.filter(({ named }) => named.run.campaignId === id)
    const named = (some: readonly PanelLine[]) =>
      some.length === 1 && some[0] !== undefined
        ? oneLine({ line: some[0].label })
        : someLines({ campaign: label, some: some.length, all: own.length })
    const warning = (
      some: readonly PanelLine[],
      say: (given: { readonly lines: string }) => string,
    ): readonly FigureNote[] =>
      some.length === 0 ? [] : [{ severity: 'warning', text: say({ lines: named(some) }) }]
    const empty = own.filter(({ numbers }) => numbers === undefined)
    const withoutBins = empty.filter(({ binned }) => binned.values.length === 0)
    const later = own.filter(({ numbers }) => {
      const { proposal } = numbers ?? {}
      return proposal !== undefined && !proposal.atLimit && proposal.seconds > warmUpSeconds
    })
    const most = largestOf(
      later.map(({ numbers }) => numbers?.proposal?.seconds ?? 0),
      0,
    )
    return [
      ...warning(
        withoutBins.filter(({ binned }) => binned.dropped.values.length > 0),
        nothingLeft,
      ),
      ...warning(
        withoutBins.filter(({ binned }) => binned.dropped.values.length === 0),
        noBin,
      ),
      ...warning(
        empty.filter(({ binned, isPercentile }) => binned.values.length > 0 && isPercentile),
        tooFewIos,
      ),
      ...warning(
        own.filter(({ numbers }) => numbers?.proposal?.atLimit === true),
        notSteady,
      ),
      ...(later.length === 0
        ? []
        : [
            {
              severity: 'note' as const,
              text: wouldDrop({
                ...{ lines: named(later), most: secondsText(most), dropped: secondsText(warmUpSeconds) },
                less: later.length === 1 ? '' : orLess(),
              }),
            },
          ]),
    ]
  })
}

/** The bins of runs that are not drawn, as the table of these panels has them. */
export function undrawnBins(
  runs: readonly NamedRun[],
  drawn: readonly Panel[],
  {
    binning,
    asked,
    xKey,
    provenance,
  }: {
    readonly binning: Binning
    readonly asked: PanelSettings
    readonly xKey: ProgressKey
    readonly provenance: FigureProvenance
  },
): FigureNumbers['rows'] {
  const read = runs.flatMap((named) => readRun(named, xKey, provenance) ?? [])
  const panels = drawn.flatMap((panel): readonly Panel[] => {
    const own = panelOf(read, panel, binning, asked, false, () => undefined)
    return own ? [{ ...own, unit: panel.unit }] : []
  })
  return binTable(panels, xKey).rows
}

/** Every bin of every line, those of the warm-up included; values in the unit of their panel. */
export function binTable(panels: readonly Panel[], xKey: ProgressKey): FigureNumbers {
  const lines = panels.flatMap((panel) => panel.lines.map((line) => ({ panel, line })))
  return {
    columns: [
      ...[
        { key: 'repetition', label: 'Repetition' },
        { key: 'line', label: 'Line' },
        { key: 'source', label: 'Source' },
        { key: 'device', label: 'Device' },
        { key: 'metric', label: 'Metric' },
        { key: 'direction', label: 'Direction' },
        { key: 'from_seconds', label: 'From', unit: 's' },
        { key: 'to_seconds', label: 'To', unit: 's' },
      ],
      ...(xKey === 'time'
        ? []
        : [
            xKey === 'drive_writes'
              ? { key: xKey, label: 'Drive writes' }
              : { key: xKey, label: 'Written', unit: 'B' },
          ]),
      { key: 'value', label: 'Value' },
      { key: 'unit', label: 'Unit' },
      { key: 'is_dropped', label: 'Dropped' },
    ],
    rows: {
      length: lines.reduce((sum, { line }) => sum + line.x.length + line.droppedX.length, 0),
      *[Symbol.iterator]() {
        for (const { panel, line } of lines) {
          const { binned, named } = line
          for (const isDropped of [true, false]) {
            const { seconds, values } = isDropped ? binned.dropped : binned
            const places = isDropped ? line.droppedX : line.x
            for (let at = 0; at < places.length; at++) {
              const middle = seconds[at] ?? 0
              const value = values[at] ?? Number.NaN
              yield [
                ...[
                  named.run.repetition,
                  named.name,
                  binned.source,
                  binned.device,
                  binned.metric,
                  binned.direction,
                ],
                ...[middle - binned.binSeconds / 2, middle + binned.binSeconds / 2],
                ...(xKey === 'time' ? [] : [places[at]]),
                ...[
                  Number.isFinite(value) ? value / panel.unit.factor : undefined,
                  panel.unit.label,
                  isDropped,
                ],
              ]
            }
          }
        }
      },
    },
  }
}

/** One row per line, with the numbers of docs/method.md for time series. */
export function summaryTable(panels: readonly Panel[]): FigureNumbers {
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'quantity', label: 'Quantity' },
      { key: 'bins', label: 'Bins' },
      { key: 'mean', label: 'Mean' },
      { key: 'low', label: 'Low' },
      { key: 'high', label: 'High' },
      { key: 'cv_percent', label: 'CV', unit: '%' },
      { key: 'p5', label: '5th percentile' },
      { key: 'min', label: 'Minimum' },
      { key: 'max', label: 'Maximum' },
      { key: 'slow_percent', label: 'Slow bins', unit: '%' },
      { key: 'stalls', label: 'Stalls' },
      { key: 'autocorrelation', label: 'Lag-1' },
      { key: 'mser5_seconds', label: 'MSER-5', unit: 's' },
      { key: 'change_points', label: 'Change points', unit: 's', align: 'right' },
    ],
    rows: panels.flatMap(({ title, lines, unit }) =>
      lines.flatMap(({ label, numbers }) => {
        if (numbers === undefined) return []
        const { mean, halfWidth, proposal, changes } = numbers
        const scaled = (value: number) => value / unit.factor
        return [
          [
            ...[label, title, numbers.bins, scaled(mean)],
            ...(halfWidth === undefined
              ? [undefined, undefined]
              : [scaled(mean - halfWidth), scaled(mean + halfWidth)]),
            ...[numbers.cvPercent, scaled(numbers.p5), scaled(numbers.min), scaled(numbers.max)],
            ...[
              numbers.slowShare === undefined ? undefined : 100 * numbers.slowShare,
              numbers.stalls,
              numbers.autocorrelation,
            ],
            proposal === undefined ? undefined : proposal.atLimit ? 'none' : proposal.seconds,
            changeTimes(changes.map(({ seconds }) => seconds)),
          ],
        ]
      }),
    ),
  }
}

/** More change points than these make a cell of the table unreadable. */
const mostListed = 100

function changeTimes(seconds: readonly number[]): string {
  const named = seconds.slice(0, mostListed).map((at) => formatShort(at, 6))
  const more = seconds.length - named.length
  return [...named, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('; ')
}

/** What all runs have in common, in words: their test and levels. */
export function sharedLevels(runs: readonly NamedRun[]): string {
  const [first] = runs
  if (first === undefined) return ''
  const levels: Record<string, LevelValue> = {}
  for (const [key, value] of Object.entries(first.run.levels))
    if (runs.every(({ run }) => run.levels[key] === value)) levels[key] = value
  const { pattern } = first.run.parameters
  const isShared = runs.every(({ run }) => run.parameters.pattern === pattern)
  if (typeof pattern === 'string' && isShared && levels.pattern === undefined)
    return caseLabel({ levels: { pattern, ...levels } })
  const tests = pattern === undefined ? [...new Set(runs.flatMap(({ run }) => testsOfRun(run)))] : []
  const [test] = tests
  const parts = [
    ...(tests.length === 1 && test !== undefined && !Object.values(levels).includes(test)
      ? [testLabel(test)]
      : []),
    ...(Object.keys(levels).length === 0 ? [] : [caseLabel({ levels })]),
  ]
  return parts.join(' · ')
}

/** A run whose output ended before its results has series only. */
function testsOfRun(run: RecordedRun): readonly string[] {
  const { tests = [] } = run
  return tests.length > 0
    ? tests
    : [...new Set(run.series().map(({ test }) => test))].filter((test) => test !== '')
}
