import { describe, expect, it } from 'vitest'
import { CampaignClock, waitingTotals } from '../../../../src/bench/runner/schedule/campaign-clock'

const timed = { expectedSeconds: 10 }
const open = { expectedSeconds: undefined }

describe('CampaignClock', () => {
  it('adds up what the plan says, pauses included', () => {
    const clock = new CampaignClock(2)
    expect(clock.secondsLeft(waitingTotals([timed, timed, timed]), 4)).toBe(4 + 30 + 6)
  })

  it('learns how much longer runs take than planned', () => {
    const clock = new CampaignClock(0)
    clock.finished(timed, 11)
    clock.finished(timed, 13)
    expect(clock.expect(timed)).toBe(12)
    expect(clock.secondsLeft(waitingTotals([timed, timed]), 0)).toBe(24)
  })

  it('never expects a negative duration', () => {
    const clock = new CampaignClock(0)
    clock.finished(timed, 1)
    expect(clock.expect({ expectedSeconds: 2 })).toBe(0)
    expect(clock.secondsLeft(waitingTotals([{ expectedSeconds: 2 }]), 0)).toBe(0)
  })

  it('gives nothing for runs of unknown length until one has finished', () => {
    const clock = new CampaignClock(1)
    expect(clock.expect(open)).toBeUndefined()
    expect(clock.secondsLeft(waitingTotals([timed, open]), 0)).toBeUndefined()
    clock.finished(open, 20)
    clock.finished(open, 30)
    expect(clock.expect(open)).toBe(25)
    expect(clock.secondsLeft(waitingTotals([timed, open]), 3)).toBe(3 + 10 + 25 + 2)
  })

  it('gives nothing while the current run has no known end', () => {
    expect(new CampaignClock(0).secondsLeft(waitingTotals([timed]), undefined)).toBeUndefined()
  })
})
