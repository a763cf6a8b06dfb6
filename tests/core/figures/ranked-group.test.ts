import { describe, expect, it } from 'vitest'
import { rankedGroup, rankedTogether } from '../../../src/core/figures/ranking/ranked-campaigns'
import { buildFigure } from './figures-of-rows'
import { provenanceOf, row } from './mix-rows'

/** Campaigns by the cases that they have, each a letter. */
const groupOf = (...cases: readonly string[]) =>
  rankedGroup(new Map(cases.map((own, at) => [at + 1, new Set(own)])))

describe('the campaigns of a ranking', () => {
  it('are all that share a case, if none hides more than it adds', () => {
    expect(groupOf('abc', 'abc', 'ab')).toEqual([1, 2, 3])
    expect(groupOf('abcd', 'abcd')).toEqual([1, 2])
    expect(groupOf('abcd', 'a')).toEqual([1, 2])
  })

  it('are without one whose gaps hide the cases of the others', () => {
    expect(groupOf('abcdefghij', 'abcdefghij', 'abcdefghij', 'a')).toEqual([1, 2, 3])
  })

  it('are the most that share one, if all share none', () => {
    expect(groupOf('a', 'ab', 'a', 'bc')).toEqual([1, 2, 3])
    expect(groupOf('abc', 'abc', 'd', 'de')).toEqual([1, 2])
    expect(groupOf('a', 'b')).toEqual([1, 2])
  })

  it('are ranked, and the others are named with what they lack', () => {
    const depths = [1, 2, 4, 8]
    const rows = [depths, depths, depths, [1]].flatMap((own, at) =>
      own.flatMap((queue_depth) =>
        [1, 2, 3].map((repetition) =>
          row({
            ...{ campaignId: at + 1, device: `Drive ${String(at + 1)}`, test: 'random-read' },
            ...{ metric: 'iops', unit: 'IOPS', levels: { queue_depth }, repetition },
            ...{ runId: at * 1000 + queue_depth * 10 + repetition, value: 1000 * (at + 1) + repetition },
          }),
        ),
      ),
    )
    const campaigns = [1, 2, 3, 4].map((campaignId) =>
      provenanceOf({
        campaignId,
        label: `Drive ${String(campaignId)}`,
        device: `Drive ${String(campaignId)}`,
      }),
    )
    const figure = buildFigure(rows, { kind: 'ranking', campaignIds: [], metric: 'iops' }, { campaigns })
    expect(figure.subtitle).toBe('Geometric mean over 4 shared cases')
    expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['1. Drive 3', '2. Drive 2', '3. Drive 1'])
    expect(figure.notes.map(({ text }) => text)).toContain(
      'Drive 4 (Drive 4) lacks 3 of the 4 cases of IOPS that the others share, and has no place.',
    )
  })
})

it('plans are ranked together if they measured one drive, whatever the kernel called it', () => {
  const one = (id: number, device: string, naming: object) => ({
    ...{ id, device, host: 'lab', configuration: '', engine: 'fio' },
    naming: { device, host: 'lab', ...naming },
  })
  const same = [one(1, 'Blue (sda)', { serial: 'S1' }), one(2, 'Blue (sdb)', { serial: 'S1' })]
  const swapped = [one(3, 'Blue (sda)', { serial: 'S1' }), one(4, 'Blue (sda)', { serial: 'S2' })]
  expect(new Set(same.map(rankedTogether)).size).toBe(1)
  expect(new Set(swapped.map(rankedTogether)).size).toBe(2)
  expect(rankedTogether({ ...one(5, 'unknown', {}), naming: { device: 'unknown' } })).toBe(5)
})
