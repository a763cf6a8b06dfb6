import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { deviceCardSchema, type DeviceCard } from '../../../src/core/devices/device-card'
import { deviceFields } from '../../../src/core/devices/device-fields'
import { linkDevices } from '../../../src/core/devices/link-devices'

/** The card after KEY=VALUE in this order; the error of the first that is refused. */
function cardOf(...settings: readonly (readonly [key: string, text: string])[]): DeviceCard | string {
  let card: DeviceCard = {}
  for (const [key, text] of settings) {
    const changed = deviceFields.find((field) => field.key === key)?.change(card, text)
    if (changed === undefined) throw new Error(`no field ${key}`)
    if (!changed.ok) return changed.error
    card = changed.value
  }
  return card
}

describe('the fields of a device card', () => {
  it('read common spellings, and read back what they write', () => {
    const card = cardOf(
      ['vendor', ' Samsung '],
      ['sold', '2 TB'],
      ['usable', '75 %'],
      ['tbw', '1.2 PB'],
      ['price', '1,299.90 eur'],
      ['price-date', '2026-11'],
      ['price-source', 'shop.example'],
      ['price-per-gb', '0.65'],
      [
        'promises',
        'iops 1.4M pattern=random-read block_size=4k queue_depth=32; bandwidth 7,450 MB/s pattern=sequential-read; latency_mean 0.04 ms',
      ],
      ['stands-for', 'Samsung SSD 990 PRO 2TB; S7KG; S7KG'],
    )
    expect(card).toEqual({
      vendor: 'Samsung',
      soldBytes: 2e12,
      usableBytes: 1.5e12,
      ratedEndurance: 1.2e15,
      price: {
        amount: 1299.9,
        currency: 'EUR',
        date: '2026-11',
        source: 'shop.example',
        printedPerGb: 0.65,
      },
      promises: [
        {
          metric: 'iops',
          value: 1_400_000,
          workload: { pattern: 'random-read', block_size: 4096, queue_depth: 32 },
        },
        { metric: 'bandwidth', value: 7_450e6, workload: { pattern: 'sequential-read' } },
        { metric: 'latency_mean', value: 40_000, workload: {} },
      ],
      standsFor: ['Samsung SSD 990 PRO 2TB', 'S7KG'],
    })
    if (typeof card === 'string') throw new Error(card)
    expect(v.parse(deviceCardSchema, card)).toEqual(card)
    const again = cardOf(...deviceFields.map((field) => [field.key, field.read(card)] as const))
    expect(again).toEqual(card)
    const empty = deviceFields.reduce((left, field) => {
      const changed = field.change(left, '')
      return changed.ok ? changed.value : left
    }, card)
    expect(empty).toEqual({})
  })

  it.each([
    [['sold', 'much'], '"much" is not a size'],
    [['usable', '75 %'], 'needs the capacity as sold'],
    [['tbw', 'forever'], 'is not a rated endurance'],
    [['price', '13,600'], 'Write the amount with the code of its currency'],
    [['price', '$ 13,600'], 'is not a price'],
    [['price', '5 XYZ'], 'is not a currency'],
    [['price', '0 USD'], 'is not above 0'],
    [['price-date', '2010-06-14'], 'needs a price'],
    [['promises', 'speed 5'], 'is not a metric'],
    [['promises', 'iops many pattern=random-read'], '"many" is not a value in IOPS'],
    [['promises', 'latency_mean 80'], 'with its unit'],
    [['promises', 'iops 5 block_size=x'], '"x" is not a size'],
  ] as const)('refuse %j', (setting, error) => {
    expect(cardOf(setting)).toContain(error)
  })

  it('refuse a day that is in no calendar', () => {
    expect(cardOf(['price', '5 USD'], ['price-date', '2010-02-30'])).toContain('is not a date')
  })
})

describe('the schema of a device card', () => {
  it.each([
    [{ soldBytes: 400e9, usableBytes: 401e9 }, 'larger than'],
    [{ price: { amount: 5, currency: 'usd' } }, 'currency code'],
    [{ price: { amount: -1, currency: 'USD' } }, '>0'],
    [{ price: { amount: 1, currency: 'USD', date: '14.6.2010' } }, 'is not a date'],
    [{ promises: [{ metric: 'bw', value: 1, workload: {} }] }, 'is not a metric'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', (card, message) => {
    const result = v.safeParse(deviceCardSchema, card)
    expect(result.success).toBe(false)
    expect(JSON.stringify(result.issues?.map((issue) => [issue.message, v.getDotPath(issue)]))).toContain(
      message,
    )
  })
})

describe('linking cards with campaigns', () => {
  const campaign = { campaignId: 1, device: 'ACME X1 (nvme0n1)', configuration: '' }

  it('goes by name and model without the kernel name', () => {
    const { devices } = linkDevices(
      [
        { name: 'acme  x1', card: {} },
        { name: 'other', card: { model: 'X2' } },
      ],
      [
        campaign,
        { ...campaign, campaignId: 2, device: 'X2' },
        { ...campaign, campaignId: 3, device: 'unknown' },
      ],
    )
    expect(devices.map(({ campaignIds }) => campaignIds)).toEqual([[1], [2]])
  })

  it('prefers the serial number to a stated name, and that to the model', () => {
    const cards = [
      { name: 'by model', card: { vendor: 'ACME', model: 'X1' } },
      { name: 'by name', card: { standsFor: ['ACME X1 (nvme0n1)'] } },
      { name: 'by serial', card: { standsFor: ['SN-12345'] } },
    ]
    const linked = (some: typeof cards) =>
      linkDevices(some, [{ ...campaign, serial: 'SN-12345' }]).devices.find(
        (one) => one.campaignIds.length > 0,
      )?.name
    expect(linked(cards)).toBe('by serial')
    expect(linked(cards.slice(0, 2))).toBe('by name')
    expect(linked(cards.slice(0, 1))).toBe('by model')
  })

  it('assigns a campaign claimed by two cards to neither and names both', () => {
    const { devices, claimedTwice } = linkDevices(
      [
        { name: 'A', card: { model: 'ACME X1' } },
        { name: 'B', card: { model: 'ACME X1' } },
      ],
      [campaign],
    )
    expect(devices.flatMap(({ campaignIds }) => campaignIds)).toEqual([])
    expect(claimedTwice).toEqual([{ campaignId: 1, names: ['A', 'B'] }])
  })
})
