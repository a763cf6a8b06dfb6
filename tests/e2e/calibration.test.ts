import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finish } from '../../src/core/iterables'
import { createReview } from '../../src/bench/store/create-review'
import { sampleImport } from '../bench/store/sample-import'
import { launchApp, type AppUnderTest } from './launch-app'

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-calibration-'))
  const file = join(folder, 'review.benchwright')
  const review = createReview(file)
  const [campaignId = 0] = finish(review.importCampaigns([sampleImport()]))
  const sampled = { sampledBytes: 16_777_216, uniqueShare: 1, engineVersion: '3.33', measuredAtMs: 0 }
  review.saveCalibrations(campaignId, [
    {
      ...sampled,
      levels: { compress_percent: 50, block_size: 4096 },
      compressedShare: 0.507,
      uniqueCompressedShare: 0.507,
    },
    {
      ...sampled,
      levels: { compress_percent: 75, block_size: 4096 },
      compressedShare: 0.5,
      uniqueCompressedShare: 0.5,
    },
  ])
  review.close()
  test = await launchApp({ args: [file] })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

it('shows what was written next to what was requested, and where they differ', async () => {
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Run').click()
  await test.window.getByText('Data', { exact: true }).click()
  const table = test.window.getByTestId('calibration')
  await table.waitFor()
  const rows = await table.locator('tbody tr').allInnerTexts()
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/50\s%.*49\.3\s%.*0\s%.*0\s%.*50\.7\s%/s)
  expect(rows[2]).toMatch(/compress by 75\s%; they compress by 50\s%/)
  expect(test.problems).toEqual([])
})
