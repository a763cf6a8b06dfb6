import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { tidyTable } from '../../../src/core/figures/tables/tidy-table'
import type { Scalar } from '../../../src/core/results/observation'
import { openReview } from '../../../src/bench/store/open-review'
import { closing, newReview, sampleCampaign, sampleResult, sampleStart } from './sample-review'

const plain: Scalar = {
  kind: 'scalar',
  source: 'engine',
  test: 'write',
  direction: 'total',
  metric: 'bandwidth',
  value: 5,
  unit: 'B/s',
}
const swept = (file: number, record: number, value: number): Scalar => ({
  ...plain,
  value,
  // In another order than the stored one.
  levels: { file_size: file, block_size: record },
})
const measurements = [swept(65_536, 4096, 10), plain, swept(131_072, 4096, 20), swept(131_072, 8192, 0.5)]

function reviewWithSweep() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  const runId = review.runs(campaignId)[1]?.id ?? 0
  review.startRun(runId, sampleStart)
  review.finishRuns([[runId, { ...sampleResult(), observations: measurements }]])
  return { review, campaignId, runId }
}

function change(path: string, sql: string): void {
  const raw = new DatabaseSync(path)
  raw.exec(sql)
  raw.close()
}

describe('a run in which the engine varied parameters by itself', () => {
  it('reads back with the levels of each number on top of the case', () => {
    const { review, runId } = reviewWithSweep()
    const rows = [...review.rows({})]
    expect(rows.map(({ value, levels }) => [value, levels.file_size, levels.block_size])).toEqual([
      [5, 67_108_864, 4096],
      [20, 131_072, 4096],
      [10, 65_536, 4096],
      [0.5, 131_072, 8192],
    ])
    expect(rows.every(({ levels }) => levels.queue_depth === 64 && levels.read_percent === 100)).toBe(true)
    expect(review.run(runId)?.measurements).toEqual(rows)
    expect([...review.rows({ metrics: ['iops'] })]).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('has its own columns in the table', () => {
    const { columns, rows } = tidyTable([...reviewWithSweep().review.rows({})])
    const at = (key: string) => columns.findIndex((column) => column.key === key)
    expect(
      [...rows].map((row) => [row[at('value')], row[at('block_size')], row[at('file_size')]]),
    ).toContainEqual([0.5, 8192, 131_072])
  })

  it('is in the view for other programs', () => {
    const { review } = reviewWithSweep()
    const raw = new DatabaseSync(review.path, { readOnly: true })
    const rows = raw
      .prepare('SELECT value, file_size, block_size, queue_depth, levels FROM results ORDER BY value')
      .all() as Record<string, unknown>[]
    raw.close()
    expect(rows.map((row) => [row.value, row.file_size, row.block_size, row.queue_depth])).toEqual([
      [0.5, 131_072, 8192, 64],
      [5, 67_108_864, 4096, 64],
      [10, 65_536, 4096, 64],
      [20, 131_072, 4096, 64],
    ])
    expect(JSON.parse(String(rows[0]?.levels))).toMatchObject({ direct: true, block_size: 8192 })
  })

  it('accepts each number once', () => {
    const review = newReview()
    const runId = review.runs(review.createCampaign(sampleCampaign()))[1]?.id ?? 0
    review.startRun(runId, sampleStart)
    const twice = [...measurements, { ...plain, levels: { block_size: 4096, file_size: 65_536 } }]
    expect(() => review.finishRuns([[runId, { ...sampleResult(), observations: twice }]])).toThrow(
      /twice in one run at .*"block_size":4096/,
    )
  })

  it.each([
    [
      'a number',
      "UPDATE scalar SET value = value + 1 WHERE quantity_id IN (SELECT id FROM quantity WHERE levels LIKE '%8192%')",
    ],
    ['a level', `UPDATE quantity SET levels = '{"block_size":4097}' WHERE levels LIKE '%8192%'`],
  ])('is sealed: %s that was changed is found', (_, sql) => {
    const { review } = reviewWithSweep()
    review.close()
    change(review.path, sql)
    expect(closing(openReview(review.path, { mode: 'read' })).check()).toEqual([
      expect.stringContaining('does not match its checksum'),
    ])
  })

  it('leaves nothing behind when the campaign is deleted', () => {
    const { review, campaignId } = reviewWithSweep()
    review.bin.erase('campaign', campaignId)
    expect([...review.rows({})]).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('is stored with a failed attempt', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    const runId = review.runs(campaignId)[1]?.id ?? 0
    review.startRun(runId, sampleStart)
    review.finishRuns([[runId, { ...sampleResult(), state: 'failed', observations: measurements }]])
    expect([...review.rows({ states: ['failed'] })]).toHaveLength(4)
    review.setRunState(runId, 'waiting')
    expect([...review.rows({ states: ['waiting', 'failed'] })]).toEqual([])
    expect(review.check()).toEqual([])
  })
})
