import { joinAxes } from '../../plan/edit-plan'
import { purgeKinds, type LevelValue, type Axis, type InterleavedPlace, type Plan } from '../../plan/plan'
import type { CampaignDetail } from '../../results/campaign/campaign'
import { namingOf } from '../../results/campaign/campaign-naming'
import { benchState } from '../../results/campaign/bench-state'
import type { DriveFacts } from '../../results/campaign/drive'
import type { ReservedRuns } from '../../results/reserved-runs'
import type { RunTimes } from '../../results/run-times'
import type { RecordedFactor, ComparedCampaign, Levels } from '../comparison-data'

/** The parts of a campaign's record that a comparison uses. */
export type CampaignRecord = Pick<
  CampaignDetail,
  | 'id'
  | 'name'
  | 'source'
  | 'configuration'
  | 'host'
  | 'leaderId'
  | 'device'
  | 'target'
  | 'engine'
  | 'engineVersion'
  | 'createdAtMs'
  | 'plan'
  | 'hostRecord'
  | 'naming'
> &
  Pick<ComparedCampaign, 'headlines'> & {
    /** Machines of the synchronised job that it is, or is a part of. */
    readonly machineCount?: number
  }

/** Whether a machine worked alone: its share of a job of several is another load than one of its own. */
function machinesOf({ source, leaderId, machineCount = 1 }: CampaignRecord): string | undefined {
  if (source !== 'measured') return undefined
  if (machineCount < 2) return 'alone'
  if (leaderId === undefined) return `${String(machineCount)} together`
  return machineCount === 2 ? 'together with 1 other' : `together with ${String(machineCount - 1)} others`
}

/** The recorded facts about a campaign's machine, device and tool. Facts that could not be read are not listed. */
function recordedFactors(campaign: CampaignRecord): readonly RecordedFactor[] {
  const { hostRecord, plan } = campaign
  const { device, fileSystem, cpu } = hostRecord
  const found: readonly (readonly [string, LevelValue | undefined])[] = [
    ['host', known(campaign.host)],
    ['machines', machinesOf(campaign)],
    ['device', device?.model ?? known(campaign.device)],
    ['device_serial', device?.serial],
    ['device_size', device?.sizeBytes],
    ['device_transport', device?.transport],
    ['device_block_size', device?.logicalBlockBytes],
    ['firmware', device?.firmware],
    ['cpu', cpu?.model],
    ['cpu_cores', cpu?.logicalCores],
    ['memory', hostRecord.memoryBytes],
    ['distribution', hostRecord.distribution],
    ['kernel', hostRecord.kernel],
    ['scheduler', device?.scheduler],
    ...benchState(hostRecord).flatMap(({ id, kind, value }): readonly (readonly [string, LevelValue])[] =>
      kind === 'factor' ? [[`bench_${id}`, value]] : [],
    ),
    ['file_system', fileSystem?.type],
    ['mount_options', fileSystem?.options],
    ['target', campaign.target.kind],
    ['engine', campaign.engine],
    ['engine_version', campaign.engineVersion ?? hostRecord.engine?.version],
    ['run_order', plan.order.kind],
    ['pause', plan.pauseSeconds],
  ]
  return found.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [{ key, value }]))
}

function known(text: string): string | undefined {
  return text === '' || text === 'unknown' ? undefined : text
}

function isPurging({ preparation = [] }: Plan): boolean {
  return preparation.some(({ kind }) => purgeKinds.some((one) => one === kind))
}

function identityOf({ hostRecord }: CampaignRecord): Pick<DriveFacts, 'model' | 'serial' | 'wwn'> {
  const { model, serial, wwn } = hostRecord.device ?? {}
  return { model, serial, wwn }
}

function turnOf({
  schedule,
  place,
  of,
  seed,
}: InterleavedPlace): Pick<ComparedCampaign, 'schedule' | 'turn'> {
  return { schedule, turn: { place, of, isCounterbalanced: seed !== undefined } }
}

/**
 * A campaign's record as a comparison uses it; `lazily` gives the varied parameters by case number, what is known against
 * its runs, and their times, on demand.
 * `swept`: parameters varied within runs, axes in addition to those of the plan.
 */
export function comparedCampaign(
  record: CampaignRecord,
  lazily: {
    readonly cases: () => readonly (Levels | undefined)[]
    readonly reserved?: () => ReservedRuns
    readonly times?: () => RunTimes
  },
  swept: readonly Axis[] = [],
): ComparedCampaign {
  let read: readonly (Levels | undefined)[] | undefined
  let reserved: ReservedRuns | undefined
  let times: RunTimes | undefined
  const machines = machinesOf(record)
  return {
    id: record.id,
    name: record.name,
    configuration: record.configuration,
    naming: record.naming ?? namingOf({ ...record, ...identityOf(record) }),
    host: record.host,
    ...(record.leaderId !== undefined && { leaderId: record.leaderId }),
    ...(machines !== undefined && { machines }),
    device: record.device,
    createdAtMs: record.createdAtMs,
    ...(record.headlines && { headlines: record.headlines }),
    isMeasured: record.source === 'measured',
    ...(record.source === 'measured' && isPurging(record.plan) && { isPurged: true as const }),
    interleaved: record.plan.order.kind === 'interleaved',
    ...(record.plan.interleaved && turnOf(record.plan.interleaved)),
    factors: recordedFactors(record),
    base: record.plan.base,
    axes: joinAxes(record.plan.axes, swept),
    get cases() {
      return (read ??= lazily.cases())
    },
    get times() {
      return (times ??= lazily.times?.())
    },
    get reserved() {
      return (reserved ??= lazily.reserved?.() ?? new Map())
    },
  }
}
