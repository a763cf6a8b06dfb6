import { expect, test } from 'vitest'
import { executingCampaign } from '../../../../src/core/results/campaign/campaign'

test('the executing campaign is the whole of a job, also while only the part of a host is not done yet', () => {
  const whole = { id: 1, state: 'running' as const }
  const part = { id: 2, state: 'running' as const, leaderId: 1 }
  expect(executingCampaign([part, whole])).toBe(whole)
  expect(executingCampaign([{ id: 1, state: 'done' as const }, part])).toBeUndefined()
  expect(executingCampaign([part, { id: 3, state: 'stopping' as const }])).toMatchObject({ id: 3 })
})
