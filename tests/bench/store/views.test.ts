import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { newReview, sampleCampaign, sampleResult, sampleStart } from './sample-review'

type Row = Record<string, unknown>

function query(path: string, sql: string): Row[] {
  const raw = new DatabaseSync(path, { readOnly: true })
  try {
    return raw.prepare(sql).all() as Row[]
  } finally {
    raw.close()
  }
}

describe('the views for other programs', () => {
  const review = () => {
    const made = newReview()
    const campaignId = made.createCampaign(sampleCampaign())
    made.setHostRecord(campaignId, { name: 'bench-2', device: { name: 'sda' }, raw: {} }, '3.32')
    for (const [index, { id }] of made.runs(campaignId).entries()) {
      made.startRun(id, sampleStart)
      if (index < 4)
        made.finishRuns([[id, { ...sampleResult(1000 + index), state: index === 3 ? 'stopped' : 'done' }]])
    }
    return made
  }

  it('show the same measurements as the app', () => {
    const made = review()
    const rows = query(made.path, 'SELECT * FROM results')
    const expected = [...made.rows({ states: ['done', 'stopped'] })]
    expect(rows).toHaveLength(27)
    expect(expected).toHaveLength(27)
    for (const row of expected) {
      const same = rows.find(
        (r) =>
          r.run_id === row.runId &&
          r.direction === row.direction &&
          r.metric === row.metric &&
          r.test === row.test,
      )
      expect(same).toMatchObject({
        campaign_id: row.campaignId,
        campaign: row.campaign,
        configuration: row.configuration,
        host: 'bench-2',
        device: 'sda',
        engine: 'fio',
        engine_version: '3.33',
        value: row.value,
        unit: row.unit,
        repetition: row.repetition,
        state: row.state,
        block_size: row.levels.block_size,
        read_percent: row.levels.read_percent,
        queue_depth: 64,
        jobs: null,
      })
      expect(JSON.parse(String(same?.levels))).toEqual(row.levels)
    }
  })

  it('answer a question in one statement', () => {
    const means = query(
      review().path,
      `SELECT read_percent, avg(value) AS iops, count(*) AS runs FROM results
       WHERE metric = 'iops' AND direction = 'total' AND state = 'done' GROUP BY read_percent`,
    )
    expect(means).toEqual([{ read_percent: 100, iops: 1001.5 + 2 / 3, runs: 2 }])
  })

  it('list every run, waiting ones included', () => {
    const made = review()
    const runs = query(
      made.path,
      'SELECT run_id, position, phase, state, failure, engine_version FROM run_list ORDER BY position',
    )
    expect(runs).toHaveLength(11)
    expect(runs[0]).toMatchObject({
      position: 0,
      phase: 'layout',
      state: 'done',
      failure: null,
      engine_version: '3.33',
    })
    expect(runs[10]).toMatchObject({
      position: 10,
      phase: 'measure',
      state: 'running',
      engine_version: '3.32',
    })
  })
})
