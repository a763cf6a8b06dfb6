import type { CampaignDetail } from '../results/campaign'
import type { LevelValue } from '../plan/plan'
import type { RecordedFactor } from './comparison-data'

/** What a comparison looks at in a campaign's record. */
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
>

/** What a campaign recorded about its machine, device and tool. What could not be read is not listed. */
export function recordedFactors(campaign: CampaignRecord): readonly RecordedFactor[] {
  const { hostRecord, plan } = campaign
  const { device, fileSystem, cpu } = hostRecord
  const found: readonly (readonly [string, LevelValue | undefined])[] = [
    ['host', known(campaign.host)],
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
