import { DatabaseSync } from '@photostructure/sqlite'
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../../../src/bench/store/file/format'
import { openReview } from '../../../../../src/bench/store/open-review'
import type { Series } from '../../../../../src/core/results/observation'
import {
  closing,
  newReview,
  sampleCampaign,
  sampleResult,
  sampleSeries,
  sampleStart,
} from '../../sample-review'

function reviewWithRun() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  const runId = review.runs(campaignId)[1]?.id ?? 0
  review.startRun(runId, sampleStart)
  return { review, runId }
}

const series: Series = sampleSeries(1000)
/** A histogram over time: two bins in the first second, one in the second. */
const overTime: Series = {
  ...{ kind: 'series', source: 'engine', test: 'random-mix', direction: 'read' },
  ...{ metric: 'completion', unit: 'count', startedAtMs: 1_700_000_000_000, intervalSeconds: 1 },
  seconds: Float64Array.of(1, 1, 2),
  values: Float64Array.of(900, 3, 850),
  binsNs: Float64Array.of(1000, 64_000, 1000),
}

describe('the series of a run', () => {
  it('read back unchanged, all of them or the chosen ones', () => {
    const { review, runId } = reviewWithRun()
    expect(review.series(runId)).toEqual([])
    const cpu: Series = { ...series, source: 'cpu', metric: 'cpu_user', unit: '%' }
    review.finishRuns([[runId, { ...sampleResult(), observations: [series, overTime, cpu] }]])
    expect(review.series(runId)).toEqual([series, overTime, cpu])
    expect(review.series(runId, { sources: ['disk', 'cpu'] })).toEqual([series, cpu])
    expect(review.series(runId, { metrics: ['completion'] })).toEqual([overTime])
    expect(review.check()).toEqual([])
  })

  it('tell a figure what was recorded of what its plan requests', () => {
    const review = newReview()
    const sample = sampleCampaign()
    const plan = { ...sample.plan, series: 1, observe: ['disk', 'temperature'] } as const
    const campaignId = review.createCampaign({ ...sample, plan })
    expect(review.campaignOrigin(campaignId)?.recorded).toBeUndefined()
    const runId = review.runs(campaignId)[1]?.id ?? 0
    review.startRun(runId, sampleStart)
    review.finishRuns([[runId, { ...sampleResult(), observations: [overTime, series] }]])
    expect(review.campaignOrigin(campaignId)?.recorded).toEqual(['engine', 'disk'])
    expect(review.campaignOrigin(review.createCampaign(sample))?.recorded).toBeUndefined()
  })

  it('read back the same, and are refused if they were changed', () => {
    for (const [change, finding] of [
      ['value = seconds', 'does not match its SHA-256'],
      ["value = x'00'", 'cannot be decompressed'],
      ['points = points + 1', 'is not as long as recorded'],
    ] as const) {
      // A file for each change: with two faults in it, either may be found first.
      const { review, runId } = reviewWithRun()
      review.finishRuns([[runId, { ...sampleResult(), observations: [series, overTime] }]])
      expect(review.series(runId)).toEqual([series, overTime])
      const raw = new DatabaseSync(review.path)
      raw.exec(`UPDATE series SET ${change}`)
      raw.close()
      const changed = closing(openReview(review.path, { mode: 'read' }))
      expect(() => changed.series(runId)).toThrow(finding)
    }
  })

  it('share the times of what was sampled together', () => {
    const { review, runId } = reviewWithRun()
    const seconds = Float64Array.from({ length: 20_000 }, (_, at) => at / 10)
    const long: Series = { ...sampleSeries(1), seconds, values: seconds.map((at) => at * at) }
    const reads: Series = { ...long, direction: 'read', values: long.values.map((value) => value / 2) }
    const later: Series = { ...long, metric: 'iops', unit: 'IOPS', seconds: long.seconds.map((at) => at + 1) }
    review.finishRuns([[runId, { ...sampleResult(), observations: [long, reads, later] }]])
    const found = review.series(runId)
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining([long, reads, later]))
    const together = found.filter(({ metric }) => metric === long.metric)
    expect(new Set(together.map(({ seconds }) => seconds.buffer)).size).toBe(1)
    expect(new Set(found.map(({ seconds }) => seconds.buffer)).size).toBe(2)
  })

  it('stay with their attempt if the run is repeated', () => {
    const { review, runId } = reviewWithRun()
    review.finishRuns([[runId, { ...sampleResult(), state: 'failed', observations: [series] }]])
    review.setRunState(runId, 'waiting')
    expect(review.series(runId)).toEqual([])
    review.startRun(runId, sampleStart)
    review.finishRuns([[runId, { ...sampleResult(), observations: [sampleSeries(5)] }]])
    expect(review.series(runId)).toEqual([sampleSeries(5)])
    const raw = new DatabaseSync(review.path, { readOnly: true })
    expect(raw.prepare('SELECT attempt, device, points FROM series_list ORDER BY attempt').all()).toEqual([
      { attempt: 1, device: 'nvme0n1', points: 4 },
      { attempt: 2, device: 'nvme0n1', points: 4 },
    ])
    raw.close()
    expect(review.check()).toEqual([])
  })

  it.each([
    ['a value', 'UPDATE series SET value = seconds', 'does not match its SHA-256'],
    ['the start', 'UPDATE series SET started_ms = started_ms + 1', 'does not match its checksum'],
    ['the drive', "UPDATE quantity SET device = 'sda' WHERE device <> ''", 'does not match its checksum'],
    ['a whole series', 'DELETE FROM series', 'does not match its checksum'],
    ['an impossible length', 'UPDATE series SET points = 9000000', 'at most 8388608 are stored'],
  ])('are under the seal of the run: %s that was changed is found', (_, sql, finding) => {
    const { review, runId } = reviewWithRun()
    review.finishRuns([[runId, sampleResult()]])
    review.close()
    const raw = new DatabaseSync(review.path)
    raw.exec(sql)
    raw.close()
    expect(closing(openReview(review.path, { mode: 'read' })).check()).toContainEqual(
      expect.stringContaining(finding),
    )
  })

  it.each([
    ['one value per time', { values: Float64Array.of(1) }],
    ['finite', { values: Float64Array.of(1, 2, NaN, 4) }],
    ['do not descend', { seconds: Float64Array.of(1, 2, 1, 3) }],
    ['no interval', { intervalSeconds: 0 }],
    [
      'at most 8388608',
      {
        seconds: new Float64Array(limits.valueBytes / 8 + 1),
        values: new Float64Array(limits.valueBytes / 8 + 1),
      },
    ],
    ['between 1970 and 9999', { startedAtMs: -1 }],
    ['NUL', { device: 'nvme\0' }],
  ])('that cannot be stored are left out with a warning, and the run is kept (%s)', (reason, part) => {
    const { review, runId } = reviewWithRun()
    const sound = sampleResult()
    const observations = [{ ...series, ...part, metric: 'unsound' }, ...sound.observations]
    expect(review.finishRuns([[runId, { ...sound, observations }]])).toBe(1)
    expect(review.run(runId)).toMatchObject({
      state: 'done',
      warnings: [
        ...sound.warnings,
        { class: 'note', id: 'series-left-out', text: expect.stringContaining(reason) as unknown },
      ],
    })
    expect(review.series(runId)).toEqual(sound.observations.filter(({ kind }) => kind === 'series'))
    expect(review.series(runId).length).toBeGreaterThan(0)
    expect(review.check()).toEqual([])
  })

  it('take less than 10 MB for a day of six quantities at 1 s', () => {
    const { review, runId } = reviewWithRun()
    const before = statSync(review.path).size
    const points = 86_400
    let state = 20_261_122
    const noise = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
    const times = Float64Array.from({ length: points }, (_, at) => at + 1 + 0.000_5 * noise())
    // Base and noise of IOPS, B/s, latency, utilisation, temperature and interrupts of a busy drive.
    const day = [
      ['iops', 250_000, 20_000],
      ['bandwidth', 1.02e9, 8e7],
      ['latency_mean', 127_000, 9000],
      ['utilisation', 97, 5],
      ['temperature', 55, 3],
      ['cpu_system', 30, 10],
    ] as const
    const observations = day.map(([metric, base, spread]): Series => {
      const values = Float64Array.from({ length: points }, () => base + spread * noise())
      return { ...series, metric, unit: 'count', seconds: times, values }
    })
    review.finishRuns([[runId, { ...sampleResult(), observations }]])
    const added = statSync(review.path).size - before
    console.info(`24 h at 1 s, 6 quantities: ${(added / 1e6).toFixed(1)} MB`)
    expect(added).toBeLessThan(10e6)
    expect(review.series(runId)).toEqual(observations)
  })

  it('are read in Python as docs/results-file.md says', () => {
    const { review, runId } = reviewWithRun()
    review.finishRuns([[runId, sampleResult()]])
    const script = `
import array, json, sqlite3, sys, zlib
db = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)
row = db.execute('SELECT seconds, value FROM series WHERE run_id = ?', (int(sys.argv[2]),)).fetchone()
print(json.dumps([list(array.array('d', zlib.decompress(column))) for column in row]))`
    const printed = execFileSync('python3', ['-c', script, review.path, String(runId)], { encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual([[...series.seconds], [...series.values]])
  })
})
