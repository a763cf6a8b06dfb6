import { expect, it } from 'vitest'
import { fieldSource, type Field } from '../../../../src/core/document/field'
import type { ComparisonSettings } from '../../../../src/core/comparison/comparison-settings'
import { openReview } from '../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import { pngOf } from '../../../core/figures/picture-headers'
import { editFile } from '../edit-file'
import { fillWithEverything } from '../everything'
import {
  closing,
  endWithSkipped,
  newReview,
  sampleCampaign,
  sampleResult,
  sampleStart,
} from '../sample-review'

/** A campaign with one result, done. */
function measured(review: ReviewWriter, configuration: string): { campaign: number; run: number } {
  const campaign = review.createCampaign(sampleCampaign(undefined, configuration))
  const run = review.runs(campaign)[1]?.id ?? 0
  review.startRun(run, sampleStart)
  review.finishRuns([[run, sampleResult(configuration.length * 100)]])
  endWithSkipped(review, campaign)
  return { campaign, run }
}

const mixOf = (campaign: number): Field => ({
  ...{ kind: 'value', campaign, test: 'random-mix', direction: 'total', metric: 'iops' },
  ...{ levels: { block_size: 4096 }, statistic: 'mean' },
})

/** A review with figures, scorecard and document that name one another by id. */
function written(): ReviewWriter {
  const review = newReview()
  const [one, two] = [measured(review, 'old'), measured(review, 'newer')]
  // Ids of this file that do not exist in the other one.
  for (const name of ['Spare', 'Spare too'])
    review.deleteFigure(
      review.saveFigure({ name, settings: { kind: 'mix-sweep', campaignIds: [], metric: 'iops' } }).id,
    )
  const comparison: ComparisonSettings = {
    baseline: [{ key: 'campaign', value: String(one.campaign) }],
    candidates: [[{ key: 'campaign', value: String(two.campaign) }]],
    names: [{ side: [{ key: 'campaign', value: String(one.campaign) }], name: 'Old' }],
    excludedRuns: [{ runId: two.run, reason: 'the fan had stopped' }],
  }
  const figure = review.saveFigure({
    name: 'Against each other',
    settings: {
      kind: 'percent-difference',
      campaignIds: [one.campaign, two.campaign],
      metric: 'iops',
      comparison,
    },
  })
  const card = review.cards.saveScorecard({
    name: 'Ease',
    card: {
      candidates: ['A', 'B'],
      categories: [{ name: 'Speed', entries: [], measured: { comparison, baseline: 0, candidates: [1] } }],
    },
  })
  review.saveFigure({
    name: 'Score',
    settings: { kind: 'scorecard', campaignIds: [], metric: 'iops', scorecard: 'Ease' },
  })
  const picture = review.documents.addPicture({
    ...{ name: 'front', type: 'image/png' as const, width: 4, height: 2, content: pngOf(4, 2) },
  })
  review.cards.saveDevice({ name: 'Drive', card: { vendor: 'ACME', soldBytes: 400e9 } })
  review.cards.setDevicePhoto(review.cards.devices()[0]?.id ?? 0, {
    ...{ name: 'photo', type: 'image/png', width: 4, height: 2, bytes: pngOf(4, 2) },
  })
  const preset = review.article.savePreset({
    name: 'Magazine',
    look: { width: { value: 85, unit: 'mm' }, font: 'serif', theme: 'light', colors: 'greys' },
  })
  review.article.setPresetPicture(preset.id, {
    ...{ name: 'logo', type: 'image/png', width: 4, height: 2, bytes: pngOf(4, 2) },
  })
  const difference: Field = {
    ...{ kind: 'comparison', figure: figure.id, candidate: `campaign=${two.campaign}`, test: 'random-mix' },
    ...{ direction: 'total', metric: 'iops', levels: {}, statistic: 'verdict', was: 'better' },
  }
  review.documents.save(
    {
      ...{ name: 'Review', title: 'A drive', author: 'A. Author', template: 'drive-review' },
      blocks: [
        {
          id: 'text',
          type: 'text',
          markdown: `It has ${fieldSource(mixOf(two.campaign))}, ${fieldSource(difference)}.`,
        },
        { id: 'figure', type: 'figure', figureId: figure.id, withTable: true },
        { id: 'score', type: 'scorecard', scorecardId: card.id },
        { id: 'facts', type: 'facts', about: 'method', campaignIds: [two.campaign] },
        { id: 'photo', type: 'picture', pictureId: picture.id, alt: 'It', caption: '', widthPercent: 60 },
      ],
    },
    undefined,
  )
  review.describe('Old drives', 'Measured in May.')
  return review
}

it('merges everything besides campaigns, with the ids of this file, and nothing of it twice', () => {
  const [from, into] = [written(), newReview()]
  fillWithEverything(into)
  for (const { id } of into.campaigns()) endWithSkipped(into, id)
  into.describe('New drives', 'Measured in June.')
  const before = into.summary()

  const report = into.takeCampaigns(from, { whole: true })
  expect(report.rest).toEqual({
    ...{ plans: 0, devices: 1, scorecards: 1, presets: 1, pictures: 0, figures: 2, documents: 1 },
    ...{ notes: true, kept: [] },
  })
  expect(into.check()).toEqual([])
  const [first = 0, second = 0] = report.taken.map(({ id }) => id)
  expect(first).toBeGreaterThan(2)

  const figures = into.figures().slice(before.figures.length)
  const [compared, score] = figures
  expect(compared?.settings).toMatchObject({
    campaignIds: [first, second],
    comparison: {
      baseline: [{ key: 'campaign', value: String(first) }],
      candidates: [[{ key: 'campaign', value: String(second) }]],
      names: [{ side: [{ key: 'campaign', value: String(first) }], name: 'Old' }],
      excludedRuns: [{ runId: into.runs(second)[1]?.id, reason: 'the fan had stopped' }],
    },
  })
  expect(score?.settings).toMatchObject({ scorecard: 'Ease' })
  const card = into.cards.scorecards().find(({ name }) => name === 'Ease')
  expect(card?.card.categories[0]?.measured?.comparison).toEqual(
    compared?.settings.kind === 'percent-difference' ? compared.settings.comparison : undefined,
  )
  const preset = into.article.presets().find(({ name, picture }) => name === 'Magazine (2)' && picture)
  expect(into.article.presetPicture(preset?.id ?? 0)?.type).toBe('image/png')
  const drive = into.cards.devices().find(({ name }) => name === 'Drive')
  expect([drive?.card.vendor, into.cards.devicePhoto(drive?.id ?? 0)?.type]).toEqual(['ACME', 'image/png'])

  const stored = into.documents.list().find(({ title, name }) => title === 'A drive' && name === 'Review (2)')
  expect(into.documents.read(stored?.id ?? 0)?.blocks).toEqual([
    {
      ...{ id: 'text', type: 'text' },
      markdown: expect.stringContaining(fieldSource(mixOf(second))) as unknown,
    },
    { id: 'figure', type: 'figure', figureId: compared?.id, withTable: true },
    { id: 'score', type: 'scorecard', scorecardId: card?.id },
    { id: 'facts', type: 'facts', about: 'method', campaignIds: [second] },
    { id: 'photo', type: 'picture', pictureId: 1, alt: 'It', caption: '', widthPercent: 60 },
  ])
  const [text] = into.documents.read(stored?.id ?? 0)?.blocks ?? []
  expect(text?.type === 'text' ? decodeURIComponent(text.markdown) : '').toContain(
    `figure=${String(compared?.id)} candidate="campaign=${second}"`,
  )
  expect(into.summary()).toMatchObject({
    title: 'New drives',
    notes: 'Measured in June.\n\nOld drives:\nMeasured in May.',
  })

  expect(into.takeCampaigns(from, { whole: true })).toMatchObject({
    ...{ taken: [], known: [{ id: first }, { id: second }] },
    rest: {
      ...{ plans: 0, devices: 0, scorecards: 0, presets: 0, pictures: 0, figures: 0, documents: 0 },
      ...{ notes: false, kept: [] },
    },
  })
})

it('completes a device card, and reports what it kept', () => {
  const [from, into] = [written(), newReview()]
  into.cards.saveDevice({ name: 'Drive', card: { vendor: 'Acme Ltd', warranty: '5 years' } })
  const { rest } = into.takeCampaigns(from, { whole: true })
  expect(rest?.kept).toEqual(['The device card “Drive” says otherwise there (vendor).'])
  expect(into.cards.devices()).toMatchObject([
    {
      name: 'Drive',
      card: { vendor: 'Acme Ltd', warranty: '5 years', soldBytes: 400e9 },
      photo: { name: 'photo' },
    },
  ])
})

it('never lets a document show the figure that has the number of one that was left', () => {
  const [from, into] = [written(), newReview()]
  fillWithEverything(into)
  for (const { id } of into.campaigns()) endWithSkipped(into, id)
  const [, second] = from.campaigns()
  from.setCampaignState(second?.id ?? 0, 'running')
  const { rest, left } = into.takeCampaigns(from, { whole: true })
  expect([left.length, rest?.figures]).toEqual([1, 1])
  const document = into.documents.read(into.documents.list().at(-1)?.id ?? 0)
  const [text, figure, , facts] = document?.blocks ?? []
  const ids = new Set(into.figures().map(({ id }) => id))
  expect(figure?.type === 'figure' && !ids.has(figure.figureId)).toBe(true)
  expect(facts).not.toMatchObject({ campaignIds: [second?.id] })
  expect(text).not.toMatchObject({
    markdown: expect.stringContaining(`campaign=${second?.id ?? 0} `) as unknown,
  })
  const [category] = into.cards.scorecards().find(({ name }) => name === 'Ease')?.card.categories ?? []
  expect(category).toEqual({ name: 'Speed', entries: [] })
})

it('imports nothing from a file with a damaged document', () => {
  const [from, into] = [written(), newReview()]
  from.close()
  editFile(from.path, (database) => database.exec("UPDATE document SET title = 'Another'"))
  const damaged = closing(openReview(from.path, { mode: 'read' }))
  expect(() => into.takeCampaigns(damaged, { whole: true })).toThrow(/is damaged, so nothing was taken/)
  expect([into.documents.list(), into.campaigns()]).toEqual([[], []])
})
