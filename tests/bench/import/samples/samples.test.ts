import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSample, sampleDescription } from '../../../../src/bench/import/samples/build-sample'
import { publishedSamples } from '../../../../src/bench/import/samples/published-samples'
import { openReview } from '../../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../../src/bench/store/review-store'
import { figureOfReview } from '../../../../src/bench/figures/figure-of-review'
import { printedTable } from '../../../../src/core/document/printed-table'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { sigmaVerdict } from '../../../../src/core/statistics/comparison/sigma-rule'
import { closing, temporaryFolder } from '../../store/sample-review'

const folder = 'resources/samples'
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.benchwright'))
  .map((file) => file.replace('.benchwright', ''))

function open(path: string): ReviewReader {
  return closing(openReview(path, { mode: 'read' }))
}

function contentOf(review: ReviewReader) {
  const { title, notes, campaigns, figures, devices, scorecards } = review.summary()
  return {
    title,
    notes,
    ...{ figures, devices, scorecards },
    campaigns: campaigns.map(({ id }) => review.campaign(id)),
    published: review.published(),
  }
}

describe.each(ids)('the sample %s', (id) => {
  it('opens, is sound, small, and described for the start screen', () => {
    const path = join(folder, `${id}.benchwright`)
    const before = readFileSync(path)
    const review = open(path)
    expect(review.check()).toEqual([])
    expect(review.summary().readOnlyReason).toBeUndefined()
    expect(readFileSync(path)).toEqual(before)
    expect(statSync(path).size).toBeLessThan(3_000_000)
    const described = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as Record<string, string>
    expect(Object.keys(described)).toEqual(['title', 'description'])
    expect(described.title).toBe(review.summary().title)
    expect(described.description?.length).toBeGreaterThan(40)
    expect(review.summary().notes).not.toBe('')
  })
})

describe.each(publishedSamples)('the sample of printed tables $id', (sample) => {
  it('is what the script generates from the tables today', () => {
    const path = join(temporaryFolder(), `${sample.id}.benchwright`)
    buildSample(sample, 'resources/published', path)
    const shipped = open(join(folder, `${sample.id}.benchwright`))
    expect(contentOf(open(path))).toEqual(contentOf(shipped))
    expect(readFileSync(join(folder, `${sample.id}.json`), 'utf8')).toBe(sampleDescription(sample))
  })

  it('names where each number was printed, and has no runs', () => {
    const review = open(join(folder, `${sample.id}.benchwright`))
    expect([...review.rows({})]).toEqual([])
    for (const campaign of review.campaigns()) {
      expect(campaign).toMatchObject({ source: 'published', state: 'done', runsByState: {} })
      expect(campaign.publishedResults).toBeGreaterThan(0)
      const detail = review.campaign(campaign.id)
      expect(detail?.publication?.source).toMatch(
        /Linux Magazine|Enterprise Storage Forum|MySQL Performance Blog/,
      )
      expect(detail?.importedFiles).toHaveLength(1)
    }
  })
})

describe('what a sample opens with', () => {
  it.each(publishedSamples.flatMap(({ id, tables }) => (tables.length > 0 ? [id] : [])))(
    '%s: a comparison that has cases',
    (id) => {
      const review = open(join(folder, `${id}.benchwright`))
      const { suggestion } = review.comparisonChoices()
      if (!suggestion) throw new Error('There is no suggestion.')
      const { baseline, candidate } = suggestion
      const compared = review.compare({ baseline, candidates: [candidate] })
      expect(compared.candidates[0]?.cells.length).toBeGreaterThan(0)
      expect(compared.candidates[0]?.compared.length).toBeGreaterThan(0)
      if (id === 'tpcc-servers')
        expect(compared.families.map(({ metric }) => metric)).toEqual(['new_order_rate'])
      const isComparison = id === 'sandforce-kernel'
      for (const campaign of review.campaigns())
        expect(campaign.onlyDifferences).toBe(isComparison ? true : undefined)
    },
  )
})

describe('the sample of the kernel comparison', () => {
  it('gives the counts of the article', () => {
    const verdicts = open(join(folder, 'sandforce-kernel.benchwright'))
      .published()
      .flatMap(({ value }) =>
        value.kind === 'difference' && value.deviationPercent !== undefined
          ? [sigmaVerdict(value.differencePercent, value.deviationPercent)]
          : [],
      )
    expect(verdicts).toHaveLength(414)
    expect(verdicts.filter((verdict) => verdict === 'meaningful')).toHaveLength(235)
    expect(verdicts.filter((verdict) => verdict === 'touches_zero')).toHaveLength(3)
  })
})

describe('samples of printed tables', () => {
  const campaignsOf = (id: string) => open(join(folder, `${id}.benchwright`)).campaigns()
  const publishedOf = (id: string) => open(join(folder, `${id}.benchwright`)).published()

  it('have the age of their print, if it is known', () => {
    const days = (id: string) =>
      campaignsOf(id).map(({ createdAtMs, finishedAtMs }) =>
        finishedAtMs === undefined ? undefined : new Date(createdAtMs).toISOString().slice(0, 7),
      )
    expect(days('flash-cards-used-capacity')).toEqual(['2010-12', '2010-12'])
    expect(days('flashmax-generations')).toEqual(['2013-03', '2013-03'])
    expect(days('sandforce-kernel')).toEqual(['2011-01'])
    expect(days('sandforce-iops')).toEqual(['2011-01'])
    expect(days('sandforce-throughput')).toEqual([undefined])
  })

  it('say which numbers are approximate or suspect, from how many runs, and in which units', () => {
    const throughput = publishedOf('sandforce-throughput')
    expect(throughput.every(({ note }) => note === 'about')).toBe(true)
    expect(throughput[0]?.value).toMatchObject({ kind: 'summary', mean: 260 * 1024 ** 2, n: 10 })
    const suspect = publishedOf('sandforce-iops').filter(({ note }) => note !== undefined)
    expect(suspect.map(({ test, levels }) => [test, levels.dedupe_percent])).toEqual([['read', 98]])
    const misprints = publishedOf('sandforce-kernel').filter(({ note }) => note !== undefined)
    expect(misprints.map(({ test }) => test).sort()).toEqual(['fwrite', 'random-read', 'refwrite', 'reread'])
  })

  it.each(['flash-cards-used-capacity', 'tachion-fill-level', 'flashmax-generations'])(
    '%s has no block size, because its post names none',
    (id) => {
      expect(publishedOf(id).some(({ levels }) => 'block_size' in levels)).toBe(false)
    },
  )
})

describe('a page of printed numbers', () => {
  const cells = (id: string, asked: Partial<FigureSettings>) => {
    const settings = { campaignIds: [], metric: 'bandwidth', ...asked } as FigureSettings
    const figure = figureOfReview(open(join(folder, `${id}.benchwright`)), settings)
    const { columns, rows } = printedTable(figure.printed ?? figureTable(figure))
    return { headings: columns.map(({ heading }) => heading), rows: [...rows] }
  }
  const between = (key: string, baseline: string, candidate: string) => ({
    baseline: [{ key, value: baseline }],
    candidates: [[{ key, value: candidate }]],
  })

  it('has their digits and units', () => {
    const iops = cells('sandforce-iops', { kind: 'results-table' })
    expect(iops.rows[0]).toContain('49,739.90\u202fIOPS')
    expect(iops.rows[0]).toContain('2,349.23\u202fIOPS')
    const means = cells('sandforce-iops', { kind: 'compressibility-table', metric: 'iops' })
    expect(means.rows.slice(0, 2)).toEqual([
      ['Write', 'mean', '49,739.90', '23,921.50', '18,415.40'],
      ['', '±', '2,349.23', '1,066.50', '759.23'],
    ])
    const fill = cells('tachion-fill-level', { kind: 'fill-level' })
    expect(fill.rows.map(([, value]) => value)).toEqual(['959.17', '849.58', '685.18', '417.33'])
    const cards = cells('flashmax-generations', { kind: 'results-table' })
    expect(cards.rows.map((row) => row[3])).toEqual([
      ...['550', '1,450', '1,345'].map((text) => `${text}\u202fMiB/s`),
      '1.49\u202fms',
      ...['780', '2,580', '1,883'].map((text) => `${text}\u202fMiB/s`),
      '1.105\u202fms',
      '2,090\u202fMiB/s',
    ])
  })

  it('heads each metric with its own unit where they are compared', () => {
    const comparison = between('device', 'FlashMAX 1400M', 'FlashMAX II')
    const one = cells('flashmax-generations', { kind: 'comparison-table', comparison })
    expect(one.headings).toContain('FlashMAX II (MiB/s)')
    expect(one.rows[0]).toEqual(expect.arrayContaining(['550', '780', '+41.82\u202f%']))
    const both = cells('flashmax-generations', {
      ...{ kind: 'comparison-table', comparison: { ...comparison, metric: 'all' } },
    })
    expect(both.headings).toContain('FlashMAX II')
    expect(both.rows.map((row) => row.find((cell) => /MiB|ms/.test(cell)))).toEqual([
      ...['550', '1,450', '1,345'].map((text) => `${text}\u202fMiB/s`),
      '1.49\u202fms',
    ])
  })

  it('prints the deviation of the sigma rule itself', () => {
    const kernels = between('configuration', 'kernel 2.6.32', 'kernel 2.6.38.2')
    const { headings, rows } = cells('sandforce-kernel', {
      ...{ kind: 'comparison-table', metric: 'iops' },
      comparison: { ...kernels, mode: 'sigma', metric: 'iops' },
    })
    const at = headings.indexOf('Difference')
    expect(headings[at + 1]).toBe('± deviation')
    expect(rows.slice(0, 2).map((row) => row.slice(at, at + 2))).toEqual([
      ['+21.02\u202f%', '± 4.5\u202f%'],
      ['−3.11\u202f%', '± 3.44\u202f%'],
    ])
  })
})
