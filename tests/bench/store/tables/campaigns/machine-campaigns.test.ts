import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../../src/bench/store/review-store'
import { closing, newReview, sampleCampaign, sampleResult, sampleStart } from '../../sample-review'

/** A campaign on two hosts; its id and those of each host's campaign. */
function twoHosts(): { review: ReviewWriter; ids: readonly [number, number, number] } {
  const review = newReview()
  const machine = (hostName: string) => ({ ...sampleCampaign(), hostId: `ssh:${hostName}`, hostName })
  const leader = review.createCampaign({
    ...sampleCampaign(),
    hostName: 'a + b',
    machines: [machine('a'), machine('b')],
  })
  return { review, ids: [leader, leader + 1, leader + 2] }
}

const runAt = (review: ReviewWriter, campaignId: number, position: number) =>
  review.runs(campaignId)[position]?.id ?? 0

describe('a campaign on several hosts', () => {
  it('is one campaign per host and one for all of them together', () => {
    const { review, ids } = twoHosts()
    const [leader, a, b] = review.campaigns()
    expect(leader).toMatchObject({ id: ids[0], host: 'a + b', machineIds: [ids[1], ids[2]] })
    expect(a).toMatchObject({ host: 'a', leaderId: ids[0] })
    expect(b).toMatchObject({ host: 'b', leaderId: ids[0] })
    expect(review.execution(ids[0])?.machines.map(({ campaignId }) => campaignId)).toEqual([ids[1], ids[2]])
    expect(review.machineRuns(runAt(review, ids[0], 3))).toEqual([
      runAt(review, ids[1], 3),
      runAt(review, ids[2], 3),
    ])
  })

  it('stores what a run measured on all hosts at once, or nothing of it', () => {
    const { review, ids } = twoHosts()
    const runId = runAt(review, ids[0], 1)
    const starts = ['a', 'b'].map((name) => ({ ...sampleStart, runDirectory: `/runs/${name}` }))
    review.startRun(runId, { ...sampleStart, machines: starts })
    expect(ids.map((id) => review.runs(id)[1]?.state)).toEqual(['running', 'running', 'running'])
    expect(review.execution(ids[0])?.machines.map(({ runs }) => runs[1]?.runDirectory)).toEqual([
      '/runs/a',
      '/runs/b',
    ])

    const broken = { ...sampleResult(4), engineVersion: 'half \ud800' }
    expect(() =>
      review.finishRuns([[runId, { ...sampleResult(3000), machines: [sampleResult(), broken] }]]),
    ).toThrow()
    expect(ids.map((id) => review.runs(id)[1]?.state)).toEqual(['running', 'running', 'running'])
    expect([...review.rows({})]).toEqual([])

    const result = { ...sampleResult(3000), machines: [sampleResult(1000), sampleResult(2000)] }
    expect(review.finishRuns([[runId, result]])).toBe(1)
    expect(review.finishRuns([[runId, result]])).toBe(0)
    const rows = [...review.rows({ metrics: ['iops'] })].filter(({ direction }) => direction === 'total')
    expect(rows.map(({ host }) => host)).toEqual(['a + b', 'a', 'b'])
    expect(new Set(rows.map(({ value }) => value)).size).toBe(3)
    expect(review.check()).toEqual([])
  })

  it('includes its hosts in whatever is done to it', () => {
    const { review, ids } = twoHosts()
    const runId = runAt(review, ids[0], 1)
    review.startRun(runId, { ...sampleStart, machines: [sampleStart, sampleStart] })
    review.setRunState(runId, 'interrupted')
    review.setRunState(runId, 'waiting')
    review.setCampaignState(ids[0], 'paused')
    review.renameCampaign(ids[0], 'firmware C')
    expect(ids.map((id) => review.runs(id)[1]?.state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(review.campaigns().map(({ state }) => state)).toEqual(['paused', 'paused', 'paused'])
    expect(review.campaigns().map(({ configuration }) => configuration)).toEqual(Array(3).fill('firmware C'))
    const failure = { id: 'no-space', text: 'The disk is full.' }
    review.finishRuns([[runId, { ...sampleResult(), state: 'failed', failure, observations: [] }]])
    expect(ids.map((id) => review.runs(id)[1]?.failure?.id)).toEqual(['no-space', 'no-space', 'no-space'])
    expect(review.check()).toEqual([])
    review.deleteCampaign(ids[0])
    expect(review.campaigns()).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('is reported as damaged if another one is made the leader of its hosts', () => {
    const { review, ids } = twoHosts()
    const other = review.createCampaign(sampleCampaign())
    review.close()
    const raw = new DatabaseSync(review.path)
    raw.exec(`UPDATE member_campaign SET leader_id = ${String(other)} WHERE campaign_id = ${String(ids[1])}`)
    raw.close()
    const opened = closing(openReview(review.path, { mode: 'read' }))
    expect(opened.check()).toMatchObject([expect.stringContaining(`campaign ${String(ids[1])}`)])
  })
})
