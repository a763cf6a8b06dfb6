import { describe, expect, test } from 'vitest'
import { mergedPercentiles } from '../../../../src/core/statistics/latency/merged-percentiles'
import { seededRandom } from '../../../../src/core/statistics/comparison/bootstrap-ratio'

const one = { binsNs: [100, 200, 400], counts: [500, 400, 100] }
const slow = { binsNs: [200, 400, 800], counts: [500, 400, 100] }

describe('percentiles of several runs', () => {
  test('are those of the bins added up', () => {
    const found = mergedPercentiles([one, slow], [50, 90, 99])
    // 500 at 100, 900 at 200, 500 at 400, 100 at 800.
    expect(found.map(({ valueNs }) => valueNs)).toEqual([200, 400, 800])
    expect(found.map(({ beyond }) => beyond)).toEqual([1000, 200, 20])
    expect(found.every(({ lowNs }) => lowNs === undefined)).toBe(true)
  })

  test('have an interval from resampling whole runs, from three on', () => {
    const [median] = mergedPercentiles([one, one, slow], [50])
    // With three runs, each is drawn alone once in 27 times: the interval reaches from one to the other.
    expect(median).toMatchObject({ valueNs: 200, lowNs: 100, highNs: 200 })
    expect(mergedPercentiles([one, one, one], [50, 99])).toMatchObject([
      { lowNs: 100, highNs: 100 },
      { lowNs: 400, highNs: 400 },
    ])
  })

  test('contain the true percentile in about 95 of 100 campaigns', () => {
    const seed = Number(process.env.BENCHWRIGHT_PROPERTY_SEED ?? '20261122')
    const random = seededRandom(seed)
    // Runs of 400 I/Os differ by a factor that is drawn for each of them.
    const runOf = () => {
      const factor = Math.exp(0.2 * (random() + random() + random() - 1.5))
      const values = Array.from({ length: 400 }, () => 50 * Math.round(20 * factor * -Math.log(1 - random())))
      const counts = new Map<number, number>()
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
      const binsNs = [...counts.keys()].sort((a, b) => a - b)
      return { binsNs, counts: binsNs.map((bin) => counts.get(bin) ?? 0) }
    }
    const many =
      mergedPercentiles(
        Array.from({ length: 2 }, () => merged(200, runOf)),
        [90],
      )[0]?.valueNs ?? 0
    let held = 0
    for (let campaign = 0; campaign < 200; campaign++) {
      const [p90] = mergedPercentiles(Array.from({ length: 12 }, runOf), [90], {
        resamples: 200,
        seed: campaign,
      })
      if ((p90?.lowNs ?? 0) <= many && many <= (p90?.highNs ?? 0)) held += 1
    }
    expect(held, `seed ${String(seed)}`).toBeGreaterThan(165)
  })

  test('are absent without I/O', () => {
    expect(mergedPercentiles([], [50])).toEqual([])
    expect(mergedPercentiles([{ binsNs: [], counts: [] }], [50])).toEqual([])
  })
})

function merged(times: number, runOf: () => { binsNs: number[]; counts: number[] }) {
  const counts = new Map<number, number>()
  for (let run = 0; run < times; run++) {
    const { binsNs, counts: own } = runOf()
    binsNs.forEach((bin, at) => counts.set(bin, (counts.get(bin) ?? 0) + (own[at] ?? 0)))
  }
  const binsNs = [...counts.keys()].sort((a, b) => a - b)
  return { binsNs, counts: binsNs.map((bin) => counts.get(bin) ?? 0) }
}
