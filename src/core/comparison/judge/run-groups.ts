import { mean } from '../../statistics/summary/moments'
import { levelText } from '../../plan/cases'
import { withinSentence } from '../../text/plain-text'
import { template } from '../../words/template'
import { formatCount } from '../../units/number-format'
import { groupKinds, type CellGroups, type GroupKind } from '../comparison'
import type { ComparedCampaign } from '../comparison-data'
import { anyFactorName } from '../sides/factor-names'
import type { CaseRuns } from './run-buckets'
import { measuredCampaigns, type Side, type Sides } from '../sides/side'

/** The groups of the runs of both sides: samples of a model, days, formats, or levels of a factor. */
export interface RunGroups {
  readonly kind: CellGroups['kind']
  /** The runs of a case by group on both sides; undefined if those of one are of fewer than three groups. */
  readonly of: (baseline: CaseRuns, candidate: CaseRuns) => CellGroups | undefined
}

/** Fewer groups than this cannot be the unit. */
export const fewestGroups = 3

/** Recorded factors that are looked at without being asked for: what the campaigns of a side may differ in, but not be compared by. */
const recordedKinds = [
  ...['host', 'firmware', 'kernel', 'distribution', 'file_system', 'mount_options'],
  ...['scheduler', 'engine_version', 'configuration'],
]

/**
 * The groups where both sides have three or more of them: runs of one group share more than the runs of another do, so that
 * the group is the unit (Kalibera & Jones 2013). `asked`: by levels of this factor, recorded, given to the campaigns or a
 * parameter of their plans; otherwise samples of a model, days, formats of the drive, or what else their campaigns differ in.
 * Undefined where there are none.
 */
export function runGroups(sides: Sides, asked?: string): RunGroups | undefined {
  for (const kind of asked === undefined ? [...groupKinds, ...recordedKinds] : [asked]) {
    const [baseline, candidate] = [groupedSide(sides.baseline, kind), groupedSide(sides.candidate, kind)]
    if (!baseline || !candidate) continue
    return {
      kind,
      of: (a, b) => {
        const [own, other] = [grouped(a, baseline), grouped(b, candidate)]
        if (own === undefined || other === undefined) return undefined
        const isCrossed = own.size === other.size && [...own.keys()].every((key) => other.has(key))
        const ordered = isCrossed ? [...own.keys()].map((key) => other.get(key) ?? []) : [...other.values()]
        return { kind, isCrossed, baseline: [...own.values()], candidate: ordered }
      },
    }
  }
  return undefined
}

/** What the groups are called, one and several of them. */
export function groupNouns(kind: CellGroups['kind']): readonly [one: string, several: string] {
  if (isGroupKind(kind) || kind === 'campaign') return [kind, `${kind}s`]
  if (kind === 'date') return groupNouns('day')
  const factor = withinSentence(anyFactorName(kind))
  return [`level of ${factor}`, `levels of ${factor}`]
}

function isGroupKind(kind: string): kind is GroupKind {
  return groupKinds.some((one) => one === kind)
}

/** "4 samples". */
export function countedGroups(count: number, kind: CellGroups['kind']): string {
  const [one, several] = groupNouns(kind)
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

/** "4 and 3 samples are the unit". */
export function groupsText({ kind, baseline, candidate }: CellGroups): string {
  return `${String(baseline.length)} and ${countedGroups(candidate.length, kind)} are the unit`
}

const kindsAreUnit = template('groups-unit', '{units} are the unit, {counts} a side, each as one value.', {
  units: ['Samples', 'Days', 'Formats'],
  counts: 'range',
})
const levelsAreUnit = template(
  'groups-levels-unit',
  'Levels of {factor} are the unit, {counts} a side, each as one value.',
  { factor: 'level', counts: 'range' },
)

/** What is compared instead of runs, as a sentence of a caption; empty if the runs are. */
export function unitSentence(groups: readonly CellGroups[]): string {
  const [first] = groups
  if (first === undefined) return ''
  const counts = groups.flatMap(({ baseline, candidate }) => [baseline.length, candidate.length])
  if (!isGroupKind(first.kind))
    return levelsAreUnit({ factor: withinSentence(anyFactorName(first.kind)), counts })
  return kindsAreUnit({ units: unitWords[first.kind], counts })
}

const unitWords = { sample: 'Samples', day: 'Days', format: 'Formats' } as const

const unknownGroups = template(
  'groups-unknown',
  'The runs are the unit: not every run of {side} has a {unit}.',
  { side: 'name', unit: 'given' },
)
const tooFewGroups = template(
  'groups-too-few',
  'The runs are the unit: {side} has {count} {unit}, and {least} are needed.',
  { side: 'name', count: 'count', unit: 'given', least: 'count' },
)

/** Why the runs are the unit although levels of a factor were asked for: of the first side that cannot be grouped. */
export function noGroupsText(sides: Sides, kind: CellGroups['kind']): string | undefined {
  for (const side of [sides.baseline, sides.candidate]) {
    const places = placesOf(side, kind)
    const [one, several] = groupNouns(kind)
    if (places === undefined) return unknownGroups({ side: side.label, unit: one })
    const count = new Set(places.values()).size
    if (count < fewestGroups)
      return tooFewGroups({
        ...{ side: side.label, count, unit: count === 1 ? one : several },
        least: fewestGroups,
      })
  }
  return undefined
}

/** The mean of each group: the values that are compared. */
export function groupMeans(groups: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(groups, (group) => mean(group) ?? NaN)
}

/** The group of each run of a side; undefined where that of one is not known, or where there are fewer than three. */
function groupedSide(side: Side, kind: CellGroups['kind']): ReadonlyMap<number, string> | undefined {
  const places = placesOf(side, kind)
  return places === undefined || new Set(places.values()).size < fewestGroups ? undefined : places
}

/** The group of each run of a side; undefined where that of one is not known. */
function placesOf(side: Side, kind: CellGroups['kind']): ReadonlyMap<number, string> | undefined {
  const campaigns = measuredCampaigns(side).map(({ campaign }) => campaign)
  const keys = new Map(campaigns.map((campaign) => [campaign.id, keyOf(campaign, kind)]))
  const isWhole = [...keys.values()].every((key) => key !== undefined)
  // Only parameters differ between the runs of a campaign.
  if (!isWhole && (isGroupKind(kind) || recordedKinds.includes(kind))) return undefined
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const places = new Map<number, string>()
  for (const { campaignId, runIds, cases } of side.columns) {
    const campaign = byId.get(campaignId)
    for (const [at, runId] of runIds.entries()) {
      const key = keys.get(campaignId) ?? (campaign && levelOf(campaign, kind, cases[at] ?? -1))
      if (key === undefined) return undefined
      places.set(runId, key)
    }
  }
  return places
}

/** The group that all runs of a campaign belong to; undefined if that is not known, or if its cases are of several. */
function keyOf(campaign: ComparedCampaign, kind: CellGroups['kind']): string | undefined {
  switch (kind) {
    case 'sample':
      return factorOf(campaign, 'device_serial')
    case 'day':
    case 'date':
      // In UTC.
      return campaign.isMeasured ? new Date(campaign.createdAtMs).toISOString().slice(0, 10) : undefined
    case 'format':
      // A drive is purged once, before the first run.
      return campaign.isPurged === true ? String(campaign.id) : undefined
    case 'campaign':
      return String(campaign.id)
    case 'configuration':
      return campaign.configuration === '' ? undefined : campaign.configuration
    default:
      return factorOf(campaign, kind)
  }
}

function factorOf({ factors }: ComparedCampaign, wanted: string): string | undefined {
  const value = factors.find(({ key }) => key === wanted)?.value
  return value === undefined || value === '' ? undefined : String(value)
}

/** The level of a parameter of a case. */
function levelOf({ base, cases }: ComparedCampaign, key: string, number: number): string | undefined {
  const level = cases[number]?.[key] ?? base[key]
  return level === undefined ? undefined : levelText(level)
}

function grouped(
  { runIds, values }: CaseRuns,
  places: ReadonlyMap<number, string>,
): ReadonlyMap<string, readonly number[]> | undefined {
  const groups = new Map<string, number[]>()
  for (const [at, runId] of runIds.entries()) {
    const key = places.get(runId)
    if (key === undefined) return undefined
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(values[at] ?? NaN)
  }
  return groups.size < fewestGroups ? undefined : groups
}
