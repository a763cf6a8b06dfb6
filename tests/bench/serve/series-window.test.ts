import { expect, it, vi } from 'vitest'
import { campaignAnswers } from '../../../src/bench/serve/answers/campaign-answers'
import { figureAnswers } from '../../../src/bench/serve/answers/figure-answers'
import { Session } from '../../../src/bench/serve/session'
import type { Series } from '../../../src/core/results/observation'
import { newReview, sampleCampaign, sampleResult, sampleSeries, sampleStart } from '../store/sample-review'

/** For more points: `BENCHWRIGHT_SERIES_POINTS=8000000`. */
const points = Number(process.env.BENCHWRIGHT_SERIES_POINTS ?? 100_000)

const long: Series = {
  ...sampleSeries(1),
  seconds: Float64Array.from({ length: points }, (_, at) => at / 10),
  values: Float64Array.from(
    { length: points },
    (_, at) => 1e9 + 1e8 * Math.sin(at / 1000) + ((at * 7919) % 1009),
  ),
}

it('answers pictures of a long series with two points per pixel, and reads it once', async () => {
  const review = newReview()
  const runId = review.runs(review.createCampaign(sampleCampaign()))[1]?.id ?? 0
  review.startRun(runId, sampleStart)
  const other: Series = {
    ...long,
    direction: 'read',
    seconds: Float64Array.of(1),
    values: Float64Array.of(2),
  }
  review.finishRuns([[runId, { ...sampleResult(), observations: [long, other] }]])
  const session = new Session(review)
  const read = vi.spyOn(review, 'series')
  const ask = (from?: number, to?: number) => {
    const of = { runId, source: 'disk', device: 'nvme0n1', direction: 'write', metric: 'bandwidth' } as const
    return campaignAnswers['run.series-window'](session, { ...of, from, to, pixels: 1000 })
  }

  const begun = performance.now()
  const whole = await ask()
  const opened = performance.now()
  if (!whole) throw new Error('There is no such series.')
  expect(whole.span).toEqual([0, (points - 1) / 10])
  expect(whole).toMatchObject({ unit: 'B/s', points })
  expect(whole.values.length).toBeLessThanOrEqual(2000)
  const extreme = (pick: (a: number, b: number) => number, of: Float64Array) =>
    of.reduce((a, b) => pick(a, b))
  expect(extreme(Math.min, whole.values)).toBe(extreme(Math.min, long.values))
  expect(extreme(Math.max, whole.values)).toBe(extreme(Math.max, long.values))

  for (let frame = 0; frame < 100; frame++) {
    const part = await ask(frame, frame + points / 20)
    expect(part?.values.length).toBeLessThanOrEqual(2000)
  }
  const panned = performance.now()
  const few = await ask(10, 12)
  expect([...(few?.seconds ?? [])]).toEqual([...long.seconds.subarray(100, 121)])
  expect(read).toHaveBeenCalledTimes(1)
  console.info(
    `${points} points: opened in ${(opened - begun).toFixed(0)} ms, a frame in ${((panned - opened) / 100).toFixed(2)} ms`,
  )

  const nothing = { runId, source: 'cpu', direction: 'total', metric: 'cpu_user', pixels: 100 } as const
  expect(await campaignAnswers['run.series-window'](session, nothing)).toBeNull()
  session.hosts.dispose()
  await session.pool.dispose()
})

it('does not reread what a figure over time has read', async () => {
  const review = newReview()
  const runs = review.runs(review.createCampaign(sampleCampaign()))
  const runId = runs.find(({ phase }) => phase === 'measure')?.id ?? 0
  review.startRun(runId, sampleStart)
  const values = Float64Array.of(1, 2, 3, 4)
  review.finishRuns([[runId, { ...sampleResult(), observations: [{ ...sampleSeries(3), values }] }]])
  const session = new Session(review)
  const read = vi.spyOn(review, 'series')
  const settings = { kind: 'time-series', campaignIds: [], metric: 'bandwidth' } as const
  const of = { runId, source: 'disk', device: 'nvme0n1', direction: 'write', metric: 'bandwidth' } as const
  for (let turn = 0; turn < 2; turn++) {
    const figure = await figureAnswers['figure.build'](session, { settings })
    expect(figure.series.find(({ mark }) => mark === 'line')?.columns?.y).toHaveLength(3)
    const window = await campaignAnswers['run.series-window'](session, { ...of, pixels: 100 })
    expect(window?.values).toEqual(values)
  }
  expect(read.mock.calls.length).toBe(1)
  session.hosts.dispose()
  await session.pool.dispose()
})
