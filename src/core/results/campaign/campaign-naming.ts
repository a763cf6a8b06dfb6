import { wordLabel } from '../../plan/levels/level-words'
import { createdMsOf, type CampaignFacts, type CampaignSummary } from './campaign'
import { namesOf, type CampaignNaming } from './campaign-names'
import { type Drive, type DriveFacts, driveOf } from './drive'

/** What a campaign's record says that may name it. */
export type NamingRecord = Pick<
  CampaignSummary,
  'name' | 'configuration' | 'host' | 'device' | 'leaderId' | 'source' | 'createdAtMs'
> &
  Partial<Pick<CampaignSummary, 'finishedAtMs'>> &
  Pick<DriveFacts, 'model' | 'serial' | 'wwn' | 'card' | 'color'> & {
    readonly plan: {
      readonly base: Readonly<Record<string, unknown>>
      readonly axes: readonly { readonly key: string }[]
    }
  }

/** What may tell a campaign from others, from its record. */
export function namingOf(record: NamingRecord): CampaignNaming {
  const { name, configuration, host, device, leaderId, model, serial, wwn, card, color, plan } = record
  const { source, createdAtMs, finishedAtMs } = record
  const { pattern } = plan.base
  const isVaried = plan.axes.some(({ key }) => key === 'pattern')
  return {
    ...{ configuration, host, device, model, serial, wwn, card, color, plan: name },
    isPart: leaderId !== undefined,
    isImported: source === 'imported',
    pattern: typeof pattern === 'string' && !isVaried ? wordLabel('pattern', pattern) : undefined,
    createdAtMs: createdMsOf({ source, createdAtMs, finishedAtMs }),
  }
}

/** The drive that a campaign measured; undefined if nothing is known of it. */
export function campaignDrive(
  campaign: NamingRecord & Pick<CampaignFacts, 'hostRecord' | 'naming'>,
): Drive | undefined {
  const { model, serial, wwn } = campaign.hostRecord.device ?? {}
  return driveOf(campaign.naming ?? namingOf({ ...campaign, model, serial, wwn }))
}

/** The name of each campaign among these, the same as in figures and sentences. */
export function summaryNames(all: readonly NamedSummary[]): ReadonlyMap<number, string> {
  return namesOf(
    all.map((campaign) => ({ id: campaign.id, ...(campaign.naming ?? summaryNaming(campaign)) })),
  )
}

/** The same of a summary that does not say it. */
function summaryNaming(campaign: NamedSummary): CampaignNaming {
  const { name, configuration, device = '', host, leaderId, source } = campaign
  return {
    ...{ plan: name, configuration, device, host },
    ...{ isPart: leaderId !== undefined, isImported: source === 'imported' },
  }
}

type NamedSummary = Pick<CampaignSummary, 'id' | 'name' | 'configuration'> & Partial<CampaignSummary>
