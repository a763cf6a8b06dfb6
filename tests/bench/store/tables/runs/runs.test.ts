import { describe, expect, it } from 'vitest'
import type { ReviewWriter } from '../../../../../src/bench/store/review-store'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  newReview,
  ofEngine,
  rawText,
  sampleCampaign,
  sampleScalars,
  sampleResult,
  sampleStart,
} from '../../sample-review'
import { histogramsOf } from '../../../../../src/core/results/observation'

function reviewWithRun(): { review: ReviewWriter; campaignId: number; runId: number } {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  return { review, campaignId, runId: review.runs(campaignId)[1]?.id ?? 0 }
}

describe('a run', () => {
  it('goes from waiting to running to done and reads back whole', () => {
    const { review, campaignId, runId } = reviewWithRun()
    review.startRun(runId, sampleStart)
    expect(review.run(runId)).toMatchObject({
      state: 'running',
      startedAtMs: sampleStart.startedAtMs,
      headline: {},
      exitCode: undefined,
    })
    expect(review.finishRuns([[runId, sampleResult()]])).toBe(1)
    expect(review.run(runId)).toMatchObject({
      id: runId,
      campaignId,
      phase: 'measure',
      caseKey: 'block_size=4096,read_percent=100',
      state: 'done',
      exitCode: 0,
      finishedAtMs: 1_700_000_060_000,
      warnings: [{ class: 'note', id: 'short-runtime', text: 'It ran for 54 of 60 seconds.' }],
      headline: { bandwidth: 4_096_002, iops: 1000 + 2 / 3, latency_mean: 1_000_002 },
      argv: ['fio', '--output-format=json+', 'job.fio'],
      files: sampleStart.command.files,
      rawOutputs: [{ name: 'out.json', sizeBytes: rawText.length }],
    })
    const stored = review.run(runId)?.measurements.map(({ test, direction, metric, value, unit }) => ({
      ...ofEngine,
      test,
      direction,
      metric,
      value,
      unit,
    }))
    expect(stored).toEqual(sampleScalars(1000))
    expect(new TextDecoder().decode(review.rawOutput(runId, 'out.json'))).toBe(rawText)
    expect(review.rawOutput(runId, 'other')).toBeUndefined()
    expect(review.histograms([runId, runId + 1])).toEqual(
      new Map([[runId, histogramsOf(sampleResult().observations)]]),
    )
    expect(review.runs(campaignId)[1]).toMatchObject({ state: 'done', headline: { iops: 1000 + 2 / 3 } })
    expect(review.campaigns()[0]?.runsByState).toEqual({ done: 1, waiting: 9 })
    expect(review.check()).toEqual([])
  })

  it('accepts a result once', () => {
    const { review, runId } = reviewWithRun()
    review.startRun(runId, sampleStart)
    expect(review.finishRuns([[runId, sampleResult(1000)]])).toBe(1)
    const before = review.run(runId)
    expect(review.finishRuns([[runId, sampleResult(2000)]])).toBe(0)
    expect(review.run(runId)).toEqual(before)
  })

  it.each(['failed', 'stopped', 'skipped', 'interrupted'] as const)(
    'stores a result that is %s, once',
    (state) => {
      const { review, runId } = reviewWithRun()
      review.startRun(runId, sampleStart)
      const failure = { id: 'no-space', text: 'The disk was full.', remedy: 'Free some space.' }
      expect(review.finishRuns([[runId, { ...sampleResult(), state, failure, exitCode: undefined }]])).toBe(1)
      expect(review.finishRuns([[runId, sampleResult()]])).toBe(0)
      expect(review.run(runId)).toMatchObject({ state, failure, exitCode: undefined, headline: {} })
      expect([...review.rows({})]).toEqual([])
      expect([...review.rows({ states: [state] })]).toHaveLength(9)
      expect(review.check()).toEqual([])
    },
  )

  it.each(['unknown', 'interrupted'] as const)(
    'accepts the result of a run that was %s for a while',
    (state) => {
      const { review, runId } = reviewWithRun()
      review.startRun(runId, sampleStart)
      review.setRunState(runId, state)
      expect(review.run(runId)?.state).toBe(state)
      expect(review.finishRuns([[runId, sampleResult()]])).toBe(1)
      expect(review.run(runId)?.state).toBe('done')
    },
  )

  it('that was skipped or stopped by hand accepts no result', () => {
    const { review, runId } = reviewWithRun()
    review.setRunState(runId, 'skipped')
    expect(review.finishRuns([[runId, sampleResult()]])).toBe(0)
    expect(review.run(runId)).toMatchObject({ state: 'skipped', finishedAtMs: undefined, measurements: [] })
    review.setRunState(runId, 'waiting')
    review.startRun(runId, sampleStart)
    review.setRunState(runId, 'stopped')
    expect(review.run(runId)?.finishedAtMs).toBeGreaterThan(sampleStart.startedAtMs)
    expect(review.finishRuns([[runId, sampleResult()]])).toBe(0)
    expect(review.check()).toEqual([])
  })

  it('starts only while it waits', () => {
    const { review, runId } = reviewWithRun()
    review.startRun(runId, sampleStart)
    expect(() => review.startRun(runId, sampleStart)).toThrow(
      expect.objectContaining({ id: 'refused', message: expect.stringContaining('is running') as string }),
    )
    expect(() => review.startRun(999, sampleStart)).toThrow(expect.objectContaining({ id: 'not-found' }))
  })

  it('once done stays done', () => {
    const { review, runId } = reviewWithRun()
    review.finishRuns([[runId, sampleResult()]])
    const before = review.run(runId)
    for (const state of ['waiting', 'failed', 'skipped', 'running'] as const) {
      expect(() => review.setRunState(runId, state)).toThrow(expect.objectContaining({ id: 'refused' }))
    }
    expect(() => review.setRunState(runId + 1, 'done')).toThrow(expect.objectContaining({ id: 'refused' }))
    expect(review.run(runId)).toEqual(before)
  })

  it('can be retried after a failure, and what the first attempt left is kept', () => {
    const { review, campaignId, runId } = reviewWithRun()
    const failure = { id: 'no-json', text: 'No result.' }
    review.startRun(runId, sampleStart)
    review.finishRuns([[runId, { ...sampleResult(10), state: 'failed', failure, exitCode: 1 }]])
    review.setRunState(runId, 'waiting')
    expect(review.run(runId)).toMatchObject({
      state: 'waiting',
      failure: undefined,
      warnings: [],
      startedAtMs: undefined,
      finishedAtMs: undefined,
      argv: [],
      rawOutputs: [],
      measurements: [],
    })
    expect(review.histograms([runId]).size).toBe(0)
    expect(review.execution(campaignId)?.runs[1]?.runDirectory).toBe('/var/tmp/run-1')
    expect(review.check()).toEqual([])

    review.startRun(runId, { ...sampleStart, runDirectory: '/var/tmp/run-2' })
    const second = new TextEncoder().encode('second')
    expect(
      review.finishRuns([
        [runId, { ...sampleResult(20), rawOutputs: [{ name: 'out.json', bytes: second }] }],
      ]),
    ).toBe(1)
    expect(review.execution(campaignId)?.runs[1]?.runDirectory).toBe('/var/tmp/run-2')
    expect(new TextDecoder().decode(review.rawOutput(runId, 'out.json'))).toBe('second')
    expect([...review.rows({})]).toHaveLength(9)
    expect(review.check()).toEqual([])

    const raw = new DatabaseSync(review.path, { readOnly: true })
    const kept = raw
      .prepare('SELECT record FROM earlier_attempt WHERE run_id = ? AND attempt = 1')
      .get(runId) as { record: string }
    const record = JSON.parse(kept.record) as { observations: unknown; failure: string; state: string }
    expect(record).toMatchObject({
      state: 'failed',
      observations: sampleResult(10).observations.slice(0, -1),
    })
    expect(JSON.parse(record.failure)).toEqual(failure)
    expect(raw.prepare('SELECT attempt, name FROM raw_output ORDER BY attempt').all()).toMatchObject([
      { attempt: 1 },
      { attempt: 2 },
    ])
    raw.close()
  })

  it('stores nothing of a result if one part of it cannot be stored', () => {
    const { review, runId } = reviewWithRun()
    review.startRun(runId, sampleStart)
    const before = review.run(runId)
    const bad = {
      ...ofEngine,
      test: 'random-mix',
      direction: 'read' as const,
      metric: 'iops',
      value: Number.NaN,
      unit: 'IOPS' as const,
    }
    const result = sampleResult()
    expect(() =>
      review.finishRuns([[runId, { ...result, observations: [...result.observations.slice(0, 3), bad] }]]),
    ).toThrow(expect.objectContaining({ id: 'invalid-value' }))
    const twice = result.observations.slice(0, 1)
    expect(() => review.finishRuns([[runId, { ...result, observations: [...twice, ...twice] }]])).toThrow(
      /twice in one run/,
    )
    expect(() =>
      review.finishRuns([[runId, { ...result, rawOutputs: [...result.rawOutputs, ...result.rawOutputs] }]]),
    ).toThrow(expect.objectContaining({ id: 'invalid-value' }))
    expect(review.run(runId)).toEqual(before)
    expect(review.finishRuns([[runId, result]])).toBe(1)
  })

  it('shows the only direction of a one-way test as its headline', () => {
    const { review, runId } = reviewWithRun()
    const iops = {
      ...ofEngine,
      test: 'random-write',
      direction: 'write' as const,
      metric: 'iops',
      value: 5,
      unit: 'IOPS' as const,
    }
    review.finishRuns([[runId, { ...sampleResult(), observations: [iops] }]])
    expect(review.run(runId)?.headline).toEqual({ iops: 5 })
  })

  it('logs what happened, in order, with text that cannot be stored made visible', () => {
    const { review, campaignId, runId } = reviewWithRun()
    review.appendLog(campaignId, { atMs: 5, level: 'info', text: 'Started.' })
    review.appendLog(campaignId, { atMs: 4, level: 'error', text: 'a\0b\ud800', runId })
    expect(review.log(campaignId)).toEqual([
      { atMs: 5, level: 'info', text: 'Started.', runId: undefined },
      { atMs: 4, level: 'error', text: 'a\ufffdb\ufffd', runId },
    ])
    expect(review.campaign(campaignId)?.log).toHaveLength(2)
  })
})
