import { describe, expect, test } from 'vitest'
import { turnOrder } from '../../../../src/core/plan/order'
import type { ComparisonSettings } from '../../../../src/core/comparison/comparison-settings'
import { isDirected } from '../../../../src/core/statistics/latency/percentile-mark'
import { normals, simulated, slack } from '../../statistics/simulation'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, type SampleCampaign } from '../sample-data'

const schedule = '00000000-0000-4000-8000-000000000000'
const settings: ComparisonSettings = {
  baseline: selection('campaign=1'),
  candidates: [selection('campaign=2')],
}

function compared(baseline: readonly number[], candidate: readonly number[], seed?: number) {
  const sample = (id: number, runs: readonly number[]): SampleCampaign => ({
    ...{ id, configuration: `firmware ${String(id)}`, order: 'interleaved' },
    axes: [{ key: 'read_percent', levels: [100] }],
    interleaved: { schedule, place: id - 1, of: 2, ...(seed !== undefined && { seed }) },
    runs: () => runs,
  })
  const [one] = compareCampaigns(
    comparisonData([sample(1, baseline), sample(2, candidate)]),
    settings,
  ).candidates
  return { cell: one!.cells[0]!, advice: one!.advice.join(' ') }
}

// Identical drives that lose 1 % a run.
const plain = { a: [1000.4, 979.8, 960.1, 939.7, 920.2], b: [990.1, 969.6, 950.2, 929.9, 909.8] }
const balanced = { a: [1000.4, 969.6, 960.1, 929.9, 920.2], b: [990.1, 979.8, 950.2, 939.7, 909.8] }

describe('sides in plain turns', () => {
  test('have no verdict where a trend could make a tenth of the difference', () => {
    const { cell, advice } = compared(plain.a, plain.b)
    expect(cell.comparison).toMatchObject({ verdict: 'drift_in_turns', p: undefined, lowPercent: undefined })
    expect(cell.comparison.differencePercent).toBeCloseTo(-1.05, 1)
    expect(advice).toContain(
      'The sides were measured in turn but never changed places (A B A B): every pair has the drift of one turn with the same sign. A trend within a side could make a tenth of the difference or more in the only case: no verdict.',
    )
  })

  test('keep a verdict on a difference that the drift cannot make', () => {
    const { cell, advice } = compared(
      plain.a,
      plain.b.map((value) => 2 * value),
    )
    expect(cell.comparison.verdict).toBe('better')
    expect(advice).toContain('No trend was found that could make a tenth of a difference.')
  })

  test('that changed places are compared as ever', () => {
    const { cell, advice } = compared(balanced.a, balanced.b, 1)
    expect(cell.comparison.verdict).not.toBe('drift_in_turns')
    expect(cell.comparison.lowPercent!).toBeLessThan(0)
    expect(cell.comparison.highPercent!).toBeGreaterThan(0)
    expect(advice).not.toContain('changed places')
  })
})

/** Shares of simulated reviews of identical drives whose 95 % interval covers 0 %, and that call one better; drift in percent over the campaign. */
function judged(order: 'plain' | 'counterbalanced', driftPercent: number, rounds: number) {
  const normal = normals(20_260)
  const reviews = simulated(200)
  let [covered, called] = [0, 0]
  for (let review = 0; review < reviews; review++) {
    const sides: [number[], number[]] = [[], []]
    for (let round = 1, slot = 0; round <= rounds; round++)
      for (const side of order === 'plain' ? [0, 1] : turnOrder(2, review, round)) {
        const level = 1 - (driftPercent / 100) * (slot++ / (2 * rounds - 1))
        sides[side]!.push(1000 * level * (1 + 0.01 * normal()))
      }
    const { cell } = compared(sides[0], sides[1], order === 'plain' ? undefined : review)
    const { lowPercent, highPercent, verdict } = cell.comparison
    if (lowPercent !== undefined && lowPercent <= 0 && highPercent! >= 0) covered++
    if (isDirected(verdict)) called++
  }
  return { covered: covered / reviews, called: called / reviews, reviews }
}

describe('intervals of identical drives that drift', () => {
  test.each([
    [10, 6],
    [10, 10],
    [30, 6],
    [30, 10],
  ])('cover 0 %% in blocks of two rounds: %d %% over %d rounds', (drift, rounds) => {
    const { covered, reviews } = judged('counterbalanced', drift, rounds)
    expect(covered).toBeGreaterThanOrEqual(0.95 - slack(0.95, reviews))
  })

  test.each([
    [10, 6],
    [10, 10],
    [30, 6],
    [30, 10],
  ])('have no direction in plain turns: %d %% over %d rounds', (drift, rounds) => {
    const { called, reviews } = judged('plain', drift, rounds)
    expect(called).toBeLessThanOrEqual(0.01 + slack(0.01, reviews))
  })
})
