import type { MeasuredCase } from '../measured-cases'
import type { FigureProvenance } from '../provenance'
import { campaignLabel } from '../sweep-lines'

/**
 * Names of bars: by device if there are several known by more than the kernel's name, with the configuration of those
 * that share one; otherwise as campaigns are named in other figures.
 */
export function labelsOf(
  byCampaign: ReadonlyMap<number, ReadonlyMap<string, readonly MeasuredCase[]>>,
  provenance: FigureProvenance,
): ReadonlyMap<number, string> {
  const campaigns = [...byCampaign].map(([id, cases]) => {
    const all = [...cases.values()].flat()
    const known = provenance.campaigns.find(({ campaignId }) => campaignId === id)
    const full = known?.device ?? all[0]?.device ?? ''
    const own = [known?.label, all[0]?.configuration, all[0]?.campaign].find((label) => label?.trim())
    return { id, usual: campaignLabel(id, all, provenance), device: modelOf(full), full, own: own ?? '' }
  })
  const models = new Set(campaigns.map(({ device }) => device))
  if (models.size < 2 || models.has('')) return new Map(campaigns.map(({ id, usual }) => [id, usual]))
  return new Map(
    campaigns.map(({ id, device, full, own }) => {
      const twins = campaigns.filter((one) => one.id !== id && one.device === device)
      if (twins.length === 0) return [id, device]
      if (twins.every((one) => one.full !== full)) return [id, full]
      const isAlone = own !== '' && twins.every((one) => one.own !== own)
      return [id, `${device} \u00b7 ${isAlone ? own : `campaign ${String(id)}`}`]
    }),
  )
}

/** Kernel name after a model, as in "Samsung 990 PRO (nvme0n1)". */
const kernelName = /^(nvme\d+n\d+|[svh]d[a-z]+|xvd[a-z]+|mmcblk\d+|md\d+|dm-\d+|loop\d+|zram\d+|pmem\d+)$/

/** The device without the kernel's name for it; empty if nothing else is known. */
function modelOf(device: string): string {
  const [, model, name = ''] = /^(.*) \(([^()]*)\)$/.exec(device) ?? []
  const known = model !== undefined && kernelName.test(name) ? model : device
  return known === 'unknown' || kernelName.test(known) ? '' : known
}
