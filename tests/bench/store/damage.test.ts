import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { ReviewFileError } from '../../../src/bench/store/file/review-file-error'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import {
  newReview,
  sampleCampaign,
  samplePlan,
  ofEngine,
  sampleResult,
  sampleScalars,
  sampleStart,
  temporaryFolder,
} from './sample-review'

/** Long form: `BENCHWRIGHT_BIT_FLIPS=2000`. */
const flips = Number(process.env.BENCHWRIGHT_BIT_FLIPS ?? 100)

/** A file with enough of everything that a random bit hits each kind of content. */
function soundFile(): Buffer {
  const review = newReview()
  review.savePlan(samplePlan)
  const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, repetitions: 10 }))
  review.runs(campaignId).forEach(({ id }, index) => {
    review.startRun(id, sampleStart)
    const binsNs = Array.from({ length: 200 }, (_, bin) => 1000 + bin * 10)
    const counts = binsNs.map((bin) => (bin * (index + 1)) % 97)
    review.finishRuns([
      [
        id,
        {
          ...sampleResult(1000 + index),
          observations: [
            ...sampleScalars(1000 + index),
            {
              ...ofEngine,
              kind: 'histogram',
              test: 't',
              direction: 'read',
              metric: 'total',
              unit: 'ns',
              binsNs,
              counts,
            },
          ],
        },
      ],
    ])
  })
  review.saveFigure({ name: 'F', settings: { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' } })
  review.close()
  return readFileSync(review.path)
}

/** Everything under a checksum, as one text. The log is only for display and has none. */
function contentOf(review: ReviewReader): string {
  const { path: _, ...summary } = review.summary()
  const campaigns = review.campaigns().map(({ id }) => ({ ...review.campaign(id), log: [] }))
  const runs = campaigns.flatMap((campaign) => (campaign.runs ?? []).map(({ id }) => review.run(id)))
  const ids = runs.flatMap((run) => (run ? [run.id] : []))
  const outputs = ids.map((id) => review.rawOutput(id, 'out.json')?.toString())
  return JSON.stringify([
    summary,
    review.plan('mix'),
    campaigns,
    runs,
    [...review.rows({})],
    [...review.histograms(ids)],
    outputs,
  ])
}

/** Reads a damaged file in every way: refused, or sound, or wrong and found by the check. Anything else throws. */
function fate(path: string, sound: string): 'refused' | 'error when read' | 'unharmed' | 'found' | 'missed' {
  let review: ReviewReader
  try {
    review = openReview(path, { mode: 'read' })
  } catch (error) {
    if (error instanceof ReviewFileError) return 'refused'
    throw error
  }
  try {
    const findings = review.check()
    try {
      if (contentOf(review) === sound) return 'unharmed'
    } catch (error) {
      if (error instanceof ReviewFileError) return findings.length > 0 ? 'error when read' : 'missed'
      throw error
    }
    return findings.length > 0 ? 'found' : 'missed'
  } finally {
    review.close()
  }
}

/** A small generator with a fixed seed (mulberry32), so that failures are reproducible. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

describe('a damaged file', () => {
  it(
    'with one flipped bit never shows a changed number that the check does not find',
    { timeout: 120_000 },
    () => {
      const bytes = soundFile()
      const path = join(temporaryFolder(), 'flipped.benchwright')
      writeFileSync(path, bytes)
      const sound = contentOfFile(path)
      const random = randomNumbers(1)
      const fates: Record<string, number> = {}
      for (let round = 0; round < flips; round += 1) {
        const damaged = Buffer.from(bytes)
        const at = random(bytes.length)
        damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8))
        writeFileSync(path, damaged)
        const result = fate(path, sound)
        fates[result] = (fates[result] ?? 0) + 1
        expect(result, `round ${round}, byte ${at}`).not.toBe('missed')
      }
      console.log(`${flips} one-bit flips in ${bytes.length} bytes: ${JSON.stringify(fates)}`)
      expect((fates.found ?? 0) + (fates['error when read'] ?? 0)).toBeGreaterThan(flips / 10)
    },
  )

  it('that is truncated anywhere is refused, or was whole', () => {
    const bytes = soundFile()
    const path = join(temporaryFolder(), 'cut.benchwright')
    const random = randomNumbers(2)
    for (let round = 0; round < flips / 2; round += 1) {
      const length = random(bytes.length)
      writeFileSync(path, bytes.subarray(0, length))
      expect(() => openReview(path, { mode: 'read' }), `${length} bytes`).toThrow(ReviewFileError)
    }
  })

  it(
    'with a page of noise never shows a changed number that the check does not find',
    { timeout: 60_000 },
    () => {
      const bytes = soundFile()
      const path = join(temporaryFolder(), 'noise.benchwright')
      writeFileSync(path, bytes)
      const sound = contentOfFile(path)
      const random = randomNumbers(3)
      const pages = bytes.length / 4096
      let unharmed = 0
      for (let page = 1; page < pages; page += 1) {
        const damaged = Buffer.from(bytes)
        for (let at = page * 4096; at < (page + 1) * 4096; at += 1) damaged[at] = random(256)
        writeFileSync(path, damaged)
        const result = fate(path, sound)
        if (result === 'unharmed') unharmed += 1
        expect(result, `page ${page}`).not.toBe('missed')
      }
      // Pages of empty tables hold nothing that could be damaged.
      expect(unharmed).toBeLessThan(pages / 2)
    },
  )
})

function contentOfFile(path: string): string {
  const review = openReview(path, { mode: 'read' })
  const content = contentOf(review)
  expect(review.check()).toEqual([])
  review.close()
  return content
}
