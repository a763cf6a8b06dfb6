import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CampaignClock } from '../../../../src/bench/runner/schedule/campaign-clock'
import { ProgressMeter } from '../../../../src/bench/runner/schedule/progress-meter'
import { RunQueue, type QueuedRun } from '../../../../src/bench/runner/schedule/run-queue'
import type { CampaignProgress } from '../../../../src/core/contract/bench-requests'

const run = (runId: number): QueuedRun => ({
  ...{
    runId,
    expectedSeconds: 10,
    repetition: 1,
    phase: 'measure',
    seed: 1,
    workload: {},
    layoutKey: undefined,
  },
  case: { index: 0, key: '', levels: {} },
})

describe('ProgressMeter', () => {
  let reports: CampaignProgress[]
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
    reports = []
  })
  const meterOf = (runs: readonly QueuedRun[]) => {
    const queue = new RunQueue(runs.map((one) => ({ run: one, state: 'waiting' })))
    return {
      queue,
      meter: new ProgressMeter(queue, new CampaignClock(0), (progress) => reports.push(progress)),
    }
  }

  it('reports at most four times a second, and the latest state', () => {
    const { meter } = meterOf([run(1)])
    meter.begin(run(1), Date.now())
    for (let step = 1; step <= 1000; step += 1) {
      meter.push({ phase: 'running', readIops: step })
      vi.advanceTimersByTime(1)
    }
    expect(reports.length).toBeLessThanOrEqual(5)
    expect(reports.length).toBeGreaterThanOrEqual(4)
    meter.close()
    expect(reports.at(-1)).toMatchObject({ runId: undefined, totalRuns: 1 })
  })

  it('advances by the clock while the engine is silent', () => {
    const { queue, meter } = meterOf([run(1), run(2)])
    queue.setState(1, 'running')
    meter.begin(run(1), Date.now())
    vi.advanceTimersByTime(5000)
    expect(meter.now()).toMatchObject({
      runId: 1,
      runFraction: 0.5,
      runSecondsLeft: 5,
      finishedRuns: 0,
      totalRuns: 2,
      secondsLeft: 15,
    })
    vi.advanceTimersByTime(60_000)
    expect(meter.now()).toMatchObject({ runFraction: 1, runSecondsLeft: 0 })
    meter.close()
  })

  it('counts a run once that begins and still waits for its engine', () => {
    const { queue, meter } = meterOf([run(1), run(2)])
    meter.begin(run(1), Date.now())
    queue.setState(1, 'running')
    expect(meter.now()).toMatchObject({ runSecondsLeft: 10, secondsLeft: 20 })
    meter.idle()
    queue.setState(1, 'done')
    meter.begin(run(2), Date.now())
    vi.advanceTimersByTime(4000)
    expect(meter.now()).toMatchObject({ runSecondsLeft: 6, secondsLeft: 6 })
    meter.close()
  })

  it('relies on the engine if the plan knows no duration', () => {
    const { queue, meter } = meterOf([{ ...run(1), expectedSeconds: undefined }])
    queue.setState(1, 'running')
    meter.begin(queue.runs[0] ?? run(1), Date.now())
    expect(meter.now()).toMatchObject({ runFraction: 0, runSecondsLeft: undefined, secondsLeft: undefined })
    meter.push({ phase: 'running', fraction: 0.25, secondsLeft: 30 })
    expect(meter.now()).toMatchObject({ runFraction: 0.25, runSecondsLeft: 30, secondsLeft: 30 })
    meter.close()
  })

  it('is quiet when closed', () => {
    const { meter } = meterOf([run(1)])
    meter.begin(run(1), Date.now())
    meter.close()
    const count = reports.length
    vi.advanceTimersByTime(10_000)
    expect(reports).toHaveLength(count)
  })
})
