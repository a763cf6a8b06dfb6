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

/** What tells the lines of these runs apart; runs whose share of reads is not asked for make none. */
export interface LineMarks {
  readonly keys: readonly string[]
  /** Names of their campaigns; none if they are of one. */
  readonly campaigns: ReadonlyMap<number, string>
  readonly hasCampaigns: boolean
  /** The only drive that all of them saw; undefined: lines name theirs. */
  readonly device: string | undefined
}

/** `seen`: of those of the runs that are read. */
export function marksOf(
  runs: readonly RecordedRun[],
  seen: readonly SeenRun[],
  provenance: FigureProvenance,
): LineMarks {
  const asking = runs.filter(({ parameters }) => askedReads(parameters) !== undefined)
  const ids = new Set(asking.map(({ campaignId }) => campaignId))
  const devices = [...new Set(seen.map(({ device }) => device))]
  return {
    keys: varyingKeys(asking),
    campaigns: shownNames([...ids], provenance),
    hasCampaigns: ids.size > 1,
    device: devices.length === 1 ? devices[0] : undefined,
  }
}

/** Runs that differ only in the share of reads and the repetition. */
export function linesOf(
  seen: readonly SeenRun[],
  { keys, campaigns: labels, hasCampaigns, device: only }: LineMarks,
): readonly SeenLine[] {
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
      ...(device === only ? [] : [device]),
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

function varyingKeys(runs: readonly RecordedRun[]): readonly string[] {
  const keys = [...new Set(runs.flatMap(({ levels }) => Object.keys(levels)))]
  const isMixed = new Set(runs.map(({ parameters }) => askedReads(parameters))).size > 1
  const isShare = (key: string) => key === 'read_percent' || (key === 'pattern' && isMixed)
  return keys.filter((key) => !isShare(key) && new Set(runs.map(({ levels }) => levels[key])).size > 1)
}
