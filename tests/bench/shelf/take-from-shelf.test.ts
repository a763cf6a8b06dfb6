import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { Plan } from '../../../src/core/plan/plan'
import { rankingSettings } from '../../../src/bench/figures/ranking-settings'
import { readShelf, type Shelf } from '../../../src/bench/shelf/shelf'
import { takeFromShelf } from '../../../src/bench/shelf/take-from-shelf'
import { createReview } from '../../../src/bench/store/create-review'
import { openForWriting } from '../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { importFiles } from '../../../src/bench/import/import-files'
import { editFile } from '../store/edit-file'
import { sampleCampaign, samplePlan, sampleResult } from '../store/sample-results'
import { closing, temporaryFolder } from '../store/sample-review'

let folder: string
let shelf: Shelf
let review: ReviewWriter

beforeEach(async () => {
  vi.stubEnv('BENCHWRIGHT_STATE', temporaryFolder())
  folder = temporaryFolder()
  mkdirSync(join(folder, 'old'))
  await makeReview(join(folder, 'a.benchwright'), 'Drive Alpha')
  await makeReview(join(folder, 'old', 'b.benchwright'), 'Drive Beta')
  const own = join(folder, 'own.benchwright')
  await makeReview(own, 'Drive Own')
  shelf = await readShelf(folder)
  review = closing(openForWriting(own))
})

async function makeReview(path: string, device: string, configuration = ''): Promise<void> {
  const made = createReview(path)
  await importFiles(made, ['tests/fixtures/fio-3.33/mix.out'], { device, configuration })
  made.close()
}

/** Adds a measured campaign with two runs for each percentage of reads. */
function measure(
  into: ReviewWriter,
  configuration: string,
  readPercents: readonly number[],
  plan: Plan = samplePlan,
): void {
  const axes = [{ key: 'read_percent', levels: [...readPercents] }]
  const campaignId = into.createCampaign(sampleCampaign({ ...plan, axes, excluded: [] }, configuration))
  into.finishRuns(into.runs(campaignId).map(({ id }) => [id, { ...sampleResult(id), rawOutputs: [] }]))
  into.setCampaignState(campaignId, 'done')
}

/** Takes a drive with two cases, 100 and 50 % reads, from the shelf; the id of its campaign. */
async function takeZeta(): Promise<number> {
  const other = createReview(join(folder, 'f.benchwright'))
  measure(other, 'Drive Zeta', [100, 50])
  other.close()
  await takeFromShelf(review, await readShelf(folder), [{ file: 'f.benchwright', campaignIds: [1] }])
  return review.campaigns().find(({ configuration }) => configuration === 'Drive Zeta')?.id ?? 0
}

const b = join('old', 'b.benchwright')
const both = [
  { file: 'a.benchwright', campaignIds: [1] },
  { file: b, campaignIds: [1] },
]
const devices = () => review.campaigns().map(({ device }) => device)

describe('campaigns from the shelf', () => {
  it('are imported into the review once, from whichever file, and show where they were', async () => {
    const progress: string[] = []
    const first = await takeFromShelf(review, shelf, both, {
      onProgress: ({ done, total, name }) => progress.push(`${done}/${total} ${name}`),
    })
    expect(first).toMatchObject({
      files: [
        { file: 'a.benchwright', report: { taken: [{ from: 1, id: 2 }] } },
        { file: b, report: { taken: [{ from: 1, id: 3 }] } },
      ],
      cancelled: false,
    })
    expect(progress).toEqual(['0/2 a.benchwright', `1/2 ${b}`, '2/2 '])
    expect(devices()).toEqual(['Drive Own', 'Drive Alpha', 'Drive Beta'])
    expect(review.campaignFacts(3)?.hostRecord.takenFrom).toMatchObject([
      { file: 'b.benchwright', campaignId: 1 },
    ])
    const again = await takeFromShelf(review, shelf, both)
    expect(again.files).toMatchObject([
      { report: { known: [{ id: 2 }] } },
      { report: { known: [{ id: 3 }] } },
    ])
    expect(devices()).toHaveLength(3)
    expect(review.check()).toEqual([])
  })

  it('are not blocked by a file that is damaged, foreign or gone, or is the review itself', async () => {
    editFile(join(folder, 'a.benchwright'), (file) => file.exec('UPDATE scalar SET value = value + 1'))
    await makeReview(join(folder, 'c.benchwright'), 'Drive Gamma')
    await makeReview(join(folder, 'd.benchwright'), 'Drive Delta')
    const now = await readShelf(folder)
    writeFileSync(join(folder, 'c.benchwright'), 'a shopping list')
    rmSync(join(folder, 'd.benchwright'))
    const picks = ['a.benchwright', 'c.benchwright', 'd.benchwright', 'own.benchwright', b]
    const { files } = await takeFromShelf(
      review,
      now,
      picks.map((file) => ({ file, campaignIds: [1] })),
    )
    const problems = files.map(({ problem }) => problem)
    expect(problems[0]).toContain('is damaged, so nothing was taken from it')
    expect(problems[1]).toContain('c.benchwright')
    expect(problems[2]).toContain('d.benchwright')
    expect(problems[3]).toBe('own.benchwright is the file of this review.')
    expect(problems[4]).toBeUndefined()
    expect(devices()).toEqual(['Drive Own', 'Drive Beta'])
  })

  it('are only those of files that the shelf listed', async () => {
    const before = readFileSync(review.path)
    for (const file of ['nowhere.benchwright', '../a.benchwright', join(folder, 'a.benchwright')])
      await expect(takeFromShelf(review, shelf, [{ file, campaignIds: [1] }])).rejects.toThrow(
        'is not on the shelf',
      )
    expect(readFileSync(review.path).equals(before)).toBe(true)
  })

  it('stop between two files when cancelled, with the first one whole', async () => {
    const cancel = new AbortController()
    const { files, cancelled } = await takeFromShelf(review, shelf, both, {
      signal: cancel.signal,
      onProgress: ({ done }) => {
        if (done === 1) cancel.abort()
      },
    })
    expect(cancelled).toBe(true)
    expect(files.map(({ file }) => file)).toEqual(['a.benchwright'])
    expect(devices()).toEqual(['Drive Own', 'Drive Alpha'])
    expect(review.check()).toEqual([])
  })
})

describe('the ranking of campaigns from the shelf', () => {
  it("places them next to one's own device, which is highlighted", async () => {
    await takeFromShelf(review, shelf, both)
    expect(rankingSettings(review, [2, 3])).toEqual({
      kind: 'ranking',
      campaignIds: [1, 2, 3],
      metric: 'iops',
      reviewed: 'Drive Own',
    })
  })

  it("highlights the newest of one's own campaigns that has a case in common with the others", async () => {
    measure(review, 'Own, mixed', [100, 50])
    measure(review, 'Own, mixed again', [100, 50])
    measure(review, 'Own, mostly writes', [20, 10])
    const zeta = await takeZeta()
    const again = review.campaigns().find(({ configuration }) => configuration === 'Own, mixed again')
    expect(rankingSettings(review, [zeta])).toMatchObject({
      campaignIds: [again?.id, zeta],
      reviewed: 'Own, mixed again',
    })
  })

  it("leaves out one's own campaigns if none has a case in common with the others", async () => {
    measure(review, 'Own, mostly writes', [20, 10])
    const id = await takeZeta()
    const { reviewed, campaignIds } = rankingSettings(review, [id])
    expect({ reviewed, campaignIds }).toEqual({ campaignIds: [id] })
  })

  it('ranks all plans of a suite as one drive, the own and those of others', async () => {
    const other = createReview(join(folder, 'g.benchwright'))
    for (const [into, configuration] of [
      [review, 'Own drive'],
      [other, 'Drive Eta'],
    ] as const)
      for (const [name, shares] of [
        ['Mix', [100, 50]],
        ['Writes', [20, 10]],
      ] as const) {
        measure(into, configuration, shares, { ...samplePlan, id: name, name })
        const { id = 0 } = into.campaigns().at(-1) ?? {}
        into.setHostRecord(
          id,
          { name: 'lab', device: { name: 'sda', model: configuration }, raw: {} },
          undefined,
        )
      }
    other.close()
    await takeFromShelf(review, await readShelf(folder), [{ file: 'g.benchwright', campaignIds: [1, 2] }])
    const idsOf = (configuration: string) =>
      review.campaigns().flatMap((one) => (one.configuration === configuration ? [one.id] : []))
    const settings = rankingSettings(review, idsOf('Drive Eta'))
    expect(settings).toMatchObject({
      campaignIds: [...idsOf('Own drive'), ...idsOf('Drive Eta')],
      reviewed: expect.stringContaining('Own drive') as string,
    })
    const { x, series } = figureOfReview(review, settings)
    expect(x.ticks).toHaveLength(2)
    expect(series[0]?.label).toBe('Own drive')
  })

  it('highlights nothing by an ambiguous name', async () => {
    await makeReview(join(folder, 'e.benchwright'), 'Drive Own', 'warm')
    await takeFromShelf(review, await readShelf(folder), [{ file: 'e.benchwright', campaignIds: [1] }])
    const { campaignIds, ...settings } = rankingSettings(
      review,
      review.campaigns().map(({ id }) => id),
    )
    expect(campaignIds).toEqual([1, 2])
    expect(settings).not.toHaveProperty('reviewed')
  })

  it('is refused if they share no measurement', async () => {
    const text = 'test,iops\nwrite,100\n'
    writeFileSync(join(folder, 'table.csv'), text)
    await importFiles(review, [join(folder, 'table.csv')], { device: 'Printed' })
    const ids = review.campaigns().map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(() => rankingSettings(review, ids)).toThrow('share no test and metric')
  })
})
