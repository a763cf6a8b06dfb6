import { expect, it } from 'vitest'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import { inListOrder } from '../../../src/renderer/views/run/campaign/campaign-order'

const campaign = (id: number, parts: Partial<CampaignSummary> = {}) => ({ id, ...parts }) as CampaignSummary
const ids = (campaigns: readonly CampaignSummary[]) => inListOrder(campaigns).map(({ id }) => id)

it('lists the newest first, and the parts of a synchronised campaign under the whole of it', () => {
  expect(ids([])).toEqual([])
  expect(
    ids([
      campaign(1),
      campaign(2, { machineIds: [3, 4] }),
      campaign(3, { leaderId: 2 }),
      campaign(4, { leaderId: 2 }),
      campaign(5),
    ]),
  ).toEqual([5, 2, 3, 4, 1])
})

it('keeps a part without its whole', () => {
  expect(ids([campaign(3, { leaderId: 2 })])).toEqual([3])
})
