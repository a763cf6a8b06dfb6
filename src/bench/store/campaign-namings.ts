import { linkDevices } from '../../core/devices/link-devices'
import type { StoredDevice } from '../../core/contract/review'
import type { CampaignSummary } from '../../core/results/campaign'
import { namingOf } from '../../core/results/campaign-naming'
import type { CampaignNaming } from '../../core/results/campaign-names'
import type { Row } from './columns'
import { limits } from './format'

const ofDevice = (key: string) =>
  `CASE WHEN json_valid(host_record) THEN host_record ->> '$.device.${key}' END AS drive_${key}`

/** Columns of a campaign that `readNaming` reads: its drive's identity and the pattern of all its cases. */
export const namingColumns = `${['model', 'serial', 'wwn'].map(ofDevice).join(', ')},
   CASE WHEN json_valid(plan) AND NOT EXISTS (
     SELECT 1 FROM json_each(plan, '$.axes') AS axis WHERE axis.type = 'object' AND axis.value ->> '$.key' = 'pattern')
   THEN plan ->> '$.base.pattern' END AS pattern`

/** What may tell a campaign from others; `cards`: the device cards of the file. */
export function readNaming(
  row: Row,
  campaign: Omit<CampaignSummary, 'naming'>,
  cards: readonly StoredDevice[],
): CampaignNaming {
  const [model, serial, wwn] = ['drive_model', 'drive_serial', 'drive_wwn'].map((key) => shortText(row[key]))
  const { id, device, configuration, host } = campaign
  const links = linkDevices(cards, [{ campaignId: id, device, configuration, host, model, serial, wwn }])
  const own = links.devices.find(({ campaignIds }) => campaignIds.length > 0)
  const [card, color] = [own?.name, own?.card.color]
  const plan = { base: { pattern: shortText(row.pattern) }, axes: [] }
  return namingOf({ ...campaign, model, serial, wwn, card, color, plan })
}

/** A text that cannot be read is not known here; the record itself is checked where it is read whole. */
function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= limits.name ? value : undefined
}
