import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import type { BenchMessage, BenchRequestName } from '../../../src/core/contract/bench-requests'
import { serveWindow } from '../../../src/bench/serve/serve-window'
import { Session } from '../../../src/bench/serve/session'
import { sampleCampaign } from '../store/sample-results'
import { newReview } from '../store/sample-review'

/** The answer, or the error's message, of a request. */
async function ask(session: Session, name: BenchRequestName, given: unknown): Promise<unknown> {
  const told: BenchMessage[] = []
  await serveWindow(
    session,
    { kind: 'request', sequence: 1, name, arguments: given },
    { send: (message) => void told.push(message) },
  )
  const [message] = told
  if (message?.kind === 'answer') return message.answer
  return message?.kind === 'error' ? message.error.message : undefined
}

const card = { candidates: ['A', 'B'], categories: [{ name: 'Noise', entries: [], winner: 1 }] }

it('saves, links and deletes device cards, and refuses what another program changed', async () => {
  const review = newReview()
  const session = new Session(review)
  const campaignId = review.createCampaign(sampleCampaign())
  await ask(session, 'device.save', { base: null, name: 'A', card: { standsFor: ['Kernel 6.18'] } })
  const [base] = review.cards.devices()
  expect(await ask(session, 'device.links', {})).toMatchObject({ devices: [{ campaignIds: [campaignId] }] })
  const known = { id: base?.id, name: base?.name, card: base?.card }
  await ask(session, 'device.save', { base: known, name: 'A', card: { vendor: 'Theirs' } })
  expect(await ask(session, 'device.save', { base: known, name: 'A', card: { vendor: 'Mine' } })).toContain(
    'changed',
  )
  expect(await ask(session, 'device.delete', { base: known })).toContain('changed')
  expect(review.cards.devices()[0]?.card).toEqual({ vendor: 'Theirs' })
  expect(
    await ask(session, 'device.save', {
      base: null,
      name: 'B',
      card: { price: { amount: 1, currency: '$' } },
    }),
  ).toContain('currency')
  await ask(session, 'device.delete', { base: { ...known, card: { vendor: 'Theirs' } } })
  expect(review.cards.devices()).toEqual([])
})

it('keeps a photo as a PNG or JPEG of moderate size, and removes it', async () => {
  const review = newReview()
  const session = new Session(review)
  const { id } = review.cards.saveDevice({ name: 'A', card: {} })
  const bytes = new Uint8Array(await createCanvas(3000, 30).encode('webp'))
  expect(
    await ask(session, 'device.set-photo', { deviceId: id, photo: { name: 'a.webp', bytes } }),
  ).toMatchObject({
    photo: { name: 'a.webp', type: 'image/png', width: 1200, height: 12 },
  })
  expect(await ask(session, 'device.photo', { deviceId: id })).toMatchObject({ type: 'image/png' })
  const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(
    await ask(session, 'device.set-photo', { deviceId: id, photo: { name: 'x', bytes: text } }),
  ).toContain('not a PNG, JPEG or WebP')
  await ask(session, 'device.set-photo', { deviceId: id, photo: null })
  expect(await ask(session, 'device.photo', { deviceId: id })).toBeNull()
})

it('judges a scorecard before it is saved, saves and deletes it', async () => {
  const review = newReview()
  const session = new Session(review)
  expect(await ask(session, 'scorecard.judge', { name: 'S', card })).toMatchObject({
    categories: [{ winner: 1 }],
  })
  await ask(session, 'scorecard.save', { base: null, name: 'S', card })
  const [stored] = review.cards.scorecards()
  const base = { id: stored?.id, name: stored?.name, card: stored?.card }
  expect(await ask(session, 'scorecard.delete', { base: { ...base, name: 'T' } })).toContain('changed')
  await ask(session, 'scorecard.delete', { base })
  expect(review.cards.scorecards()).toEqual([])
})
