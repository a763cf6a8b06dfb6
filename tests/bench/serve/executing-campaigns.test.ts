import { describe, expect, it } from 'vitest'
import { ExecutingCampaigns } from '../../../src/bench/serve/executing-campaigns'
import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'

const campaign = (id: number, state: CampaignSummary['state']) => ({ id, state }) as CampaignSummary

describe('ExecutingCampaigns', () => {
  it('follows a campaign from its start to its end', () => {
    const executing = new ExecutingCampaigns()
    for (const state of ['running', 'pausing', 'running', 'stopping'] as const) {
      expect(executing.heard(campaign(1, state))).toBe(true)
      expect(executing.first?.state).toBe(state)
    }
    expect(executing.heard(campaign(1, 'stopped'))).toBe(true)
    expect(executing.first).toBeUndefined()
  })

  it('ignores a change of another campaign', () => {
    const executing = new ExecutingCampaigns()
    executing.heard(campaign(1, 'running'))
    expect(executing.heard(campaign(2, 'paused'))).toBe(false)
    expect(executing.first?.id).toBe(1)
  })

  it('names the next one when the first ends', () => {
    const executing = new ExecutingCampaigns()
    executing.heard(campaign(1, 'running'))
    executing.heard(campaign(2, 'running'))
    executing.heard(campaign(1, 'done'))
    expect(executing.first?.id).toBe(2)
  })
})
