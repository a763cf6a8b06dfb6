import { recordedFactors, type CampaignRecord } from './campaign-factors'
import type { ComparedCampaign, Levels } from './comparison-data'

/** A campaign's record as a comparison uses it; `cases` answers the varied parameters by case number, once asked. */
export function comparedCampaign(
  record: CampaignRecord,
  cases: () => readonly (Levels | undefined)[],
): ComparedCampaign {
  let read: readonly (Levels | undefined)[] | undefined
  return {
    id: record.id,
    name: record.name,
    configuration: record.configuration,
    host: record.host,
    device: record.device,
    createdAtMs: record.createdAtMs,
    interleaved: record.plan.order.kind === 'interleaved',
    factors: recordedFactors(record),
    base: record.plan.base,
    axes: record.plan.axes,
    get cases() {
      return (read ??= cases())
    },
  }
}
