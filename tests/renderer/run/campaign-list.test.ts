import { expect, test, vi } from 'vitest'
import CampaignList from '../../../src/renderer/views/run/campaign/CampaignList.vue'
import CampaignTable from '../../../src/renderer/views/review/CampaignTable.vue'
import { mounted } from '../mounted'
import { campaign } from '../review/campaign-fixture'

vi.mock('../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({ onEvent: () => () => undefined, request: () => Promise.resolve(null) }),
}))

const campaigns = [
  campaign({ id: 1, state: 'interrupted', begunHere: false }),
  campaign({ id: 2, state: 'interrupted', begunHere: true }),
  campaign({ id: 3, state: 'done', begunHere: false }),
  campaign({ id: 4, state: 'interrupted' }),
]

test.each([
  ['the list of the Run room', CampaignList],
  ['the table of the review', CampaignTable],
])('%s marks an unfinished campaign of another machine as elsewhere', (_, view) => {
  const part = mounted(view, { campaigns, selected: undefined })
  expect(part.text().match(/Interrupted elsewhere/g)).toHaveLength(1)
  expect(part.text().match(/Interrupted/g)).toHaveLength(3)
  part.unmount()
})
