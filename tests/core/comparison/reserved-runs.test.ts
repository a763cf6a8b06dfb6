import { expect, test } from 'vitest'
import { comparisonRows } from '../../../src/core/comparison/texts/comparison-rows'
import { invalidates, qualifies, type Reservation } from '../../../src/core/results/reservation'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, type SampleCampaign } from './sample-data'

const around = (level: number) => [1, 1.01, 0.99, 1.02, 0.98, 1, 1.01].map((factor) => level * factor)
const sample = (id: number, factor: number): SampleCampaign => ({
  ...{ id, configuration: `C${String(id)}`, firmware: `1.${String(id)}` },
  runs: (levels) => around(factor * (1000 + Number(levels.read_percent))),
})

/** The second of two campaigns, twice as fast, has this reservation on the runs of pure writes. */
function compared(known: Reservation) {
  const data = comparisonData([sample(1, 1), sample(2, 2)])
  const writes = data.columns.flatMap(({ campaignId, runIds, cases }) => {
    const levels = data.campaigns.find(({ id }) => id === campaignId)?.cases ?? []
    return campaignId === 1 ? [] : [...runIds].filter((_, at) => levels[cases[at] ?? -1]?.read_percent === 0)
  })
  const reserved = new Map(writes.map((runId) => [runId, [known]]))
  return compareCampaigns(
    {
      ...data,
      campaigns: data.campaigns.map((one) => ({
        ...{ ...one, cases: one.cases },
        ...(one.id === 2 && { reserved }),
      })),
    },
    { baseline: selection('firmware=1.1'), candidates: [selection('firmware=1.2')] },
  )
}

test('runs that are no result have a difference, no verdict and a name', () => {
  const comparison = compared(invalidates('not-steady', 'It was still changing.'))
  const cells = comparison.candidates[0]?.cells ?? []
  expect(cells.length).toBeGreaterThan(1)
  for (const { levels, comparison: found, adjustedP } of cells) {
    const isInvalid = levels.read_percent === 0
    expect(found.verdict).toBe(isInvalid ? 'not_valid' : 'better')
    expect([found.differencePercent !== undefined, adjustedP === undefined]).toEqual([true, isInvalid])
  }
  const { columns, rows } = comparisonRows(comparison)
  const at = columns.findIndex(({ key }) => key === 'reservations')
  expect(new Set(rows.map((row) => row[at]))).toEqual(new Set([undefined, 'candidate not valid: not steady']))
})

test('runs with a reservation keep their verdict, and the reservation is named', () => {
  const comparison = compared(qualifies('jobs-together', 'Another job ran.'))
  const cells = comparison.candidates[0]?.cells ?? []
  expect(cells.every(({ comparison: { verdict } }) => verdict === 'better')).toBe(true)
  const { columns, rows } = comparisonRows(comparison)
  const at = columns.findIndex(({ key }) => key === 'reservations')
  expect(new Set(rows.map((row) => row[at]))).toEqual(new Set([undefined, 'candidate jobs together']))
})
