import { describe, expect, it } from 'vitest'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import {
  observersOf,
  parseObserve,
  parseSeries,
  recordingText,
  sampleSeconds,
  seriesRequestOf,
  withDefaultRecording,
} from '../../../src/core/plan/recording'

const planOf = (runtime: number) =>
  newPlan({ id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } }, { base: { runtime } })

describe('what a plan records', () => {
  it('is every second for new plans with runs of 30 s or more, and nothing for shorter ones', () => {
    expect(planOf(30)).toMatchObject({
      series: 1,
      observe: ['disk', 'cpu', 'memory', 'pressure', 'temperature'],
    })
    expect(planOf(29)).not.toHaveProperty('series')
    expect(planOf(29)).not.toHaveProperty('observe')
    const axes = [{ key: 'runtime', levels: [60, 10] }]
    expect(withDefaultRecording({ ...planOf(60), axes })).not.toHaveProperty('series')
  })

  it('is nothing in plans from before recording existed', () => {
    expect(seriesRequestOf({})).toBeUndefined()
    expect(observersOf({})).toEqual([])
    expect(recordingText({})).toBe('nothing')
  })

  it('survives a round trip through a plan file', () => {
    const plan = { ...planOf(10), series: 0.1, seriesDetail: 'histograms', observe: 'all' } as const
    expect(readPlan(writePlan(plan), 'plan.json')).toEqual({ ok: true, plan })
    const off = { ...planOf(60), series: 'off', observe: 'none' } as const
    expect(readPlan(writePlan(off), 'plan.json')).toEqual({ ok: true, plan: off })
    const bad = writePlan(plan).replace('"series": 0.1', '"series": 0.05')
    expect(readPlan(bad, 'plan.json')).toMatchObject({ ok: false, problems: [{ path: '$.series' }] })
  })

  it('observes each kind once, at the times of the series', () => {
    const plan = { series: 0.1, observe: ['cpu', 'disk', 'cpu'] } as const
    expect(observersOf(plan)).toEqual(['disk', 'cpu'])
    expect(sampleSeconds(plan)).toBe(0.1)
    expect(sampleSeconds({ observe: 'all' })).toBe(1)
    const text = (...found: Parameters<typeof recordingText>) => recordingText(...found).replace(/\s/g, ' ')
    expect(text(plan)).toBe('series every 100 ms; disk, CPU observed')
    expect(text(plan, ['engine', 'cpu', 'smart'])).toBe('series every 100 ms; CPU observed')
    expect(text(plan, ['disk'])).toBe('disk observed')
    expect(text(plan, [])).toBe('nothing')
  })

  it('is read from words', () => {
    expect(parseSeries('off')).toEqual({ ok: true, value: 'off' })
    expect(parseSeries('100ms')).toEqual({ ok: true, value: 0.1 })
    expect(parseSeries('50ms').ok).toBe(false)
    expect(parseSeries('often').ok).toBe(false)
    expect(parseObserve('all')).toEqual({ ok: true, value: 'all' })
    expect(parseObserve('disk, cpu')).toEqual({ ok: true, value: ['disk', 'cpu'] })
    expect(parseObserve('disk,disc')).toMatchObject({
      ok: false,
      error: expect.stringContaining('"disc"') as string,
    })
  })
})
