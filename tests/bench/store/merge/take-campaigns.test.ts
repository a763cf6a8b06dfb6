import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../../src/bench/store/review-store'
import { summaryNames } from '../../../../src/core/results/campaign/campaign-naming'
import { editFile } from '../edit-file'
import { fillWithEverything } from '../everything'
import {
  endWithSkipped,
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleSeries,
  sampleStart,
  temporaryFolder,
} from '../sample-review'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const fixture = (name: string) => join(root, 'tests', 'fixtures', 'results-file', name)
const sample = (name: string) => join(root, 'resources', 'samples', name)

const reading = (path: string) => closing(openReview(path, { mode: 'read' }))

const digest = (bytes: Uint8Array = new Uint8Array()) => createHash('sha256').update(bytes).digest('hex')

/** A closed file with rows of every kind, with series; its plan is deleted. */
function everything(): string {
  const review = newReview()
  fillWithEverything(review)
  const [, run] = review.runs(review.createCampaign(sampleCampaign()))
  review.startRun(run?.id ?? 0, sampleStart)
  review.finishRuns([[run?.id ?? 0, { ...sampleResult(), observations: [sampleSeries(1)] }]])
  for (const { id } of review.campaigns()) endWithSkipped(review, id)
  review.close()
  return review.path
}

/** Everything about a campaign, without the ids it has in its file and what importing it adds. */
function contentOf(review: ReviewReader, campaignId: number): unknown {
  const { plan, hostRecord, log, publication, calibrations, importedFiles, ...facts } =
    review.campaignFacts(campaignId)!
  const { takenFrom: _, ...record } = hostRecord
  const runs = review.runs(campaignId)
  const places = new Map(runs.map(({ id }, place) => [id, place]))
  const { id: __, machineIds: ___, leaderId: ____, finishedAtMs: _____, ...rest } = facts
  return {
    ...{ rest, plan, record, publication, calibrations },
    log: log
      .filter(({ text }) => !text.startsWith('Taken over from'))
      .map((entry) => ({ ...entry, runId: entry.runId === undefined ? undefined : places.get(entry.runId) })),
    files: importedFiles.map(({ id, ...file }) => [file, digest(review.importedFile(id))]),
    runs: runs.map(({ id, campaignId: _campaign, ...run }) => {
      const { id: _id, campaignId: _in, measurements, ...detail } = review.run(id)!
      return {
        ...{ run, detail },
        numbers: measurements.map(({ runId: _run, campaignId: _of, ...number }) => number),
        outputs: detail.rawOutputs.map(({ name }) => digest(review.rawOutput(id, name))),
        histograms: review.histograms([id]).get(id),
        series: review.series(id),
      }
    }),
    published: review.published([campaignId]).map(({ campaignId: _of, id: _result, ...one }) => one),
    excluded: review
      .excludedRuns()
      .filter(({ runId }) => places.has(runId))
      .map(({ runId, reason }) => [places.get(runId), reason]),
  }
}

/** Leaders with their machines, in the order of the file. */
const families = (review: ReviewReader) =>
  review
    .campaigns()
    .filter(({ leaderId }) => leaderId === undefined)
    .map(({ id, machineIds = [] }) => [id, ...machineIds])

/** The leader of a family in which no run was started. */
const emptyIn = (review: ReviewReader) => (family: readonly number[]) => {
  const [leader = 0] = family
  const { runsByState, publishedResults } = review.campaignFacts(leader)!
  return Object.keys(runsByState).join() === 'waiting' && publishedResults === 0 ? [leader] : []
}

describe.each([
  ['rows of every kind', everything],
  ['a measured sample', () => sample('fio-read-write-mix.benchwright')],
  ['a published sample', () => sample('sandforce-kernel.benchwright')],
  ['a file of format 1', () => fixture('version-1.benchwright')],
  ['a file of format 7', () => fixture('version-7.benchwright')],
])('campaigns imported from %s', (_what, make) => {
  it('read the same as before, with their origin, and the other file is unchanged', () => {
    const path = make()
    const before = readFileSync(path)
    const other = reading(path)
    const review = newReview()
    // Ids of campaigns and runs differ in this file.
    review.createCampaign(sampleCampaign({ ...samplePlan, id: 'here', name: 'Here' }))
    const report = review.takeCampaigns(other)
    const taken = new Map(report.taken.map(({ from, id }) => [from, id]))
    const expected = families(other).filter(([leader]) => taken.has(leader ?? 0))
    expect(taken.size).toBeGreaterThan(0)
    expect(report.left.map(({ from }) => from)).toEqual(families(other).flatMap(emptyIn(other)))
    // Besides, only what is in the other file twice is not imported.
    expect(taken.size + report.known.length + report.left.length).toBe(families(other).length)
    for (const { from, id } of report.known) {
      const twin = report.taken.find((one) => one.id === id)
      expect(contentOf(other, from)).toEqual(contentOf(other, twin?.from ?? 0))
    }
    expect(
      families(review)
        .slice(1)
        .map((family) => family.map((id) => contentOf(review, id))),
    ).toEqual(expected.map((family) => family.map((id) => contentOf(other, id))))
    for (const { id, from } of report.taken) {
      const { hostRecord, log } = review.campaignFacts(id)!
      expect(hostRecord.takenFrom).toMatchObject([
        { file: basename(path), review: other.summary().title, campaignId: from },
      ])
      const [origin] = hostRecord.takenFrom ?? []
      expect(log.at(-1)?.text).toBe(
        `Taken over from ${basename(path)} (“${other.summary().title}”), where it is called “${summaryNames(other.campaigns()).get(from) ?? ''}”; seal ${origin?.seal ?? ''}.`,
      )
      expect(origin?.seal).toMatch(/^[0-9a-f]{32}$/)
    }
    expect(review.check()).toEqual([])
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('are reported as existing the second time, and when they come back', () => {
    const other = reading(make())
    const review = newReview()
    const { taken } = review.takeCampaigns(other)
    const again = review.takeCampaigns(other)
    expect(again.taken).toEqual([])
    expect(again.known).toHaveLength(families(other).length - again.left.length)
    for (const { from, id } of taken)
      expect(again.known).toContainEqual(expect.objectContaining({ from, id }))
    const copy = join(temporaryFolder(), 'copy.benchwright')
    copyFileSync(other.path, copy)
    const back = closing(openReview(copy, { mode: 'write' }))
    expect(isWriter(back) && back.takeCampaigns(review)).toMatchObject({ taken: [], left: [] })
  })
})

describe('importing campaigns', () => {
  it('imports the requested one, with the plan if none has its id', () => {
    const review = newReview()
    const other = reading(sample('sandforce-kernel.benchwright'))
    const last = other.campaigns().at(-1)!
    const { taken } = review.takeCampaigns(other, { campaignIds: [last.id] })
    expect(taken).toMatchObject([{ from: last.id, id: 1, name: last.name }])
    expect(review.campaigns()).toHaveLength(1)
    expect(review.summary().plans.map(({ id }) => id)).toEqual(
      other.summary().plans.flatMap(({ id }) => (id === last.planId ? [id] : [])),
    )
  })

  it('keeps the existing plan with the same id', () => {
    const other = reading(everything())
    const review = newReview()
    review.savePlan({ ...samplePlan, name: 'Mine' })
    review.takeCampaigns(other)
    expect(review.plan(samplePlan.id).name).toBe('Mine')
    expect(review.campaign(1)?.plan.name).toBe(samplePlan.name)
  })

  it('keeps every file that a campaign was imported through', () => {
    const first = newReview()
    first.takeCampaigns(reading(sample('tpcc-servers.benchwright')))
    const second = newReview()
    second.takeCampaigns(first)
    expect(second.campaignFacts(1)?.hostRecord.takenFrom?.map(({ file }) => file)).toEqual([
      'tpcc-servers.benchwright',
      'drive.benchwright',
    ])
  })

  it('leaves what is in progress or has no results, and reports it', () => {
    const other = newReview()
    const ids = ['running', 'waiting'].map((name) => other.createCampaign(sampleCampaign(samplePlan, name)))
    other.setCampaignState(ids[0] ?? 0, 'running')
    const review = newReview()
    expect(review.takeCampaigns(other)).toMatchObject({
      taken: [],
      left: [
        { from: ids[0], reason: 'It is running there; take it when it has ended.' },
        { from: ids[1], reason: 'It has no results yet.' },
      ],
    })
    expect(review.campaigns()).toEqual([])
  })

  it('imports a campaign with a configuration renamed here only once', () => {
    const other = reading(sample('fio-read-write-mix.benchwright'))
    const review = newReview()
    const [one] = review.takeCampaigns(other).taken
    review.renameCampaign(one?.id ?? 0, 'My name for it')
    expect(review.takeCampaigns(other).known).toContainEqual(expect.objectContaining({ id: one?.id }))
  })

  it('imports results of others only once, too, whatever their configuration and drive are called here', () => {
    const other = reading(sample('tpcc-servers.benchwright'))
    const review = newReview()
    const { taken } = review.takeCampaigns(other)
    for (const { id } of taken) review.renameCampaign(id, `My name for ${String(id)}`, `Drive ${String(id)}`)
    const again = review.takeCampaigns(other)
    expect(again.known.map(({ from, id }) => [from, id])).toEqual(taken.map(({ from, id }) => [from, id]))
    expect(again.taken).toEqual([])
  })

  it.each([
    ['a number', 'UPDATE scalar SET value = value + 1'],
    ['a row that is gone', 'DELETE FROM log WHERE id = 1'],
    ['a host', "UPDATE campaign SET host = 'other' WHERE id = 1"],
  ])('refuses a file in which a seal does not match: %s', (_what, sql) => {
    const path = everything()
    editFile(path, (database) => database.exec(sql))
    const other = reading(path)
    const review = newReview()
    const before = readFileSync(review.path)
    expect(() => review.takeCampaigns(other)).toThrow(other.check()[0])
    expect(readFileSync(review.path).equals(before)).toBe(true)
  })

  it('refuses a campaign that does not exist, and a part of another one', () => {
    const other = reading(everything())
    const review = newReview()
    expect(() => review.takeCampaigns(other, { campaignIds: [99] })).toThrow(/There is no campaign 99 in/)
    const [[leader = 0, machine = 0] = []] = families(other)
    const called = (id: number) => summaryNames(other.campaigns()).get(id) ?? ''
    expect(() => review.takeCampaigns(other, { campaignIds: [machine] })).toThrow(
      `“${called(machine)}” of ${other.path} is a part of “${called(leader)}”.`,
    )
  })

  it('leaves nothing behind if it is interrupted', () => {
    const other = reading(everything())
    const review = newReview()
    review.createCampaign(sampleCampaign())
    const before = readFileSync(review.path)
    expect(() =>
      review.takeCampaigns(other, {
        onProgress: (done) => {
          expect(review.campaigns().length).toBeGreaterThan(done)
          if (done === 2) throw new Error('cut off')
        },
      }),
    ).toThrow('cut off')
    expect(review.campaigns()).toHaveLength(1)
    expect(readFileSync(review.path).equals(before)).toBe(true)
    expect(review.check()).toEqual([])
  })
})
