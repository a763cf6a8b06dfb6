import { namedLevel, axisName } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { type Metric, nameInSentence } from '../../results/metrics'
import { withinSentence } from '../../text/plain-text'
import type { AxisChoice } from '../cases/axis-choice'
import { deviceText } from '../cases/shared-case'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureProvenance } from '../figure/provenance'
import { testKey, type MeasuredCase } from '../cases/measured-cases'
import type { UsualSettings } from '../figure/usual-settings'

/** The texts a user can replace. */
export interface SweepTitles {
  readonly title: string
  readonly subtitle: string
  readonly xLabel: string
  readonly yLabel: string
}

/** Title, subtitle and axis labels: the user's text, otherwise one from the data. */
export function sweepTitles(
  cases: readonly MeasuredCase[],
  settings: UsualSettings,
  choice: AxisChoice,
  metric: Metric,
  unit: string,
  { campaigns }: FigureProvenance,
): SweepTitles {
  const drives = new Map(campaigns.map((one) => [one.campaignId, deviceText(one)]))
  const text = (own: string | undefined, found: string, limit: number) => cleanText(own ?? found, limit)
  return {
    title: text(settings.title, title(cases, choice, metric), textLimits.title),
    subtitle: text(settings.subtitle, subtitle(cases, choice, drives), textLimits.subtitle),
    xLabel: text(settings.xLabel, xLabel(choice.xKey), textLimits.axis),
    yLabel: text(settings.yLabel, unitLabel(metric, unit), textLimits.axis),
  }
}

function title(cases: readonly MeasuredCase[], choice: AxisChoice, metric: Metric): string {
  const measured = metric.label
  if (choice.xKey !== 'read_percent') return `${measured} by ${withinSentence(axisName(choice.xKey))}`
  const isAll = (order: string) => cases.length > 0 && cases.every(({ test }) => test.startsWith(order))
  const text = (mix: string) => `${mix}: ${nameInSentence(metric)}`
  if (isAll('random')) return text('Random read/write mix')
  if (isAll('sequential')) return text('Sequential read/write mix')
  return text('Read/write mix')
}

/** Device, configuration of a single campaign, and the relevant levels that all shown runs share. */
function subtitle(
  cases: readonly MeasuredCase[],
  choice: AxisChoice,
  drives: ReadonlyMap<number, string>,
): string {
  const named = cases.map(({ campaignId, device }) => nonEmpty(drives.get(campaignId)) ?? device)
  const devices = unique(named).filter((one) => one !== '' && one !== 'unknown')
  const configurations = unique(cases.map(({ configuration }) => configuration)).filter((one) => one !== '')
  const told = [...new Set(['block_size', 'queue_depth', 'jobs', ...choice.defaults.keys()])].filter(
    (key) => key !== testKey && key !== choice.xKey && key !== choice.seriesKey,
  )
  const shared = told.flatMap((key) => {
    // A level that a case does not have is not shared.
    const levels = unique(cases.map((one) => one.levels[key]))
    const [level] = levels
    return level !== undefined && levels.length === 1 ? [levelText(key, level)] : []
  })
  const [configuration] = configurations
  return [
    devices.join(', '),
    ...(configuration !== undefined && configurations.length === 1 ? [configuration] : []),
    ...shared,
    ...defaultWords(choice),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** That a figure shows one test of several, if nobody chose it. */
function defaultWords({ defaults }: AxisChoice): readonly string[] {
  const tests = defaults.get(testKey)
  return tests === undefined ? [] : [`1 of ${String(tests)} tests`]
}

/** "queue depth 64" rather than the short "QD 64": readers may not know the app. */
function levelText(key: string, level: LevelValue): string {
  if (key === 'queue_depth') return `queue depth ${level}`
  return key === 'block_size' ? `${namedLevel(key, level)} blocks` : namedLevel(key, level)
}

function xLabel(key: string): string {
  if (key === 'read_percent') return 'Reads in the mix (%); the rest are writes'
  return key.endsWith('_percent') ? `${axisName(key)} (%)` : axisName(key)
}

/** A metric with its unit, as the label of its axis. */
export function unitLabel(metric: Metric, unit: string): string {
  if (unit === '') return metric.label
  const size = thousands.get(unit)
  if (size !== undefined) return `${metric.label} (${size})`
  return unit.includes(metric.label) ? unit : `${metric.label} (${unit})`
}

/** Units that say how many of something are one. */
const thousands: ReadonlyMap<string, string> = new Map([
  ['k IOPS', 'thousands'],
  ['M IOPS', 'millions'],
  ['KB/s (1024)', 'KB/s, 1 KB = 1024 bytes'],
])

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}
