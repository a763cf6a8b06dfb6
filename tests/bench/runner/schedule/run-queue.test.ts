import { describe, expect, it } from 'vitest'
import { newCampaignTag, readRunDirectory, runNameOf } from '../../../../src/bench/runner/execute/run-name'
import { isRunFileName } from '../../../../src/bench/runner/supervise/run-directory'
import { RunQueue, type QueuedRun } from '../../../../src/bench/runner/schedule/run-queue'

const run = (runId: number, phase: QueuedRun['phase'] = 'measure'): QueuedRun => ({
  ...{ runId, phase, expectedSeconds: 1, repetition: 1, seed: 1, workload: {}, layoutKey: undefined },
  case: { index: 0, key: '', levels: {} },
})

describe('RunQueue', () => {
  it('hands out waiting runs in order, including those put back to waiting', () => {
    const queue = new RunQueue([1, 2, 3].map((runId) => ({ run: run(runId), state: 'waiting' })))
    queue.setState(1, 'done')
    expect(queue.next()?.runId).toBe(2)
    queue.setState(2, 'failed')
    queue.setState(3, 'skipped')
    expect(queue.next()).toBeUndefined()
    queue.setState(2, 'waiting')
    expect(queue.next()?.runId).toBe(2)
    queue.setState(99, 'waiting')
    expect(queue.has(99)).toBe(false)
  })

  it('counts measured runs only', () => {
    const queue = new RunQueue([
      { run: run(1, 'layout'), state: 'done' },
      { run: run(2), state: 'done' },
      { run: run(3), state: 'running' },
    ])
    expect([queue.finishedCount, queue.measuredCount]).toEqual([1, 2])
    for (const [state, count] of [
      ['done', 2],
      ['failed', 2],
      ['waiting', 1],
      ['running', 1],
      ['stopped', 2],
    ] as const) {
      queue.setState(3, state)
      expect(queue.finishedCount).toBe(count)
    }
    queue.setState(1, 'waiting')
    expect(queue.finishedCount).toBe(2)
    expect(queue.inState('done').map((one) => one.runId)).toEqual([2])
  })
})

describe('names on the host', () => {
  it('are read back from a run directory', () => {
    const tag = newCampaignTag()
    expect(readRunDirectory(`/state/runs/${runNameOf(tag, 12)}`)).toEqual({ tag, runId: 12 })
    for (const path of ['/state/runs/other', '/bw-12345678-1/x', 'bw-1234-1'])
      expect(readRunDirectory(path)).toBeUndefined()
  })

  it('of files may not leave the run directory or be the supervisor’s own', () => {
    for (const name of ['job.fio', 'bw-1-2.fio', 'output.json']) expect(isRunFileName(name)).toBe(true)
    for (const name of ['../x', '/etc/passwd', '-rf', '.', 'rc', 'settings', 'supervise.sh', 'a b', ''])
      expect(isRunFileName(name)).toBe(false)
  })
})
