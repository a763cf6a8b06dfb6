import { describe, expect, it } from 'vitest'
import { summaryAfter } from '../../../src/renderer/composables/review/use-review'
import { campaign, review } from './campaign-fixture'

describe('summaryAfter', () => {
  const before = review({ campaigns: [campaign({ id: 1 }), campaign({ id: 2, state: 'running' })] })

  it('takes a received summary as a whole', () => {
    const summary = review({ title: 'Two' })
    expect(summaryAfter(before, { type: 'review-changed', summary })).toBe(summary)
    expect(summaryAfter(undefined, { type: 'review-changed', summary })).toBe(summary)
  })

  it('replaces or adds one campaign without touching the old summary', () => {
    const ended = campaign({ id: 2, state: 'done' })
    const after = summaryAfter(before, { type: 'campaign-changed', campaign: ended })
    expect(after?.campaigns).toEqual([campaign({ id: 1 }), ended])
    expect(before.campaigns[1]?.state).toBe('running')
    const added = summaryAfter(before, { type: 'campaign-changed', campaign: campaign({ id: 3 }) })
    expect(added?.campaigns.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('does not make up a summary from a campaign alone', () => {
    expect(summaryAfter(undefined, { type: 'campaign-changed', campaign: campaign() })).toBeUndefined()
  })

  it('is not changed by other events', () => {
    expect(summaryAfter(before, { type: 'terminal', campaignId: 1, text: 'x' })).toBe(before)
  })
})
