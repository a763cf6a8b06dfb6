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
import type { Panel, PanelLine } from './time-panels'

export function captionOf(
  panels: readonly Panel[],
  { warmUpSeconds, binSeconds }: Binning,
  runs: number,
  marks: ShownMarks,
): string {
  const first = panels[0]?.lines ?? []
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
  const lengths = [...new Set(panels.flatMap((panel) => panel.lines.map(({ binned }) => binned.binSeconds)))]
  const longer = lengths.filter((length) => length > binSeconds).sort((a, b) => a - b)
  const latencies = panels.flatMap(({ source, metric }) =>
    source === 'engine' && isLatencyMetric(metric.id) ? [metric.id] : [],
  )
  const isFixed = first.every(({ named }) => isAtFixedDepth(named.run.parameters))
  if (panels.length === 0) return 'No data.'
  return sentences([
    `Means over ${secondsText(binSeconds)} of ${runs === 1 ? 'one run' : `${formatCount(runs)} runs`}${longer.length === 0 ? '' : `, over ${longer.map(secondsText).join(' and ')} where samples are that far apart`}.`,
    first.some(({ range }) => range !== undefined)
      ? 'Lines are means of the repetitions, bands their range.'
      : '',
    warmUpSeconds > 0 ? `The first ${secondsText(warmUpSeconds)} of each run are dropped (grey).` : '',
    changes > 0
      ? 'Dashed: change points (optimal partition of clipped values; the penalty allows for the correlation of neighbours).'
      : '',
    changes > mostChangesShown
      ? `Of ${formatCount(changes)} in one line the ${formatCount(mostChangesShown)} largest are marked.`
      : '',
    slow > 0 ? 'Triangles: slow bins, below half the median.' : '',
    slow > mostTriangles
      ? `Of ${formatCount(slow)} such bins in one line the lowest ${formatCount(mostTriangles)} are marked.`
      : '',
    latencies.length > 0 && isFixed ? fixedDepthSentence(latencyName(latencies)) : '',
  ])
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
        ? some[0].label
        : `${label}, ${formatCount(some.length)} of ${formatCount(own.length)} lines`
    const warning = (some: readonly PanelLine[], text: string): readonly FigureNote[] =>
      some.length === 0 ? [] : [{ severity: 'warning', text: `${named(some)}: ${text}` }]
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
        own.filter(({ numbers }) => numbers === undefined),
        'nothing is left after the warm-up.',
      ),
      ...warning(
        own.filter(({ numbers }) => numbers?.proposal?.atLimit === true),
        'MSER-5 finds no steady part; its best cut is at half the series, the latest it considers.',
      ),
      ...(later.length === 0
        ? []
        : [
            {
              severity: 'note' as const,
              text: `${named(later)}: MSER-5 would drop the first ${secondsText(most)}${later.length === 1 ? '' : ' or less'}; ${secondsText(warmUpSeconds)} are dropped.`,
            },
          ]),
    ]
  })
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
