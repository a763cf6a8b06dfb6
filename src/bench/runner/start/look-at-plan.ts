import type { Advice, PlanEnvironment, MeasuredRate } from '../../../core/plan/advice'
import type { Plan } from '../../../core/plan/plan'
import { machinePlans } from '../../../core/plan/plan-hosts'
import type { Host } from '../../hosts/host'
import { askAttended } from '../../hosts/leavable-host'
import { machineOf } from '../../hosts/inventory/machine-of'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { inventoryOf, partsOn, type RunnerParts } from '../runner-parts'
import { surveyMachines, surveyProblems } from './survey-machines'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { CampaignSummary } from '../../../core/results/campaign/campaign'
import type { ReviewReader } from '../../store/review-store'
import { measuredTimes } from './measured-times'

export interface LookOptions {
  /** Also asks all drives of the host for their health, which includes their wear; this takes longer. */
  readonly health?: boolean | undefined
}

/** Each drive has at most ten seconds, because a person waits for all of them. */
const healthMs = 60_000

/**
 * Facts about the host and the plan's target, for advice and estimate. For several hosts: about the one with
 * the least free space of those that answer. Rejects if none does.
 */
export async function environmentOf(
  all: RunnerParts,
  plan: Plan,
  signal?: AbortSignal,
  options: LookOptions = {},
): Promise<PlanEnvironment> {
  const asked = await Promise.allSettled(
    machinePlans(plan).map((own) => environmentOn(all, own, signal, options)),
  )
  const known = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = known
  if (!first)
    throw asked[0]?.status === 'rejected' ? asked[0].reason : new RangeError('The plan has no host.')
  const freeOf = ({ target }: PlanEnvironment) => target?.freeBytes ?? Infinity
  return known.reduce((least, one) => (freeOf(one) < freeOf(least) ? one : least), first)
}

async function environmentOn(
  all: RunnerParts,
  own: Plan,
  signal: AbortSignal | undefined,
  options: LookOptions,
): Promise<PlanEnvironment> {
  const parts = partsOn(all, own)
  const { host } = parts
  const purpose = options.health === true ? 'the health of its drives' : 'the facts about the machine'
  const ask = (one: Host) => inventoryOf({ ...parts, host: one }, own, options)
  const inventory = await askAttended(
    host,
    purpose,
    signal,
    ask,
    options.health === true ? healthMs : undefined,
  )
  return environmentFrom(parts, own, inventory)
}

/** The facts for advice and estimate about a surveyed machine, with what this file measured on its drive. */
export function environmentFrom(
  { store, host, created: files, findEngine: engineOf }: RunnerParts,
  own: Plan,
  inventory: Inventory,
): PlanEnvironment {
  const engine = engineOf(own.engine)
  const campaigns = newestOnDrive(store, inventory.record.device)
  const times = engine && measuredTimes(store, campaigns, engine)
  const created = files.of(machineOf(inventory.record, host))
  return {
    ...planEnvironment(inventory, engine, created, measuredRates(store, campaigns)),
    ...(times && { measuredTimes: times }),
  }
}

/** Everything that keeps a plan from running on its machines, including the engine's own check of every case. */
export async function allProblems(
  parts: RunnerParts,
  plan: Plan,
  signal?: AbortSignal,
): Promise<readonly Advice[]> {
  const attention = { purpose: 'the check of the plan', signal }
  return surveyProblems(parts, plan, await surveyMachines(parts, plan, { attention }), attention)
}

/** How many of the newest campaigns are considered; older ones may be of another state of the drive. */
const lookedAt = 3

/** The newest campaigns of this file on a drive. */
function newestOnDrive(store: ReviewReader, device: HostRecord['device']): readonly CampaignSummary[] {
  if (!device) return []
  const model = device.model?.trim()
  const name = model ? `${model} (${device.name})` : device.name
  return store
    .campaigns()
    .filter((campaign) => campaign.device === name)
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
    .slice(0, lookedAt)
}

/**
 * Rates that writing runs in these campaigns of a drive reached, by block size, for the estimate of bytes written.
 * Empty if nothing has been written to it.
 */
function measuredRates(store: ReviewReader, campaigns: readonly CampaignSummary[]): readonly MeasuredRate[] {
  if (campaigns.length === 0) return []
  const campaignIds = campaigns.map(({ id }) => id)
  const rows = [...store.rows({ campaignIds, metrics: ['bandwidth'] })]
  const written = new Set(rows.flatMap(({ direction, runId }) => (direction === 'write' ? [runId] : [])))
  const sums = new Map<number, { count: number; total: number }>()
  for (const { runId, direction, value, levels } of rows) {
    const blockBytes = levels.block_size
    if (direction !== 'total' || typeof blockBytes !== 'number' || !written.has(runId)) continue
    const sum = sums.get(blockBytes) ?? { count: 0, total: 0 }
    sums.set(blockBytes, { count: sum.count + 1, total: sum.total + value })
  }
  return [...sums]
    .map(([blockBytes, { count, total }]) => ({ blockBytes, bytesPerSecond: total / count }))
    .filter(({ bytesPerSecond }) => bytesPerSecond > 0)
    .sort((a, b) => a.blockBytes - b.blockBytes)
}
