import { recordedFactors, type CampaignRecord } from './campaign-factors'
import { joinAxes } from '../plan/join-axes'
import type { Axis } from '../plan/plan'
import type { ComparedCampaign, Levels } from './comparison-data'

/**
 * A campaign's record as a comparison uses it; `cases` answers the varied parameters by case number, once asked.
 * `swept`: what runs varied by themselves, axes in addition to those of the plan.
 */
export function comparedCampaign(
  record: CampaignRecord,
  cases: () => readonly (Levels | undefined)[],
  swept: readonly Axis[] = [],
): ComparedCampaign {
  let read: readonly (Levels | undefined)[] | undefined
  return {
    id: record.id,
    name: record.name,
    configuration: record.configuration,
    host: record.host,
    ...(record.leaderId !== undefined && { leaderId: record.leaderId }),
    device: record.device,
    createdAtMs: record.createdAtMs,
    isMeasured: record.source === 'measured',
    interleaved: record.plan.order.kind === 'interleaved',
    ...(record.plan.interleaved && { schedule: record.plan.interleaved.schedule }),
    factors: recordedFactors(record),
    base: record.plan.base,
    axes: joinAxes(record.plan.axes, swept),
    get cases() {
      return (read ??= cases())
    },
  }
}
