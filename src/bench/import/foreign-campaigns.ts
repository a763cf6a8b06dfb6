import type { SkippedSource } from '../../core/contract/import-requests'
import { qualifies, type Reservation } from '../../core/results/reservation'
import { groupBy, largestOf, smallestOf } from '../../core/iterables'
import { counted, formatCount } from '../../core/units/number-format'
import { findEngine } from '../../core/engines/registry'
import { versionsText } from '../../core/engines/versions'
import type { ImportedCampaign, ImportedRun, SourceFile } from '../store/tables/campaigns/imported-campaign'
import { casesOf, logOf, recordOf, type CampaignLabels } from './imported-campaign'
import type { PackedRun } from './read-source'

/** A run with the file it was found in. */
export interface FoundRun {
  readonly run: PackedRun
  readonly source: SourceFile
  /** Logs that were imported as series of the run. */
  readonly logs: readonly SourceFile[]
}

/**
 * One campaign of runs of one engine on one drive. Equal parameters make repetitions of a case, in the order
 * of their times if the files have them, else in the order of the files. Throws a RangeError if no plan can
 * contain the parameters.
 */
export function foreignCampaign(
  found: readonly FoundRun[],
  labels: CampaignLabels,
  left: readonly SkippedSource[],
  importedAtMs: number,
): ImportedCampaign {
  const ordered = inTime(found)
  const sources = [...new Set(ordered.map(({ source }) => source))]
  const keyOrder = findEngine(labels.engine)?.description.fields.map((field) => field.id) ?? []
  const sets = ordered.map(({ run }) => run.levels)
  const { plan, cases, indexes } = casesOf(sets, keyOrder, labels, sources)
  const times = ordered.flatMap(({ run }) => timesOf(run))
  return {
    plan,
    configuration: labels.configuration,
    source: 'imported',
    cases,
    hostRecord: recordOf(labels.device),
    engineVersion: versionsText(ordered.map(({ run }) => run.engineVersion)),
    startedAtMs: times.length > 0 ? smallestOf(times) : importedAtMs,
    finishedAtMs: times.length > 0 ? largestOf(times) : undefined,
    importedAtMs,
    runs: numbered(ordered, indexes, left, importedAtMs),
    published: [],
    files: [...new Set([...sources, ...ordered.flatMap(({ logs }) => logs)])],
    log: logOf(logLines(sources, ordered), left.map(leftWords), importedAtMs),
  }
}

function numbered(
  ordered: readonly FoundRun[],
  indexes: readonly number[],
  left: readonly SkippedSource[],
  importedAtMs: number,
): readonly ImportedRun[] {
  const missing = new Map(
    [...groupBy(left, ({ path }) => path)].map(([path, of]) => [path, missingResults(of)]),
  )
  const counts = new Map<number, number>()
  return ordered.map(({ run, source }, at) => {
    const caseIndex = indexes[at] ?? 0
    const repetition = (counts.get(caseIndex) ?? 0) + 1
    counts.set(caseIndex, repetition)
    return {
      caseIndex,
      repetition,
      startedAtMs: run.startedAtMs,
      finishedAtMs: Math.round(run.finishedAtMs ?? run.startedAtMs ?? importedAtMs),
      engineVersion: run.engineVersion,
      command: run.command,
      observations: run.observations,
      warnings: [...run.warnings, ...(missing.get(source.path) ?? [])],
      file: source,
    }
  })
}

/** What is known against the other results of a file. */
function missingResults(left: readonly SkippedSource[]): readonly Reservation[] {
  const [first, ...more] = left.map(leftWords)
  const rest = more.length === 0 ? '' : ` ${formatCount(more.length)} more.`
  return first === undefined ? [] : [qualifies('results-left-out', `${first}${rest}`)]
}

function leftWords({ path, part, reason }: SkippedSource): string {
  return `Left out: ${path}${part === '' ? '' : ` (${part})`}: ${reason}`
}

/** The order of the files stays if the time of a run is unknown. */
function inTime(found: readonly FoundRun[]): readonly FoundRun[] {
  const timed = found.map((one) => ({ one, at: one.run.startedAtMs ?? one.run.finishedAtMs }))
  if (timed.some(({ at }) => at === undefined)) return found
  return timed.sort((one, other) => (one.at ?? 0) - (other.at ?? 0)).map(({ one }) => one)
}

function timesOf(run: PackedRun): readonly number[] {
  return [run.startedAtMs, run.finishedAtMs].filter((at) => at !== undefined)
}

function logLines(sources: readonly SourceFile[], found: readonly FoundRun[]): readonly string[] {
  const counts = new Map<SourceFile, number>()
  for (const { source } of found) counts.set(source, (counts.get(source) ?? 0) + 1)
  return sources.map((source) => {
    const count = counts.get(source) ?? 0
    return `Imported ${counted(count, 'run')} from ${source.path}`
  })
}
