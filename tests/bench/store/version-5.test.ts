import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { closing, sampleCampaign, temporaryFolder } from './sample-review'

const fixture = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file', 'version-5.benchwright')

it('a file of version 5 knows no campaigns of hosts, and accepts them once it is opened to write', () => {
  const path = join(temporaryFolder(), 'old.benchwright')
  copyFileSync(fixture, path)
  const before = openReview(path, { mode: 'read' })
  const campaigns = before.campaigns()
  expect(campaigns.length).toBeGreaterThan(0)
  expect(campaigns.filter(({ leaderId, machineIds }) => leaderId ?? machineIds)).toEqual([])
  before.close()

  const review = closing(openReview(path, { mode: 'write' }))
  if (!isWriter(review)) throw new Error('The copy cannot be written.')
  expect(review.campaigns()).toEqual(campaigns)
  const leader = review.createCampaign({
    ...sampleCampaign(),
    machines: [sampleCampaign(), sampleCampaign()],
  })
  expect(review.campaign(leader)?.machineIds).toEqual([leader + 1, leader + 2])
  expect(review.check()).toEqual([])
})
