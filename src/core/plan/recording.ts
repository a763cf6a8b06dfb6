import { formatDuration, parseDuration } from '../units/durations'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'
import { smallestOf } from '../iterables'
import { observerKinds, type ObserverKind, type Plan, type seriesDetails } from './plan'

/** The time series an engine should write. */
export interface SeriesRequest {
  /** Length of an interval, from 0.1. */
  readonly seconds: number
  readonly detail: (typeof seriesDetails)[number]
}

type Recorded = Pick<Plan, 'series' | 'seriesDetail' | 'observe'>

/** Series that the plan requests from its engine; undefined for none, as in plans from before series existed. */
export function seriesRequestOf({
  series = 'off',
  seriesDetail = 'averages',
}: Recorded): SeriesRequest | undefined {
  return series === 'off' ? undefined : { seconds: series, detail: seriesDetail }
}

/** What the plan observes on the measured host, in a fixed order, each once. */
export function observersOf({ observe = 'none' }: Recorded): readonly ObserverKind[] {
  if (observe === 'none') return []
  return observe === 'all' ? observerKinds : observerKinds.filter((kind) => observe.includes(kind))
}

/** Seconds between two samples: those of the series, so that both have the same times; 1 without series. */
export function sampleSeconds(plan: Recorded): number {
  return seriesRequestOf(plan)?.seconds ?? 1
}

/** Runs shorter than this have too few intervals for a series to be worth its cost. */
const worthwhileSeconds = 30

/**
 * For runs that record series anyway. SMART and block requests are opt-in: they need root, a drive may pause to
 * answer, and tracing costs processor time for every request. So is power, which few machines tell, and most of them to root.
 */
const optIn: readonly ObserverKind[] = ['power', 'smart', 'requests']
export const usualObservers = observerKinds.filter((kind) => !optIn.includes(kind))

/** The plan with the usual recording: every second if its runs last 30 s or more, nothing if they are shorter or open-ended. */
export function withDefaultRecording(plan: Plan): Plan {
  const { series: _, seriesDetail: _detail, observe: _observe, ...rest } = plan
  const runtimes = [plan.base.runtime, ...(plan.axes.find(({ key }) => key === 'runtime')?.levels ?? [])]
  const shortest = smallestOf(runtimes.filter((one) => typeof one === 'number'))
  if (shortest === Infinity || shortest < worthwhileSeconds) return rest
  return { ...rest, series: 1, observe: usualObservers }
}

const observerNames: Readonly<Record<ObserverKind, string>> = {
  disk: 'disk',
  cpu: 'CPU',
  memory: 'memory',
  pressure: 'pressure',
  temperature: 'temperature',
  power: 'power',
  smart: 'SMART',
  requests: 'block requests',
}

/**
 * In words: `series every 1 s; disk, CPU observed`; `nothing` if nothing is recorded. Of what the plan requests only
 * what is `found`, if that is known: a host without sensors has no temperature.
 */
export function recordingText(plan: Recorded, found?: readonly ('engine' | ObserverKind)[]): string {
  const isFound = (source: 'engine' | ObserverKind) => found?.includes(source) ?? true
  const series = isFound('engine') ? seriesRequestOf(plan) : undefined
  const observers = observersOf(plan)
    .filter(isFound)
    .map((kind) => observerNames[kind])
  const parts = [
    ...(series
      ? [
          `${series.detail === 'histograms' ? 'latency histograms' : 'series'} every ${formatDuration(series.seconds)}`,
        ]
      : []),
    ...(observers.length > 0 ? [`${observers.join(', ')} observed`] : []),
  ]
  return parts.length === 0 ? 'nothing' : parts.join('; ')
}

/** Reads `off`, `1s`, `100ms`. */
export function parseSeries(text: string): Parsed<NonNullable<Plan['series']>> {
  if (text.trim() === 'off') return parsed('off')
  const seconds = parseDuration(text)
  if (!seconds.ok)
    return unreadable(`${quoted(text)} is not an interval. Write off, or a time such as 1s or 100ms.`)
  if (seconds.value < 0.1 || seconds.value > 3600)
    return unreadable(`${quoted(text)} is not an interval from 100ms to 1h.`)
  return seconds
}

/** Reads `none`, `all`, or `disk,cpu`. */
export function parseObserve(text: string): Parsed<NonNullable<Plan['observe']>> {
  const word = text.trim()
  if (word === 'none' || word === 'all') return parsed(word)
  const kinds: ObserverKind[] = []
  for (const part of word.split(',')) {
    const kind = observerKinds.find((one) => one === part.trim())
    if (!kind)
      return unreadable(
        `${quoted(part.trim())} cannot be observed. Write none, all, or some of ${observerKinds.join(',')}.`,
      )
    if (!kinds.includes(kind)) kinds.push(kind)
  }
  return parsed(kinds)
}
