import { describe, expect, it } from 'vitest'
import { devicesUnderTest, nextStep, runShares } from '../../../src/renderer/views/review/review-facts'
import { campaign, plan, review } from './campaign-fixture'

describe('nextStep', () => {
  it('starts in an empty file', () => expect(nextStep(review())).toEqual({ kind: 'begin' }))

  it('runs the most recently changed plan', () => {
    const plans = [
      plan({ id: 'a', modifiedAtMs: 1 }),
      plan({ id: 'b', modifiedAtMs: 3 }),
      plan({ id: 'c', modifiedAtMs: 2 }),
    ]
    expect(nextStep(review({ plans }))).toMatchObject({ kind: 'run', plan: { id: 'b' } })
  })

  it.each(['running', 'pausing', 'stopping'] as const)(
    'watches a campaign that is %s before anything else',
    (state) => {
      const live = campaign({ id: 2, state, createdAtMs: 1, runsByState: { done: 1, waiting: 4 } })
      const newer = campaign({ id: 3, createdAtMs: 9, state: 'paused', runsByState: { waiting: 3 } })
      expect(nextStep(review({ campaigns: [live, newer] }))).toMatchObject({
        kind: 'watch',
        campaign: { id: 2 },
      })
    },
  )

  it.each(['paused', 'stopped', 'interrupted', 'waiting'] as const)(
    'continues with the newest if it is %s',
    (state) => {
      const newest = campaign({ id: 3, createdAtMs: 9000, state, runsByState: { done: 1, waiting: 3 } })
      expect(nextStep(review({ campaigns: [newest, campaign()] }))).toMatchObject({
        kind: 'resume',
        waitingRuns: 3,
      })
    },
  )

  it('views results if the newest is finished, whatever was left waiting before', () => {
    const old = campaign({ id: 1, createdAtMs: 1, state: 'stopped', runsByState: { done: 2, waiting: 3 } })
    const done = campaign({ id: 2, createdAtMs: 5 })
    expect(nextStep(review({ campaigns: [old, done] }))).toMatchObject({ kind: 'look', campaign: { id: 2 } })
  })

  it('does not suggest viewing a campaign without results', () => {
    const failed = campaign({ id: 2, createdAtMs: 5, runsByState: { failed: 8 } })
    expect(nextStep(review({ campaigns: [failed], plans: [plan()] }))).toMatchObject({ kind: 'run' })
    expect(nextStep(review({ campaigns: [failed, campaign()] }))).toMatchObject({
      kind: 'look',
      campaign: { id: 1 },
    })
  })
})

describe('nextStep, for printed results alone', () => {
  it('is to view them: there are no runs', () => {
    const printed = campaign({ source: 'published', engine: 'unknown', runsByState: {}, publishedResults: 9 })
    expect(nextStep(review({ campaigns: [printed] }))).toEqual({ kind: 'read', campaign: printed })
  })
})

describe('devicesUnderTest', () => {
  it('groups campaigns of one device on one host, newest device first', () => {
    const campaigns = [
      campaign({ configuration: 'firmware A', createdAtMs: 1 }),
      campaign({ configuration: 'firmware B', createdAtMs: 2, runsByState: { done: 4, failed: 2 } }),
      campaign({ configuration: 'firmware A', createdAtMs: 3 }),
      campaign({ configuration: '', createdAtMs: 4, runsByState: {}, publishedResults: 3 }),
      campaign({ device: 'Optane (nvme1n1)', createdAtMs: 9 }),
      campaign({ host: 'other', createdAtMs: 7 }),
    ]
    expect(devicesUnderTest(campaigns)).toEqual([
      {
        device: 'Optane (nvme1n1)',
        host: 'lab',
        campaigns: 1,
        doneRuns: 10,
        printedResults: 0,
        configurations: [],
        lastMeasuredAtMs: 9,
      },
      {
        device: 'Samsung 990 PRO (nvme0n1)',
        host: 'other',
        campaigns: 1,
        doneRuns: 10,
        printedResults: 0,
        configurations: [],
        lastMeasuredAtMs: 7,
      },
      {
        device: 'Samsung 990 PRO (nvme0n1)',
        host: 'lab',
        campaigns: 4,
        doneRuns: 24,
        printedResults: 3,
        configurations: ['firmware A', 'firmware B'],
        lastMeasuredAtMs: 4,
      },
    ])
  })
})

describe('runShares', () => {
  it('counts every run once', () => {
    const runsByState = {
      done: 5,
      failed: 1,
      stopped: 2,
      interrupted: 3,
      unknown: 4,
      skipped: 6,
      running: 1,
      waiting: 7,
    }
    const shares = runShares({ runsByState })
    expect(shares.map(({ label, count }) => [label, count])).toEqual([
      ['done', 5],
      ['failed', 1],
      ['stopped or interrupted', 9],
      ['skipped', 6],
      ['running', 1],
      ['waiting', 7],
    ])
    const all = Object.values(runsByState).reduce((sum, count) => sum + count)
    expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(all)
  })

  it('leaves out empty groups', () =>
    expect(runShares({ runsByState: { done: 3, failed: 0 } })).toHaveLength(1))
})
