import { mean } from '../../statistics/summary/moments'
import { counted } from '../../units/number-format'
import { groupKinds, type CellGroups } from '../comparison'
import type { ComparedCampaign } from '../comparison-data'
import type { CaseRuns } from './run-buckets'
import type { Side, Sides } from '../sides/side'

/** The groups of the runs of both sides: samples of a model, days, or formats. */
export interface RunGroups {
  readonly kind: CellGroups['kind']
  /** The runs of a case by group; undefined if they are of fewer than three groups. */
  readonly of: (side: keyof Sides, runs: CaseRuns) => readonly (readonly number[])[] | undefined
}

/** Fewer groups than this cannot be the unit. */
export const fewestGroups = 3

/**
 * Samples of a model, days, or formats of the drive, where both sides have three or more of them: runs of one group share more than the runs of
 * another do, so that the group is the unit (Kalibera & Jones 2013). Undefined where they are not.
 */
export function runGroups({ baseline, candidate }: Sides): RunGroups | undefined {
  for (const kind of groupKinds) {
    const keys = { baseline: keysOf(baseline, kind), candidate: keysOf(candidate, kind) }
    if (!hasGroups(keys.baseline) || !hasGroups(keys.candidate)) continue
    const places = {
      baseline: placesOf(baseline, keys.baseline),
      candidate: placesOf(candidate, keys.candidate),
    }
    return { kind, of: (side, runs) => grouped(runs, places[side]) }
  }
  return undefined
}

/** "4 and 3 samples are the unit". */
export function groupsText({ kind, baseline, candidate }: CellGroups): string {
  return `${String(baseline.length)} and ${counted(candidate.length, kind)} are the unit`
}

/** The mean of each group: the values that are compared. */
export function groupMeans(groups: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(groups, (group) => mean(group) ?? NaN)
}

/** Group of each campaign of a side; undefined where that of one of them is not known. */
function keysOf({ campaigns }: Side, kind: CellGroups['kind']): ReadonlyMap<number, string> | undefined {
  const keys = new Map<number, string>()
  for (const { campaign } of campaigns) {
    const key = keyOf[kind](campaign)
    if (key === undefined) return undefined
    keys.set(campaign.id, key)
  }
  return keys
}

function hasGroups(keys: ReadonlyMap<number, string> | undefined): keys is ReadonlyMap<number, string> {
  return keys !== undefined && new Set(keys.values()).size >= fewestGroups
}

function serialOf({ factors }: ComparedCampaign): string | undefined {
  const serial = factors.find(({ key }) => key === 'device_serial')?.value
  return serial === undefined || serial === '' ? undefined : String(serial)
}

const keyOf: Readonly<Record<CellGroups['kind'], (campaign: ComparedCampaign) => string | undefined>> = {
  sample: serialOf,
  day: dayOf,
  // A drive is purged once, before the first run.
  format: ({ id, isPurged }) => (isPurged === true ? String(id) : undefined),
}

/** Days in UTC, of campaigns measured here. */
function dayOf({ isMeasured, createdAtMs }: ComparedCampaign): string | undefined {
  return isMeasured ? new Date(createdAtMs).toISOString().slice(0, 10) : undefined
}

/** The group of each run of a side. */
function placesOf({ columns }: Side, keys: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const places = new Map<number, string>()
  for (const { campaignId, runIds } of columns) {
    const key = keys.get(campaignId)
    if (key !== undefined) for (const runId of runIds) places.set(runId, key)
  }
  return places
}

function grouped(
  { runIds, values }: CaseRuns,
  places: ReadonlyMap<number, string>,
): readonly (readonly number[])[] | undefined {
  const groups = new Map<string, number[]>()
  for (const [at, runId] of runIds.entries()) {
    const key = places.get(runId)
    if (key === undefined) return undefined
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(values[at] ?? NaN)
  }
  return groups.size < fewestGroups ? undefined : [...groups.values()]
}
