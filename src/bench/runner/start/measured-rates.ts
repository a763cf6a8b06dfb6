import type { HostRecord } from '../../../core/results/host-record'
import type { MeasuredRate } from '../../../core/plan/advice'
import type { ReviewReader } from '../../store/review-store'

/** Campaigns looked at, newest first; older ones may be of another state of the drive. */
const lookedAt = 3

/**
 * What runs that write reached on a drive in this file, by block size: what an estimate of bytes written should reckon
 * with. Empty when nothing was written to it yet.
 */
export function measuredRates(store: ReviewReader, device: HostRecord['device']): readonly MeasuredRate[] {
  if (!device) return []
  const model = device.model?.trim()
  const name = model ? `${model} (${device.name})` : device.name
  const campaignIds = store
    .campaigns()
    .filter((campaign) => campaign.device === name)
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
    .slice(0, lookedAt)
    .map((campaign) => campaign.id)
  if (campaignIds.length === 0) return []
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
