import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../src/bench/store/open-review'
import type { DeviceCard } from '../../../../src/core/devices/device-card'
import type { Scorecard } from '../../../../src/core/scorecard/scorecard'
import { pngOf } from '../../../core/figures/picture-headers'
import { closing, newReview } from '../sample-review'

const card: DeviceCard = {
  vendor: 'Virident',
  soldBytes: 400e9,
  price: { amount: 13_600, currency: 'USD', date: '2010-06-14' },
  promises: [{ metric: 'iops', value: 300_000, workload: { pattern: 'random-read', block_size: 4096 } }],
  standsFor: ['tachIOn 400 GB'],
}
const scorecard: Scorecard = {
  candidates: ['vCache', 'FlashCache'],
  categories: [{ name: 'Installation', entries: [{ text: 'two packages' }, { points: 2 }], winner: 0 }],
}
const photo = { name: 'card.png', type: 'image/png', width: 4, height: 2, bytes: pngOf(4, 2) } as const

describe('device cards', () => {
  it('are saved with their photo, changed and deleted', () => {
    const review = newReview()
    const { id } = review.cards.saveDevice({ name: 'tachIOn', card })
    review.cards.setDevicePhoto(id, photo)
    review.cards.saveDevice({ id, name: 'tachIOn 400', card: { ...card, dram: '1 GB' } })
    const reopened = closing(openReview(review.path, { mode: 'read' }))
    expect(reopened.summary().devices).toEqual([
      {
        id,
        name: 'tachIOn 400',
        card: { ...card, dram: '1 GB' },
        photo: { name: 'card.png', type: 'image/png', width: 4, height: 2 },
        modifiedAtMs: reopened.summary().devices[0]?.modifiedAtMs,
      },
    ])
    expect(reopened.cards.devicePhoto(id)?.bytes).toEqual(new Uint8Array(photo.bytes))
    expect(review.check()).toEqual([])

    expect(review.cards.setDevicePhoto(id, undefined).photo).toBeUndefined()
    review.cards.deleteDevice(id)
    expect(review.cards.devices()).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('have unique names', () => {
    const review = newReview()
    review.cards.saveDevice({ name: 'A', card })
    expect(() => review.cards.saveDevice({ name: 'A', card })).toThrow('There is a device card “A” already.')
    expect(() => review.cards.saveDevice({ id: 99, name: 'B', card })).toThrow('no device card 99')
    expect(() => review.cards.setDevicePhoto(99, photo)).toThrow('no device card 99')
  })

  it("are not replaced by a program that has not seen another one's change", () => {
    const review = newReview()
    const base = review.cards.saveDevice({ name: 'A', card })
    const other = closing(openReview(review.path, { mode: 'write' }))
    if (!('cards' in other) || other.readOnly) throw new Error('not writable')
    review.cards.saveDevice({ ...base, card: { ...card, vendor: 'Other' } }, { base })
    expect(() => review.cards.saveDevice({ ...base, card: { ...card, vendor: 'Mine' } }, { base })).toThrow(
      'The device card “A” was changed (vendor: “Virident” → “Other”)',
    )
    expect(() => review.cards.deleteDevice(base.id, base)).toThrow('changed')
    expect(other.cards.devices()[0]?.card.vendor).toBe('Other')
  })

  it('are left out and named by the check if they cannot be read or were changed', () => {
    const review = newReview()
    review.cards.saveDevice({ name: 'Odd', card })
    const { id } = review.cards.saveDevice({ name: 'Pictured', card })
    review.cards.setDevicePhoto(id, photo)
    const raw = new DatabaseSync(review.path)
    raw.exec(`UPDATE device_card SET content = '{"soldBytes":-1}' WHERE name = 'Odd'`)
    raw.exec(`UPDATE device_card SET picture = x'00' WHERE name = 'Pictured'`)
    raw.close()
    expect(review.cards.devices().map(({ name }) => name)).toEqual(['Pictured'])
    expect(() => review.cards.devicePhoto(id)).toThrow('photo of device card')
    const findings = review.check().join('\n')
    expect(findings).toContain('The device card "Odd" does not match its checksum')
    expect(findings).toContain('The device card "Pictured" does not match its checksum')
  })
})

describe('scorecards', () => {
  it('are saved, changed and deleted', () => {
    const review = newReview()
    const saved = review.cards.saveScorecard({ name: 'Usability', card: scorecard })
    const changed = { ...scorecard, caption: 'One person’s view.' }
    review.cards.saveScorecard({ id: saved.id, name: 'Usability', card: changed }, { base: saved })
    expect(review.summary().scorecards).toEqual([
      { ...saved, card: changed, modifiedAtMs: review.cards.scorecards()[0]?.modifiedAtMs },
    ])
    expect(() => review.cards.deleteScorecard(saved.id, saved)).toThrow('was changed')
    review.cards.deleteScorecard(saved.id)
    expect(review.cards.scorecards()).toEqual([])
    expect(review.check()).toEqual([])
  })
})
