import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import {
  closing,
  newReview,
  sampleCampaign,
  ofEngine,
  samplePlan,
  sampleResult,
  sampleStart,
} from './sample-review'

const strings = [
  '',
  ' ',
  'plain',
  'Ünïcödé ß ñ 漢字 한국어 עברית العربية',
  '👩‍👩‍👧‍👦 🇩🇪 é',
  '\u202eright to left',
  '\ufeffBOM',
  '\u0001\u0007\u001b[31mred',
  'a\r\nb\tc\u2028d',
  `'; DROP TABLE run; --`,
  '"quotes" `ticks` \\back\\slash %s ${x} {{y}}',
  '<script>alert(1)</script><img src=x onerror=y>',
  '=1+1',
  '__proto__',
  'constructor',
  '\uffff\uFFFE',
  '../../etc/passwd',
  'x'.repeat(99_000),
]

const unstorable = ['a\0b', '\0', '\ud800', 'a\udc00b', '\udc00\ud800']

describe('text', () => {
  it.each(strings)('survives in every field (%j)', (text) => {
    const review = newReview()
    review.describe(text, text)
    review.savePlan({ ...samplePlan, name: text.slice(0, 500), notes: text })
    const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, notes: text }, text))
    const runId = review.runs(campaignId)[1]?.id ?? 0
    review.setHostRecord(
      campaignId,
      { name: text, device: { name: 'sda', model: text }, raw: { [`k${text}`]: text } },
      text,
    )
    review.startRun(runId, {
      ...sampleStart,
      command: { ...sampleStart.command, args: [text], files: [{ name: text, text }] },
      runDirectory: text,
    })
    const failure = { id: 'x', text, remedy: text }
    const measurement = {
      ...ofEngine,
      test: text,
      direction: 'read' as const,
      metric: text,
      value: 1,
      unit: 's' as const,
    }
    const bytes = new TextEncoder().encode(text)
    review.finishRuns([
      [
        runId,
        {
          ...sampleResult(),
          failure,
          engineVersion: text,
          warnings: [{ class: 'qualifies', id: 'w', text }],
          observations: [measurement],
          rawOutputs: [{ name: `n${text}`, bytes }],
        },
      ],
    ])
    review.appendLog(campaignId, { atMs: 1, level: 'warning', text })
    review.close()

    const again = closing(openReview(review.path, { mode: 'write' }))
    expect(again.check()).toEqual([])
    expect(again.summary()).toMatchObject({ title: text, notes: text, plans: [{ name: text.slice(0, 500) }] })
    expect(again.campaign(campaignId)).toMatchObject({
      configuration: text,
      host: text,
      engineVersion: text,
      plan: { notes: text },
    })
    expect(again.campaign(campaignId)?.hostRecord.raw).toEqual({ [`k${text}`]: text })
    expect(again.run(runId)).toMatchObject({
      failure,
      warnings: [{ text }],
      argv: ['fio', text],
      files: [{ name: text, text }],
    })
    expect(again.run(runId)?.measurements).toMatchObject([{ test: text, metric: text }])
    expect(again.rawOutput(runId, `n${text}`)).toEqual(Buffer.from(bytes))
    expect(again.log(campaignId)[0]?.text).toBe(text)
  })

  it.each(unstorable)('that would read back as something else is refused (%j)', (text) => {
    const review = newReview()
    expect(() => review.describe(text, '')).toThrow(
      expect.objectContaining({ name: 'ReviewFileError', id: 'invalid-value' }),
    )
    expect(() => review.createCampaign(sampleCampaign(samplePlan, text))).toThrow(
      expect.objectContaining({ id: 'invalid-value' }),
    )
    expect(review.summary()).toMatchObject({ title: 'drive', campaigns: [] })
  })

  it.each(unstorable)('of an engine survives exactly where it is evidence (%j)', (text) => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    const runId = review.runs(campaignId)[1]?.id ?? 0
    review.setHostRecord(campaignId, { name: 'h', raw: { uname: text } }, undefined)
    review.finishRuns([
      [
        runId,
        {
          ...sampleResult(),
          state: 'failed',
          failure: { id: 'x', text },
          warnings: [{ class: 'qualifies', id: 'w', text }],
        },
      ],
    ])
    expect(review.run(runId)).toMatchObject({ failure: { text }, warnings: [{ text }] })
    expect(review.campaign(campaignId)?.hostRecord.raw.uname).toBe(text)
    expect(review.check()).toEqual([])
  })
})

describe('numbers', () => {
  const finish = (value: number) => {
    const review = newReview()
    const runId = review.runs(review.createCampaign(sampleCampaign()))[1]?.id ?? 0
    review.finishRuns([
      [
        runId,
        {
          ...sampleResult(),
          observations: [{ ...ofEngine, test: 't', direction: 'total', metric: 'm', value, unit: 'count' }],
        },
      ],
    ])
    expect(review.check()).toEqual([])
    return [...review.rows({})][0]?.value
  }

  it.each([
    0,
    1,
    -1,
    0.1,
    1 / 3,
    2.3e-305,
    1e-300,
    1e-17,
    2.2e-16,
    -1e-17,
    -0.9999999999999999,
    1 + 2 ** -52,
    3e15 + 0.5,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    2 ** 63,
    2 ** 64 + 4096,
    1e21,
    123456789.12345679,
  ])('survive exactly (%d)', (value) => expect(finish(value)).toBe(value))

  it('have no negative zero', () => expect(finish(-0)).toBe(0))

  it.each([Number.NaN, Infinity, -Infinity, 5e-324])(
    'that are not finite, or too small, are refused (%d)',
    (value) => {
      expect(() => finish(value)).toThrow(expect.objectContaining({ id: 'invalid-value' }))
    },
  )

  it('in histograms must be finite, ascending and paired', () => {
    const review = newReview()
    const runId = review.runs(review.createCampaign(sampleCampaign()))[1]?.id ?? 0
    const store = (binsNs: number[], counts: number[]) =>
      review.finishRuns([
        [
          runId,
          {
            ...sampleResult(),
            observations: [
              {
                ...ofEngine,
                kind: 'histogram',
                test: 't',
                direction: 'read',
                metric: 'total',
                unit: 'ns',
                binsNs,
                counts,
              },
            ],
          },
        ],
      ])
    for (const [bins, counts] of [
      [[1, 2], [1]],
      [
        [2, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      [[1], [-1]],
      [[Number.NaN], [1]],
      [[1], [Infinity]],
    ] as [number[], number[]][]) {
      expect(() => store(bins, counts)).toThrow(expect.objectContaining({ id: 'invalid-value' }))
    }
    expect(store([], [])).toBe(1)
    expect(review.histograms([runId]).get(runId)?.[0]).toMatchObject({ binsNs: [], counts: [] })
  })
})
