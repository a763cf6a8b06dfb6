import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOf, type NamedCampaign } from '../../../../src/core/results/campaign/campaign-names'
import { driveOf } from '../../../../src/core/results/campaign/drive'
import { nameKey } from '../../../../src/core/text/names'

const named = (...campaigns: readonly Partial<NamedCampaign>[]) => [
  ...namesOf(
    campaigns.map((one, id) => ({ id, device: '', configuration: '', plan: 'Full review', ...one })),
  ).values(),
]

describe('names of campaigns that are shown together', () => {
  it('are what a person typed where that tells all apart', () => {
    expect(named({ configuration: 'A', device: 'X' }, { configuration: 'B', device: 'Y' })).toEqual([
      'A',
      'B',
    ])
    expect(named({ device: 'One (nvme0n1)' }, { device: 'Two (sda)' })).toEqual(['One', 'Two'])
  })

  it('say of campaigns of one drive what else differs, never their number', () => {
    const drive = { device: 'Drive One (nvme0n1)' }
    expect(named({ ...drive, plan: 'Mix' }, { ...drive, plan: 'Queue depth' })).toEqual([
      'Mix',
      'Queue depth',
    ])
    expect(
      named(
        { ...drive, plan: 'S: Mix, 4 KB and 64 KB' },
        { ...drive, plan: 'S: Depth' },
        { device: 'Drive Two (sda)', plan: 'S: Mix, 4 KB and 64 KB' },
      ),
    ).toEqual(['Drive One · Mix, 4 KB and 64 KB', 'Drive One · Depth', 'Drive Two'])
    expect(named({ ...drive, pattern: 'Random read' }, { ...drive, pattern: 'Write' })).toEqual([
      'Random read',
      'Write',
    ])
  })

  it('keep the whole name of a plan that is alone', () => {
    expect(named({ plan: 'SandForce 1222: throughput' })).toEqual(['SandForce 1222: throughput'])
    expect(named({ plan: 'S: Mix' }, { plan: 'S: Depth' })).toEqual(['Mix', 'Depth'])
  })

  it('tell runs of one plan by their days, then by their place', () => {
    const day = (text: string) => ({ createdAtMs: Date.parse(text) })
    expect(
      named(
        { configuration: 'Drive One', ...day('2026-01-02') },
        { configuration: 'Drive One', ...day('2026-01-03') },
        { configuration: 'Drive One', ...day('2026-01-03T10:00') },
      ),
    ).toEqual(['2026-01-02', '2026-01-03 (1)', '2026-01-03 (2)'].map((day) => `Drive One · ${day}`))
    expect(named({ configuration: 'A' }, { configuration: ' a ' })).toEqual(['A (1)', 'a (2)'])
  })

  it('tell two drives of one model by what the kernel calls them', () => {
    expect(named({ device: 'X (sda)' }, { device: 'X (sdb)' })).toEqual(['X (sda)', 'X (sdb)'])
  })

  it('call a part of a job a part', () => {
    expect(named({ isPart: true, host: 'alpha' })).toEqual(['Full review · part of alpha'])
    expect(named({}, { isPart: true, host: 'alpha' }, { isPart: true, host: 'beta' })).toEqual([
      ...['Full review', 'Full review · part of alpha', 'Full review · part of beta'],
    ])
  })

  it('are never alike and never empty', () => {
    const text = fc.constantFrom('', 'A', 'a ', 'A (1)', 'A (2)', 'B', 'unknown', 'A (sda)', 'S: A', 'S: B')
    const campaign = fc.record({
      ...{ device: text, configuration: text, plan: text, pattern: text, host: text, model: text },
      isPart: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(campaign, { maxLength: 7 }), (all) => {
        const names = [...namesOf(all.map((one, id) => ({ id, ...one }))).values()]
        expect(names).not.toContain('')
        expect(new Set(names.map(nameKey)).size).toBe(all.length)
      }),
    )
  })
})

describe('the drive of a campaign', () => {
  it.each([
    [{ device: 'Samsung 990 PRO (nvme0n1)' }, 'Samsung 990 PRO'],
    [{ device: 'WD Blue (green)' }, 'WD Blue (green)'],
    [{ device: 'vda', host: 'lab' }, ''],
    [{ device: 'vda', card: 'Cloud disk' }, 'Cloud disk'],
    [{ device: 'QEMU (sda)', model: 'QEMU HARDDISK' }, 'QEMU HARDDISK'],
  ])('is called by its card, its model, or as it was recorded: %o', (facts, name) => {
    expect(driveOf(facts)?.name).toBe(name)
  })

  it('is another one on another machine if the kernel alone names it', () => {
    expect(driveOf({ device: 'vda', host: 'a' })?.key).not.toBe(driveOf({ device: 'vda', host: 'b' })?.key)
    expect(driveOf({ device: 'X', serial: '1' })?.key).not.toBe(driveOf({ device: 'X', serial: '2' })?.key)
    expect(driveOf({ device: 'unknown' })).toBeUndefined()
  })
})
