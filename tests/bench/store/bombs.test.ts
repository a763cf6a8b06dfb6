import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { closing, newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from './sample-review'
import { editFile } from './edit-file'
import { jpegOf, pngOf } from '../../core/figures/picture-headers'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
/** 320 MB, for every row that claims or unpacks to much: making it takes a second. */
const manyZeros = deflateSync(Buffer.alloc(320_000_000), { level: 9 })

/** A small file that claims something large in one row. */
function bomb(sql: string, ...values: readonly (string | number | Uint8Array)[]): ReviewReader {
  const review = newReview()
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id } of review.runs(campaignId).slice(0, 3)) {
    review.startRun(id, sampleStart)
    const histogram = {
      test: 't',
      direction: 'read',
      metric: 'total',
      unit: 'ns',
      binsNs: [1, 2],
      counts: [3, 4],
      kind: 'histogram',
      source: 'engine',
    } as const
    review.finishRuns([[id, { ...sampleResult(), observations: [histogram] }]])
  }
  const { id } = review.article.savePreset({ name: 'Logo', look: presetLook })
  const bytes = pngOf(10, 10)
  review.article.setPresetPicture(id, { name: 'logo.png', type: 'image/png', width: 10, height: 10, bytes })
  review.close()
  editFile(review.path, (database) => {
    expect(database.prepare(sql).run(...values).changes).toBeGreaterThan(0)
  })
  return closing(openReview(review.path, { mode: 'read' }))
}

const presetLook = {
  width: { value: 600, unit: 'px' },
  font: 'sans',
  theme: 'light',
  colors: 'okabe-ito',
  mark: { kind: 'logo', size: 2, opacityPercent: 100 },
} as const

/** Everything that commands and the window read. Returns what was refused, one sentence each. */
function readAll(review: ReviewReader): readonly string[] {
  const refused: string[] = []
  const attempt = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error))
    }
  }
  attempt(() => review.summary())
  attempt(() => [...review.rows({})].length)
  attempt(() => review.campaign(1))
  attempt(() => review.campaignOrigin(1))
  attempt(() => review.runs(1))
  attempt(() => review.runColumns(1, 0, 1000))
  for (const id of [1, 2, 3]) {
    attempt(() => review.run(id))
    attempt(() => review.rawOutput(id, 'out.json'))
    attempt(() => review.histograms([id]))
  }
  attempt(() => review.figureColumns([1], ['bandwidth', 'iops']))
  attempt(() => figureOfReview(review, { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' }))
  attempt(() => review.comparisonChoices())
  attempt(() => review.article.presets())
  attempt(() => review.article.presetPicture(1))
  attempt(() => review.log(1))
  return refused
}

const gigabyte = 1024 ** 3

describe.each<[string, RegExp, string, ...(readonly (string | number | Uint8Array)[])]>([
  [
    'a case number of 5·10⁹',
    /"case_index" \(campaign_id 1\) holds 5000000000/,
    'UPDATE campaign_case SET case_index = 5000000000 WHERE case_index = 1',
  ],
  [
    'a case number far beyond the others',
    /"case_index" \(campaign_id 1\) holds 50000000, far beyond the \d+ cases/,
    'UPDATE campaign_case SET case_index = 50000000 WHERE case_index = 1',
  ],
  [
    'a run of a case that no list has a place for',
    /"case_index".* holds 4294967297/,
    'UPDATE run SET case_index = 4294967297 WHERE id = 2',
  ],
  [
    'an output that unpacks to 2 GiB',
    /output "out.json".*64 MiB/,
    'UPDATE raw_output SET bytes = ?, content = ? WHERE run_id = 2',
    2 * gigabyte,
    manyZeros,
  ],
  [
    'an output that unpacks to more than it says',
    /output "out.json".*cannot be decompressed/,
    'UPDATE raw_output SET bytes = 100, content = ? WHERE run_id = 2',
    manyZeros,
  ],
  [
    'a histogram of 20 million bins',
    /claims 20000000 bins/,
    'UPDATE histogram SET bins = 20000000, content = ?, sha256 = ? WHERE run_id = 2',
    manyZeros,
    sha256(Buffer.alloc(1)),
  ],
  [
    'a name of 20 million characters',
    /Column "name" \(id 1\) holds 20000000 characters/,
    'UPDATE campaign SET name = ? WHERE id = 1',
    'x'.repeat(20_000_000),
  ],
  [
    'a name of 100 MB',
    /more than 64 MiB.*"name" of table "campaign" \(id 1\), 100000000 bytes/,
    'UPDATE campaign SET name = ? WHERE id = 1',
    'x'.repeat(100_000_000),
  ],
  [
    'levels as long as a book',
    /Column "levels".*holds 2000002 characters/,
    `UPDATE campaign_case SET levels = '"' || replace(hex(zeroblob(1000000)), '0', 'x') || '"' WHERE case_index = 1`,
  ],
  [
    'a time of 9·10¹⁵',
    /Column "created_ms" \(id 1\) holds 9000000000000000, which is not a time/,
    'UPDATE campaign SET created_ms = 9000000000000000 WHERE id = 1',
  ],
  [
    'the start of a run in the year 280,000',
    /Column "started_ms" \(id 2.*holds 9000000000000000/,
    'UPDATE run SET started_ms = 9000000000000000 WHERE id = 2',
  ],
  [
    'a picture of 30,000 by 30,000 dots',
    /picture of preset 1 has 30000 by 30000 dots/,
    'UPDATE article_preset SET picture = ? WHERE id = 1',
    pngOf(30_000, 30_000),
  ],
  [
    'a JPEG of 65,000 by 65,000 dots',
    /picture of preset 1 has 65000 by 65000 dots/,
    'UPDATE article_preset SET picture = ? WHERE id = 1',
    jpegOf(65_000, 65_000),
  ],
  [
    'an SVG of 100,000 by 100,000 dots',
    /picture of preset 1 is neither a PNG nor a JPEG/,
    'UPDATE article_preset SET picture = ? WHERE id = 1',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
  ],
])('a file with %s', (_name, words, sql, ...values) => {
  it('is read as far as possible, and the error names the row', () => {
    const review = bomb(sql, ...values)
    const refused = readAll(review)
    expect(refused.filter((text) => words.test(text)).length, refused.join('\n')).toBeGreaterThan(0)
    for (const text of refused) expect(text).toContain(review.path)
    // A time is one of the numbers under the row's checksum.
    expect(review.check().join('\n')).toMatch(
      words.source.includes('_ms') ? 'does not match its checksum' : words,
    )
  })
})

it('nothing is stored that could not be read back', () => {
  const review = newReview()
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign())
  const id = review.runs(campaignId)[1]?.id ?? 0
  const large = { name: 'out.json', bytes: Buffer.alloc(65 * 1024 ** 2) }
  expect(() => review.finishRuns([[id, { ...sampleResult(), rawOutputs: [large] }]])).toThrow(
    /at most 64 MiB/,
  )
  expect(() => review.finishRuns([[id, { ...sampleResult(), finishedAtMs: 9e15 }]])).toThrow(
    'between 1970 and 9999',
  )
  const bins = Array.from({ length: 70_000 }, (_, at) => at)
  const histogram = {
    ...({ kind: 'histogram', source: 'engine', test: 't', direction: 'read' } as const),
    ...({ metric: 'total', unit: 'ns' } as const),
    ...{ binsNs: bins, counts: bins },
  } as const
  expect(() => review.finishRuns([[id, { ...sampleResult(), observations: [histogram] }]])).toThrow(
    '70000 bins',
  )
  expect(() => review.renameCampaign(campaignId, 'x'.repeat(200_000))).toThrow('200000 characters')
  expect(review.run(id)?.state).toBe('waiting')
  expect(review.check()).toEqual([])
})
