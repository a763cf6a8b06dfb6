import type { HostRecord } from '../../core/contract/review'
import type { ReviewReader } from '../store/review-store'

/** Campaigns looked at, newest first; older ones may be of another state of the drive. */
const lookedAt = 3

/**
 * The fastest that writes were measured on a drive in this file, in bytes per second: what an estimate of bytes written
 * should reckon with. Undefined when nothing was written to it yet.
 */
export function measuredWriteRate(store: ReviewReader, device: HostRecord['device']): number | undefined {
  if (!device) return undefined
  const model = device.model?.trim()
  const name = model ? `${model} (${device.name})` : device.name
  const campaignIds = store
    .campaigns()
    .filter((campaign) => campaign.device === name)
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
    .slice(0, lookedAt)
    .map((campaign) => campaign.id)
  if (campaignIds.length === 0) return undefined
  let fastest = 0
  for (const row of store.rows({ campaignIds, metrics: ['bandwidth'] })) {
    if (row.direction === 'write') fastest = Math.max(fastest, row.value)
  }
  return fastest > 0 ? fastest : undefined
}
