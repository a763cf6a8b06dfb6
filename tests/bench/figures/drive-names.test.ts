import { expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { factsSource } from '../../../src/bench/articles/preview-document'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { factsMarkdown, factsTitles } from '../../../src/core/document/facts'
import type { FactsSubject } from '../../../src/core/document/stored-document'
import { summaryNames } from '../../../src/core/results/campaign/campaign-naming'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'

/** Two drives, of which one plan each measured; both have serial numbers. */
function twoDrives(): ReviewWriter {
  const review = newReview()
  for (const [at, model] of ['Recorded One', 'Recorded Two'].entries()) {
    const id = review.createCampaign(sampleCampaign({ ...samplePlan, id: `plan-${String(at)}` }, ''))
    const device = { name: `nvme${String(at)}n1`, model, serial: `SN${String(at)}` }
    review.setHostRecord(id, { name: 'lab', device, raw: {} }, undefined)
    const runs = review.runs(id).filter((run) => run.phase === 'measure')
    review.finishRuns(runs.map((run) => [run.id, sampleResult(1000 * (at + 1) + run.repetition)] as const))
  }
  return review
}

const comparison = {
  baseline: [{ key: 'device', value: 'Recorded One' }],
  candidates: [[{ key: 'device', value: 'Recorded Two' }]],
  factors: ['device', 'device_serial'],
  acceptance: 'They are two drives.',
}

/** Everything that is printed of the drives, by where. */
function printed(review: ReviewWriter): ReadonlyMap<string, string> {
  const sweep = figureOfReview(review, { kind: 'mix-sweep', campaignIds: [], metric: 'iops' })
  const compared = review.compare(comparison)
  const difference = figureOfReview(review, {
    ...{ kind: 'percent-difference', campaignIds: [], metric: 'iops', comparison },
  })
  const campaigns = review.campaigns().map(({ id }) => id)
  const facts = Object.keys(factsTitles).map((about): [string, string] => [
    about,
    factsMarkdown(
      about as FactsSubject,
      factsSource(review, { about: about as FactsSubject, campaignIds: campaigns }),
    ),
  ])
  const { keys } = review.comparisonChoices()
  return new Map([
    ['lists', [...summaryNames(review.campaigns()).values()].join()],
    ['lines', sweep.series.map(({ lineLabel }) => lineLabel).join()],
    ['legend', JSON.stringify(sweep.series.map(({ label }) => label))],
    [
      'sides',
      [compared.baseline.label, ...compared.candidates.map(({ candidate }) => candidate.label)].join(),
    ],
    ['choices', JSON.stringify(keys.find(({ key }) => key === 'device')?.values.map(({ label }) => label))],
    ['caption', difference.caption],
    ['title', `${difference.title} ${difference.subtitle}`],
    ...facts.filter(([about]) => ['drive', 'devices', 'method'].includes(about)),
  ])
}

it('a drive has the name on its card wherever it is named, and another one once that is renamed', () => {
  const review = twoDrives()
  const first = printed(review)
  for (const where of ['lists', 'lines', 'sides', 'choices', 'caption', 'drive', 'devices'])
    expect(first.get(where), where).toContain('Recorded One')
  const card = { standsFor: ['SN0'], color: '#123456' }
  const { id } = review.cards.saveDevice({ name: 'Blue', card })
  for (const name of ['Blue', 'Green']) {
    review.cards.saveDevice({ id, name, card })
    for (const [where, text] of printed(review)) {
      if (first.get(where)?.includes('Recorded One') === true) expect(text, where).toContain(name)
      // The model is a fact of the drive, next to its name, where its facts are told only.
      if (where !== 'drive' && where !== 'method') expect(text, where).not.toContain('Recorded One')
      expect(text, where).not.toContain(name === 'Blue' ? 'Green' : 'Blue')
    }
  }
})

it('a drive has the colour on its card in every figure, unless the figure has another one for its line', () => {
  const review = twoDrives()
  review.cards.saveDevice({ name: 'Blue', card: { standsFor: ['SN0'], color: '#123456' } })
  const settings = {
    ...{ kind: 'mix-sweep', campaignIds: [], metric: 'iops', seriesKey: 'campaign' },
    fixed: { block_size: 4096 },
  } as const
  const figure = figureOfReview(review, settings)
  const of = (name: string) => figure.series.filter(({ lineLabel }) => lineLabel === name)
  expect(new Set(of('Blue').map(({ color }) => color))).toEqual(new Set(['#123456']))
  expect(of('Recorded Two').every(({ color }) => color === undefined)).toBe(true)
  const line = of('Blue')[0]?.line ?? ''
  const own = figureOfReview(review, { ...settings, seriesStyles: { [line]: { color: 3 } } })
  expect(own.series.every(({ color }) => color === undefined)).toBe(true)
  const difference = figureOfReview(review, { ...settings, kind: 'comparison', comparison })
  expect(difference.series.some(({ color }) => color === '#123456')).toBe(true)
})
