import { DatabaseSync } from '@photostructure/sqlite'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DamagedContentError } from '../../../src/bench/store/file/review-file-error'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { RunResult } from '../../../src/bench/store/tables/runs/run-changes'
import type { Reservation } from '../../../src/core/results/reservation'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from './sample-review'

function filled(result: RunResult = sampleResult()): {
  review: ReviewWriter
  runId: number
  change: (sql: string, ...values: (string | number | Uint8Array)[]) => void
} {
  const review = newReview()
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign())
  const runs = review.runs(campaignId)
  const runId = runs[1]?.id ?? 0
  review.startRun(runId, sampleStart)
  review.finishRuns([[runId, result]])
  const retried = runs[2]?.id ?? 0
  review.finishRuns([[retried, { ...sampleResult(), state: 'failed' }]])
  review.setRunState(retried, 'waiting')
  review.saveFigure({ name: 'F', settings: { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' } })
  expect(review.check()).toEqual([])
  const change = (sql: string, ...values: (string | number | Uint8Array)[]) => {
    const raw = new DatabaseSync(review.path, { enableForeignKeyConstraints: false })
    raw.exec('PRAGMA ignore_check_constraints = ON')
    const { changes } = raw.prepare(sql).run(...values)
    raw.close()
    expect(changes).toBeGreaterThan(0)
  }
  return { review, runId, change }
}

const changes: [what: string, sql: string, finding: RegExp][] = [
  [
    'a measurement by one part in 10^15',
    'UPDATE scalar SET value = value * 1.000000000000001 WHERE quantity_id = 5',
    /^Run 2 of campaign 1 \("Read\/write mix", kernel 6.18\) does not match its checksum/,
  ],
  ['a measurement that is gone', 'DELETE FROM scalar WHERE quantity_id = 5', /^Run 2 .*checksum/],
  ['a measurement of another run', 'UPDATE scalar SET run_id = 3 WHERE quantity_id = 5', /^Run 2 .*checksum/],
  [
    'a measurement of no run',
    'UPDATE scalar SET run_id = 99 WHERE quantity_id = 5',
    /^1 numbers of campaign 1 .*belong to no run/,
  ],
  ['the name of a metric', "UPDATE quantity SET metric = 'iops2' WHERE id = 5", /^Run 2 .*checksum/],
  ['a unit', "UPDATE quantity SET unit = 's' WHERE id = 5", /^Run 2 .*checksum/],
  ['a unit that does not exist', "UPDATE quantity SET unit = 'kB' WHERE id = 5", /^Run 2 .*"unit"/],
  ['a state', "UPDATE run SET state = 'failed' WHERE id = 2", /^Run 2 .*checksum/],
  ['a state that does not exist', "UPDATE run SET state = 'donf' WHERE id = 2", /^Run 2 .*checksum/],
  [
    'a waiting run that claims to be done',
    "UPDATE run SET state = 'done' WHERE id = 5",
    /^Run 5 .*no checksum/,
  ],
  [
    'the start of a run that waits',
    'UPDATE run SET started_ms = 9007199254740991 WHERE id = 5',
    /^Run 5 .*waits and yet has a value of started_ms/,
  ],
  ['a done run that claims to wait', "UPDATE run SET state = 'waiting' WHERE id = 2", /^Run 2 .*checksum/],
  ['a repetition', 'UPDATE run SET repetition = 3 WHERE id = 5', /cases or the order of runs of campaign 1/],
  ['a seed', 'UPDATE run SET seed = 3 WHERE id = 5', /cases or the order of runs of campaign 1/],
  [
    'a level',
    `UPDATE campaign_case SET levels = '{"block_size":4096,"read_percent":99}' WHERE case_index = 0`,
    /cases or the order of runs of campaign 1/,
  ],
  [
    'a level that is no JSON',
    `UPDATE campaign_case SET levels = '{' WHERE case_index = 0`,
    /case "block_size=4096,read_percent=100" of campaign 1/,
  ],
  ['a warning', "UPDATE run SET warnings = '[]' WHERE id = 2", /^Run 2 .*checksum/],
  ['a command', "UPDATE run_command SET command = replace(command, 'randrw', 'randwr')", /^Run 2 .*checksum/],
  ['a raw output', 'UPDATE raw_output SET bytes = 5', /^Run 2 .*the output "out.json"/],
  ['a SHA-256', "UPDATE raw_output SET sha256 = 'ab'", /^Run 2 .*the output "out.json" does not match/],
  ['a histogram', "UPDATE histogram SET sha256 = x'00'", /^Run 2 .*histogram.*does not match its SHA-256/],
  ['the number of bins', 'UPDATE histogram SET bins = 2', /^Run 2 .*histogram/],
  ['an exit code', 'UPDATE run SET exit_code = 1 WHERE id = 2', /^Run 2 .*checksum/],
  [
    'a plan',
    "UPDATE plan SET plan = replace(plan, '65536', '65537')",
    /^The plan "Read\/write mix" does not match its checksum/,
  ],
  [
    'a plan that is no plan',
    "UPDATE plan SET plan = '[]'",
    /^The plan "Read\/write mix": Column "plan" \(rowid 1\) holds JSON of another shape/,
  ],
  [
    "a campaign's plan",
    "UPDATE campaign SET plan = replace(plan, '65536', '65537')",
    /^Campaign 1 .*checksum/,
  ],
  ['a device', "UPDATE campaign SET device = 'other'", /^Campaign 1 .*checksum/],
  ['a figure', "UPDATE figure SET name = 'G'", /^The figure "G" does not match/],
  ['the title', "UPDATE review SET title = 'x'", /^The record of title and notes does not match/],
  ['a missing title', 'DELETE FROM review', /^The title and notes are missing/],
  ['an earlier attempt', "UPDATE earlier_attempt SET record = '{}'", /^Attempt 1 of run 3 does not match/],
  [
    'a case that is gone',
    'DELETE FROM campaign_case WHERE case_index = 0',
    /A row of "run" belongs to a row of "campaign_case" that is gone/,
  ],
]

describe('the check', () => {
  it.each(changes)('finds %s that was changed', (_what, sql, finding) => {
    const { review, change } = filled()
    change(sql)
    const findings = review.check()
    expect(findings).toContainEqual(expect.stringMatching(finding))
    for (const sentence of findings) expect(sentence).toMatch(/\.$/)
  })

  it('continues after damage and names every run with damage', () => {
    const { review, change } = filled()
    change(`UPDATE campaign SET target = '{"kind":"moon"}'`)
    change('UPDATE scalar SET value = 1 WHERE quantity_id = (SELECT min(quantity_id) FROM scalar)')
    change("UPDATE figure SET settings = '{}'")
    const text = review.check().join('\n')
    expect(text).toMatch(/Run 2 of campaign 1.*checksum/)
    expect(text).toMatch(/^Campaign 1.*"target"/m)
    expect(text).toMatch(/The figure "F"/)
  })

  it('does not decompress a bomb', () => {
    const { review, runId, change } = filled()
    change('UPDATE raw_output SET content = ? WHERE run_id = ?', deflateSync(Buffer.alloc(50_000_000)), runId)
    expect(review.check()).toContainEqual(expect.stringMatching(/output "out.json" cannot be decompressed/))
    change('UPDATE raw_output SET bytes = 5000000000 WHERE run_id = ?', runId)
    expect(review.check()).toContainEqual(expect.stringMatching(/claims 5000000000 bytes; at most 64 MiB/))
  })
})

describe('checksums', () => {
  it('are part of the format and remain unchanged', () => {
    const result = sampleResult()
    // Without its series the run has the checksum from before series existed.
    const { review } = filled({
      ...result,
      // As it was before warnings had a class.
      warnings: result.warnings.map(({ id, text }) => ({ id, text }) as Reservation),
      observations: result.observations.filter(({ kind }) => kind !== 'series'),
    })
    const raw = new DatabaseSync(review.path, { readOnly: true })
    const run = raw.prepare('SELECT hex(checksum) AS checksum FROM run WHERE id = 2').get() as unknown
    const design = raw.prepare('SELECT hex(design_checksum) AS checksum FROM campaign').get() as unknown
    raw.close()
    expect([run, design]).toEqual([
      { checksum: '3A6C614F350058F262851795A8391B04' },
      { checksum: '0292C9821425AB964D61C5BEC1395F4A' },
    ])
  })
})

describe('a damaged part', () => {
  it('is refused with a typed error when requested, and the rest still reads', () => {
    const { review, runId, change } = filled()
    change("UPDATE raw_output SET content = x'00' WHERE run_id = ?", runId)
    change("UPDATE histogram SET content = x'00'")
    expect(() => review.rawOutput(runId, 'out.json')).toThrow(DamagedContentError)
    expect(() => review.histograms([runId])).toThrow(
      expect.objectContaining({ id: 'damaged-content', path: review.path }),
    )
    expect(review.run(runId)?.measurements).toHaveLength(9)
  })

  it.each(['9e999', '-9e999', "'text'"])('such as the number %s never reaches a figure', (value) => {
    const { review, change } = filled()
    // STRICT keeps text out of the column, so it stays infinite or untouched; either way no wrong number results.
    if (value.startsWith("'")) expect(() => change(`UPDATE scalar SET value = ${value}`)).toThrow(/REAL/)
    else {
      change(`UPDATE scalar SET value = ${value} WHERE quantity_id = (SELECT min(quantity_id) FROM scalar)`)
      expect(() => [...review.rows({})]).toThrow(DamagedContentError)
      expect(review.check().join()).toMatch(/Run 2/)
    }
  })
})

describe('a run that finishes before it starts', () => {
  it('is named, and is no damage', () => {
    expect(filled().review.backwardRuns()).toEqual([])
    const { review, runId } = filled({ ...sampleResult(), finishedAtMs: sampleStart.startedAtMs - 2000 })
    expect(review.backwardRuns()).toEqual([{ runId, campaignId: 1, byMs: 2000 }])
    expect(review.check()).toEqual([])
  })
})
