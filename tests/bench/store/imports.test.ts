import { DatabaseSync } from '@photostructure/sqlite'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../src/core/iterables'
import { openReview } from '../../../src/bench/store/open-review'
import { packed, sampleBytes, sampleImport, samplePublication, samplePublished } from './sample-import'
import { closing, newReview, sampleScalars, temporaryFolder } from './sample-review'

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe('an imported campaign', () => {
  it('has done runs with their numbers, times and the file they came from', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([sampleImport()]))
    expect(review.campaign(id)).toMatchObject({
      source: 'imported',
      state: 'done',
      name: 'sweep.json',
      configuration: 'old kernel',
      host: 'unknown',
      device: 'Drive Y',
      engineVersion: '3.16',
      createdAtMs: 1_600_000_000_000,
      finishedAtMs: 1_600_000_060_000,
      runsByState: { done: 2 },
      publishedResults: 0,
      log: [{ text: 'Imported 2 runs.' }],
      importedFiles: [{ name: 'sweep.json', path: '/home/me/old results/sweep.json', sizeBytes: 26 }],
    })
    const [first] = review.runs(id)
    const run = review.run(first?.id ?? 0)
    expect(run?.measurements).toMatchObject(
      sampleScalars(100).map(({ metric, value }) => ({ metric, value })),
    )
    expect(run).toMatchObject({ startedAtMs: 1_600_000_000_000, argv: [], warnings: [{ id: 'no-record' }] })
    expect(run?.rawOutputs).toEqual([{ name: 'sweep.json', sha256: sha256(sampleBytes), sizeBytes: 26 }])
    expect(review.rawOutput(run?.id ?? 0, 'sweep.json')).toEqual(Buffer.from(sampleBytes))
    expect([...review.rows({})]).toHaveLength(18)
    expect(review.check()).toEqual([])
  })

  it('keeps the numbers of every run if some runs lack them or have some too small for the driver', () => {
    const review = newReview()
    const sample = sampleImport()
    const [first] = sample.runs
    if (!first) throw new Error('no run')
    const [one, other] = sampleScalars(100)
    if (!one || !other) throw new Error('no numbers')
    const values = Array.from({ length: 150 }, (_, at) => (at % 50 === 7 ? 1e-300 : at + 0.5))
    const runs = values.map((value, at) => {
      const scalars =
        at % 70 === 3
          ? [{ ...other, value: -value }]
          : [
              { ...one, value },
              { ...other, value: -value },
            ]
      return { ...first, repetition: at + 1, observations: [packed(scalars)] }
    })
    const [id = 0] = finish(review.importCampaigns([{ ...sample, runs }]))
    const stored = review.runs(id).map((run) => review.run(run.id)?.measurements ?? [])
    expect(stored.map((all) => all.find(({ metric }) => metric === other.metric)?.value)).toEqual(
      values.map((value) => -value),
    )
    expect(stored.map((all) => all.find(({ metric }) => metric === one.metric)?.value)).toEqual(
      values.map((value, at) => (at % 70 === 3 ? undefined : value)),
    )
    expect(review.check()).toEqual([])
  })

  it('keeps the recorded command of a run', () => {
    const review = newReview()
    const sample = sampleImport()
    const command = { program: 'iozone', args: ['-a', '-f', 'x'], files: [] }
    const [id = 0] = finish(
      review.importCampaigns([{ ...sample, runs: sample.runs.map((run) => ({ ...run, command })) }]),
    )
    expect(review.run(review.runs(id)[0]?.id ?? 0)?.argv).toEqual(['iozone', '-a', '-f', 'x'])
    expect(review.check()).toEqual([])
  })

  it('is stored with all others of its import or not at all', () => {
    const review = newReview()
    const broken = { ...sampleImport(), configuration: 'a\0b' }
    expect(() => finish(review.importCampaigns([sampleImport(), samplePublication(), broken]))).toThrow(/NUL/)
    expect(review.campaigns()).toEqual([])
    expect(finish(review.campaignsByFile()).size).toBe(0)
    expect(review.check()).toEqual([])
  })

  it('shares a file with others, which is deleted with the last of them', () => {
    const review = newReview()
    const ids = finish(review.importCampaigns([sampleImport(), { ...sampleImport(), configuration: 'B' }]))
    const [one = 0, two = 0] = ids
    const hash = sha256(sampleBytes)
    expect(finish(review.campaignsByFile())).toEqual(new Map([[hash, one]]))
    review.deleteCampaign(one)
    expect(finish(review.campaignsByFile())).toEqual(new Map([[hash, two]]))
    expect(review.rawOutput(review.runs(two)[0]?.id ?? 0, 'sweep.json')).toBeDefined()
    expect(review.check()).toEqual([])
    review.bin.erase('campaign', one)
    expect(review.rawOutput(review.runs(two)[0]?.id ?? 0, 'sweep.json')).toBeDefined()
    review.bin.erase('campaign', two)
    const raw = new DatabaseSync(review.path, { readOnly: true })
    const left = ['imported_file', 'campaign_file', 'run_file'].map((table): unknown =>
      raw.prepare(`SELECT count(*) AS n FROM ${table}`).get(),
    )
    raw.close()
    expect(left).toEqual([{ n: 0 }, { n: 0 }, { n: 0 }])
  })

  it('survives a copy of the file', () => {
    const review = newReview()
    finish(review.importCampaigns([sampleImport(), samplePublication()]))
    const path = `${temporaryFolder()}/copy.benchwright`
    review.copyTo(path)
    const copy = closing(openReview(path, { mode: 'read' }))
    expect(copy.check()).toEqual([])
    expect(copy.published()).toEqual(review.published())
    expect(copy.rawOutput(1, 'sweep.json')).toEqual(review.rawOutput(1, 'sweep.json'))
  })
})

describe('published results', () => {
  it('come back as they were printed, with all that identifies them', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([samplePublication()]))
    const published = review.published()
    expect(published).toHaveLength(3)
    published.forEach((result, index) => {
      const { levels, ...rest } = samplePublished[index] ?? samplePublished[0]!
      expect(result).toMatchObject({
        ...rest,
        campaignId: id,
        campaign: 'Review of 2011',
        configuration: 'kernel 2.6.38.2',
        device: 'SSD',
        source: 'A magazine, 2011, table 14',
      })
      expect(result.levels).toEqual({ queue_depth: 64, ...levels })
    })
    expect(published[2]?.value).toEqual({ kind: 'summary', mean: 1_490_000 })
    expect(published[0]).not.toHaveProperty('note')
    expect(published[0]?.caseKey).toBe('block_size=4096,read_percent=100')
  })

  it('are not rows of runs, and the campaign reports how many there are and where they were', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([samplePublication()]))
    expect([...review.rows({})]).toEqual([])
    expect(review.campaign(id)).toMatchObject({
      source: 'published',
      state: 'done',
      runsByState: {},
      publishedResults: 3,
      publication: { source: 'A magazine, 2011, table 14', note: 'Two numbers disagree with the text.' },
    })
    expect(review.published([id])).toHaveLength(3)
    expect(review.published([id + 1])).toEqual([])
    expect(
      new TextDecoder().decode(review.importedFile(review.campaign(id)?.importedFiles[0]?.id ?? 0)),
    ).toBe('a,b\n1,2\n')
    expect(review.importedFile(99)).toBeUndefined()
    expect(review.check()).toEqual([])
  })

  it('are deleted with their campaign', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([samplePublication()]))
    review.deleteCampaign(id)
    expect(review.published()).toEqual([])
    expect(review.check()).toEqual([])
  })

  it.each([
    ['a negative deviation', { kind: 'summary', mean: 1, standardDeviation: -1 }],
    ['no runs', { kind: 'summary', mean: 1, n: 0 }],
    ['half a run', { kind: 'summary', mean: 1, n: 1.5 }],
    ['a mean that is no number', { kind: 'summary', mean: Number.NaN }],
    ['an endless difference', { kind: 'difference', differencePercent: Infinity, baseline: 'A' }],
  ] as const)('with %s are refused', (_what, value) => {
    const review = newReview()
    const sample = samplePublication()
    const published = [{ caseIndex: 0, result: { ...samplePublished[0]!, value } }]
    expect(() => finish(review.importCampaigns([{ ...sample, published }]))).toThrow(
      expect.objectContaining({ id: 'invalid-value' }),
    )
    expect(review.campaigns()).toEqual([])
  })

  it('have their own view for other programs', () => {
    const review = newReview()
    finish(review.importCampaigns([samplePublication()]))
    const raw = new DatabaseSync(review.path, { readOnly: true })
    const rows = raw.prepare('SELECT * FROM published ORDER BY metric').all() as Record<string, unknown>[]
    raw.close()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      metric: 'bandwidth',
      mean: null,
      standard_deviation: null,
      difference_percent: -10.03,
      deviation_percent: 4.44,
      baseline: 'kernel 2.6.32',
      n: 10,
      read_percent: 50,
      queue_depth: 64,
      note: 'suspect',
      source: 'A magazine, 2011, table 14',
    })
    expect(rows[1]).toMatchObject({
      metric: 'iops',
      mean: 49739.9,
      standard_deviation: 2349.23,
      baseline: null,
    })
  })
})

describe('calibrations', () => {
  const calibration = {
    levels: { compress_percent: 50, block_size: 65536 },
    sampledBytes: 16_777_216,
    compressedShare: 0.507,
    uniqueCompressedShare: 0.507,
    uniqueShare: 1,
    engineVersion: '3.33',
    measuredAtMs: 1_700_000_000_000,
  }

  it('are kept with their campaign and replaced by the next ones', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([sampleImport()]))
    review.saveCalibrations(id, [
      calibration,
      { ...calibration, uniqueShare: 0.25, engineVersion: undefined },
    ])
    expect(review.calibrations(id)).toEqual([
      calibration,
      { ...calibration, uniqueShare: 0.25, engineVersion: undefined },
    ])
    review.saveCalibrations(id, [calibration])
    expect(review.campaign(id)?.calibrations).toEqual([calibration])
    expect(review.check()).toEqual([])
    review.bin.erase('campaign', id)
    expect(review.calibrations(id)).toEqual([])
  })

  it('of impossible data are refused', () => {
    const review = newReview()
    const [id = 0] = finish(review.importCampaigns([sampleImport()]))
    expect(() => review.saveCalibrations(id, [{ ...calibration, uniqueShare: Number.NaN }])).toThrow(/finite/)
    expect(() => review.saveCalibrations(id, [{ ...calibration, uniqueShare: 1.5 }])).toThrow(/CHECK/)
  })
})

describe('the check of imports', () => {
  const changes: [what: string, sql: string, finding: RegExp][] = [
    [
      'a mean',
      'UPDATE published_result SET value = value + 1 WHERE id = 1',
      /^Published result 1 of campaign 2 .*checksum/,
    ],
    [
      'a deviation',
      'UPDATE published_result SET deviation = NULL WHERE id = 2',
      /^Published result 2 .*checksum/,
    ],
    ['a number of runs', 'UPDATE published_result SET n = 9 WHERE id = 1', /^Published result 1 .*checksum/],
    [
      'a baseline',
      "UPDATE published_result SET baseline = 'B' WHERE id = 2",
      /^Published result 2 .*checksum/,
    ],
    ['a kind', "UPDATE published_result SET kind = 'guess' WHERE id = 1", /^Published result 1 .*"kind"/],
    [
      'a metric',
      "UPDATE quantity SET metric = 'x' WHERE metric = 'latency_p95'",
      /^Published result 3 .*checksum/,
    ],
    ['a source', "UPDATE publication SET source = 'B'", /^The source of campaign 2 does not match/],
    [
      'a file',
      "UPDATE imported_file SET content = x'00' WHERE id = 1",
      /^The imported file "sweep.json": the content cannot be decompressed/,
    ],
    [
      "a file's name",
      "UPDATE imported_file SET name = 'b' WHERE id = 1",
      /^The imported file "b" does not match/,
    ],
    ['the file of a run', 'UPDATE run_file SET file_id = 2', /^Run 1 of campaign 1 .*checksum/],
    [
      'a calibration',
      'UPDATE calibration SET compressed_share = 0.1',
      /^A calibration of campaign 1 does not match/,
    ],
    [
      'a source of a campaign',
      "UPDATE campaign SET source = 'measured' WHERE id = 2",
      /^Campaign 2 .*checksum/,
    ],
  ]

  it.each(changes)('finds %s that was changed', (_what, sql, finding) => {
    const review = newReview()
    finish(review.importCampaigns([sampleImport(), samplePublication()]))
    review.saveCalibrations(1, [
      {
        levels: {},
        sampledBytes: 1,
        compressedShare: 1,
        uniqueCompressedShare: 1,
        uniqueShare: 1,
        engineVersion: undefined,
        measuredAtMs: 0,
      },
    ])
    expect(review.check()).toEqual([])
    const raw = new DatabaseSync(review.path, { enableForeignKeyConstraints: false })
    const { changes: changed } = raw.prepare(sql).run()
    raw.close()
    expect(changed).toBeGreaterThan(0)
    expect(review.check()).toContainEqual(expect.stringMatching(finding))
  })
})
