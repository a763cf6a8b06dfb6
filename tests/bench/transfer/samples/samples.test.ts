import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSample, sampleDescription } from '../../../../src/bench/transfer/samples/build-sample'
import { publishedSamples } from '../../../../src/bench/transfer/samples/published-samples'
import { openReview } from '../../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../../src/bench/store/review-store'
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
    expect(throughput[0]?.value).toEqual({ kind: 'summary', mean: 260 * 1024 ** 2, n: 10 })
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
