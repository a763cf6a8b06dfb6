import { namedLevel } from '../../plan/levels/format-level'
import type { Series, Source } from '../../results/observation'
import { cleanText, textLimits } from '../figure/clean-text'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import type { RecordedRun } from '../cases/recorded-runs'

/** What one drive saw of one run. */
export interface SeenRun {
  readonly run: RecordedRun
  readonly device: string
  /** Percent of the requests or bytes that were reads: requested, by the engine, and by the drive. */
  readonly asked: number
  readonly engine: number | undefined
  readonly seen: number
}

export interface SeenLine {
  readonly id: string
  readonly name: string
  readonly runs: readonly SeenRun[]
}

/** The counts of each drive under the target for a run; nothing if the plan requests no share of reads. */
export function seenOf(run: RecordedRun, metric: string): readonly SeenRun[] {
  const asked = askedReads(run.parameters)
  if (asked === undefined) return []
  const series = run.series().filter((one) => one.metric === metric)
  const devices = [...new Set(series.filter(({ source }) => source === 'disk').map(({ device }) => device))]
  return devices.flatMap((device): readonly SeenRun[] => {
    const seen = readShare(series, 'disk', device)
    return seen === undefined
      ? []
      : [{ run, device: device ?? 'drive', asked, engine: readShare(series, 'engine'), seen }]
  })
}

/** Percent of reads that a plan requests; pure patterns imply it by name. */
function askedReads({ pattern, read_percent: share }: RecordedRun['parameters']): number | undefined {
  if (typeof pattern === 'string' && pattern.endsWith('-read')) return 100
  if (typeof pattern === 'string' && pattern.endsWith('-write')) return 0
  return typeof share === 'number' ? share : undefined
}

/** Percent of reads in what was read and written; trims are neither. Undefined if nothing was moved. */
function readShare(series: readonly Series[], source: Source, device?: string): number | undefined {
  const sum = (direction: string) =>
    series
      .filter((one) => one.source === source && one.direction === direction)
      .filter((one) => source === 'engine' || one.device === device)
      .reduce((all, { seconds, values }) => {
        let own = 0
        // Samples before the measured part belong to the ramp.
        for (let at = 0; at < values.length; at++) if ((seconds[at] ?? 0) > 0) own += values[at] ?? 0
        return all + own
      }, 0)
  const [reads, writes] = [sum('read'), sum('write')]
  return reads + writes > 0 ? (100 * reads) / (reads + writes) : undefined
}

/** Runs that differ only in the share of reads and the repetition. */
export function linesOf(seen: readonly SeenRun[], provenance: FigureProvenance): readonly SeenLine[] {
  const keys = varyingKeys(seen)
  const several = (of: (one: SeenRun) => unknown) => new Set(seen.map(of)).size > 1
  const hasCampaigns = several(({ run }) => run.campaignId)
  const labels = shownNames(
    seen.map(({ run }) => run.campaignId),
    provenance,
  )
  const hasDevices = several(({ device }) => device)
  const found = new Map<string, { name: string; runs: SeenRun[] }>()
  for (const one of seen) {
    const { run, device } = one
    const named = keys.flatMap((key) => {
      const level = run.levels[key]
      return level === undefined ? [] : [namedLevel(key, level)]
    })
    const names = [
      ...(hasCampaigns ? [labels.get(run.campaignId) ?? ''] : []),
      ...named,
      ...(hasDevices ? [device] : []),
    ]
    const id = [
      `campaign=${String(run.campaignId)}`,
      ...keys.map((key) => `${key}=${String(run.levels[key])}`),
    ]
    const key = [...id, `device=${device}`].join(',')
    const line = found.get(key) ?? { name: names.join(', ') || (labels.get(run.campaignId) ?? ''), runs: [] }
    line.runs.push(one)
    found.set(key, line)
  }
  return [...found].map(([id, { name, runs }]) => ({ id, name: cleanText(name, textLimits.label), runs }))
}

function varyingKeys(seen: readonly SeenRun[]): readonly string[] {
  const keys = [...new Set(seen.flatMap(({ run }) => Object.keys(run.levels)))]
  const isShare = (key: string) =>
    key === 'read_percent' || (key === 'pattern' && new Set(seen.map(({ asked }) => asked)).size > 1)
  return keys.filter((key) => !isShare(key) && new Set(seen.map(({ run }) => run.levels[key])).size > 1)
}
