import { expect, it } from 'vitest'
import { mergeReview } from '../../../src/bench/serve/merge-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { knownDocument, type DocumentContent } from '../../../src/core/document/stored-document'
import { pngOf } from '../../core/figures/picture-headers'
import { fillWithEverything } from '../store/everything'
import { endWithSkipped, newReview } from '../store/sample-review'

/** Everything a person can see of a review, without the times of its changes. */
function contentOf(review: ReviewWriter) {
  const { path: _, ...content } = review.summary()
  const whole = { ...content, pictures: review.documents.pictures(), documents: documentsOf(review) }
  return JSON.parse(
    JSON.stringify(whole, (key, value: unknown) => (key === 'modifiedAtMs' ? 0 : value)),
  ) as unknown
}

const documentsOf = ({ documents }: ReviewWriter) =>
  documents.list().flatMap(({ id }) => documents.read(id) ?? [])

/** A review with one of everything the other has, which is to be merged into it. */
function twoReviews() {
  const [other, into] = [newReview(), newReview()]
  fillWithEverything(other)
  for (const { id } of other.campaigns()) endWithSkipped(other, id)
  const [drive] = other.cards.devices()
  other.cards.setDevicePhoto(drive?.id ?? 0, {
    ...{ name: 'photo', type: 'image/png', width: 4, height: 2, bytes: pngOf(4, 2) },
  })
  other.describe('Theirs', 'Measured in May.')
  into.cards.saveDevice({ name: 'Drive A', card: { vendor: 'ACME' } })
  into.describe('Mine', 'Measured in June.')
  const eraseCampaign = (id: number) => {
    into.bin.erase('campaign', id)
    return Promise.resolve()
  }
  return { into, merge: () => mergeReview(into, other.path, eraseCampaign) }
}

it('removes all that a merge added, and restores what it completed', async () => {
  const { into, merge } = twoReviews()
  const before = contentOf(into)
  const { report, undo } = merge()
  expect(report.taken.length).toBeGreaterThan(1)
  expect(report.rest).toMatchObject({ plans: 1, devices: 2, documents: 2, pictures: 1, notes: true })
  expect(into.cards.devices()[0]?.card).toMatchObject({ vendor: 'ACME', soldBytes: 400e9 })
  expect(contentOf(into)).not.toEqual(before)
  await undo()
  expect(contentOf(into)).toEqual(before)
  expect(into.check()).toEqual([])
})

it('keeps what a person did after the merge', async () => {
  const { into, merge } = twoReviews()
  const { undo } = merge()
  const [picture] = into.documents.pictures()
  const own: DocumentContent = {
    ...{ name: 'Own', title: 'Own', author: '', template: 'empty' },
    blocks: [
      { id: 'a', type: 'picture', pictureId: picture?.id ?? 0, alt: '', caption: '', widthPercent: 50 },
    ],
  }
  into.documents.save(own, undefined)
  into.describe('Mine', 'Other notes.')
  const device = into.cards.devices().find(({ name }) => name === 'Drive A')
  into.cards.saveDevice({ id: device?.id, name: 'Drive A', card: { vendor: 'ACME', model: 'X' } })
  into.deleteFigure(into.figures()[0]?.id ?? 0)
  await undo()
  expect(documentsOf(into).map(knownDocument)).toMatchObject([own])
  expect(into.documents.pictures().map(({ id }) => id)).toEqual([picture?.id])
  expect(into.summary()).toMatchObject({ notes: 'Other notes.', campaigns: [], figures: [], plans: [] })
  expect(into.cards.devices()).toMatchObject([{ name: 'Drive A', card: { vendor: 'ACME', model: 'X' } }])
})
