import { expect, it } from 'vitest'
import { readSamples } from '../../../../../src/core/observers/read-samples'
import { readDrive } from '../../../../../src/bench/hosts/inventory/read-drive'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../../sample-review'

const smart = (count: number) =>
  JSON.stringify({
    smartctl: { exit_status: 0 },
    ata_smart_attributes: { table: [{ id: 241, name: 'Total_LBAs_Written', raw: { value: count } }] },
  })
const disk = (sectors: number) => `disk sda 10 1 80 20 5 3 ${sectors} 20 4 500 2000 0 0 0 0 0 0`

/** The campaign of a drive that had written 1,000,000 units; each run writes so many bytes, which it counts as so many units. */
function campaignOf(bytes: number, units: number) {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, repetitions: 1 }))
  const health = { source: 'smartctl', warnings: [], unitsWritten: 1_000_000 } as const
  review.setHostRecord(campaignId, { name: 'bench-1', device: { name: 'sda', health }, raw: {} }, '3.33')
  review.runs(campaignId).forEach(({ id, phase }, run) => {
    if (phase !== 'measure') return
    const text = [
      'benchwright-samples 1',
      '100000 clock 1700000000.0',
      `100000 ${disk(0)}`,
      `100010 smart sda ${smart(1_000_000 + run * units)}`,
      `102500 ${disk(bytes / 512)}`,
      `102510 smart sda ${smart(1_000_000 + (run + 1) * units)}`,
      '102520 end told',
      '',
    ].join('\n')
    const { series } = readSamples(text, {
      ...{ test: 'write', startedAtMs: 1_700_000_000_000, intervalSeconds: 25, readDrive },
    })
    review.startRun(id, sampleStart)
    review.finishRuns([
      [id, { ...sampleResult(), observations: [...sampleResult().observations, ...series] }],
    ])
  })
  return review.campaignFacts(campaignId)?.hostRecord.device?.health
}

it('a drive of unknown units has written what the runs of the campaign show them to be', () => {
  expect(campaignOf(2 ** 25 * 400, 400)).toMatchObject({
    unitsWritten: 1_000_000,
    bytesWritten: 1_000_000 * 2 ** 25,
  })
})

it('and is not known to have written anything where its count does not agree with the kernel', () => {
  const health = campaignOf(2 ** 25 * 400, 700)
  expect(health?.unitsWritten).toBe(1_000_000)
  expect(health?.bytesWritten).toBeUndefined()
})
