import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { campaignAnswers } from '../../src/bench/serve/answers/campaign-answers'
import { Session } from '../../src/bench/serve/session'
import type { Series } from '../../src/core/results/observation'
import {
  newReview,
  sampleCampaign,
  sampleResult,
  sampleSeries,
  sampleStart,
} from '../bench/store/sample-review'
import { median } from './median'

const points = 5_000_000
/** Like a drive's behaviour: noise on a slow wave, which compresses badly. */
const wave = (direction: Series['direction'], phase: number): Series => ({
  ...sampleSeries(1),
  direction,
  seconds: Float64Array.from({ length: points }, (_, at) => at / 100),
  values: Float64Array.from(
    { length: points },
    (_, at) => 1e9 + 1e8 * Math.sin(at / 1000 + phase) + ((at * 7919) % 1009),
  ),
})

it('10 million points of a run open fast, and pan without a pause', async () => {
  const review = newReview()
  const runId = review.runs(review.createCampaign(sampleCampaign()))[1]?.id ?? 0
  review.startRun(runId, sampleStart)
  review.finishRuns([[runId, { ...sampleResult(), observations: [wave('read', 0), wave('write', 1)] }]])
  const ask = (session: Session, direction: Series['direction'], from?: number, to?: number) => {
    const of = { runId, source: 'disk', device: 'nvme0n1', direction, metric: 'bandwidth' } as const
    return campaignAnswers['run.series-window'](session, { ...of, from, to, pixels: 1000 })
  }
  const [opened, processor, frames]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < 5; turn += 1) {
    const session = new Session(review)
    const began = performance.now()
    const usage = process.cpuUsage()
    const [read, write] = [await ask(session, 'read'), await ask(session, 'write')]
    opened.push(performance.now() - began)
    const { user, system } = process.cpuUsage(usage)
    processor.push((user + system) / 1000)
    expect((read?.points ?? 0) + (write?.points ?? 0)).toBe(2 * points)
    const panned = performance.now()
    for (let frame = 0; frame < 100; frame += 1)
      for (const direction of ['read', 'write'] as const) await ask(session, direction, frame, frame + 5000)
    frames.push((performance.now() - panned) / 100)
    session.hosts.dispose()
    await session.pool.dispose()
  }
  console.log(
    `10 million points in two series: open in ${median(opened).toFixed(0)} ms (${median(processor).toFixed(0)} ms of processor time; wanted: under 1,000), ` +
      `a frame of both in ${median(frames).toFixed(2)} ms (wanted: under 20); the file is ${(statSync(review.path).size / 1e6).toFixed(0)} MB`,
  )
})
