import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../../src/bench/store/open-review'
import { importFiles } from '../../../../../src/bench/import/import-files'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../../sample-review'

describe('campaigns', () => {
  it('stores the plan, its cases and all runs as waiting', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const campaign = review.campaign(id)
    expect(campaign).toMatchObject({
      id,
      planId: 'mix',
      name: 'Read/write mix',
      configuration: 'kernel 6.18',
      host: 'bench-1',
      device: 'unknown',
      target: { kind: 'folder', path: '/mnt/drive' },
      engine: 'fio',
      engineVersion: undefined,
      state: 'waiting',
      runsByState: { waiting: 10 },
      plan: samplePlan,
    })
    expect(campaign?.runs.map((run) => run.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(campaign?.runs[0]).toMatchObject({ phase: 'layout', repetition: 0 })
    expect(campaign?.runs[10]).toMatchObject({
      caseKey: 'block_size=65536,read_percent=0',
      levels: { block_size: 65536, read_percent: 0 },
      repetition: 2,
      state: 'waiting',
      headline: {},
    })
    expect(review.check()).toEqual([])
  })

  it('keeps the plan it was started with if the plan changes or is deleted', () => {
    const review = newReview()
    review.savePlan(samplePlan)
    const id = review.createCampaign(sampleCampaign())
    review.savePlan({ ...samplePlan, name: 'Other' })
    review.deletePlan('mix')
    expect(review.campaign(id)?.plan).toEqual(samplePlan)
    expect(review.summary().plans).toEqual([])
  })

  it('names the device by model and kernel name, or reports that it is unknown', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const device = { name: 'nvme0n1', model: ' Samsung 990 PRO ' }
    review.setHostRecord(id, { name: 'bench-2', device, raw: { lsblk: '{}' } }, '3.33')
    expect(review.campaigns()[0]).toMatchObject({
      host: 'bench-2',
      device: 'Samsung 990 PRO (nvme0n1)',
      engineVersion: '3.33',
    })
    review.setHostRecord(id, { name: 'bench-2', device: { name: 'sda' }, raw: {} }, '3.33')
    expect(review.campaigns()[0]?.device).toBe('sda')
    review.setHostRecord(id, { name: 'bench-2', raw: {} }, undefined)
    expect(review.campaigns()[0]).toMatchObject({ device: 'unknown', engineVersion: undefined })
    expect(review.check()).toEqual([])
  })

  it('records the time when a campaign ends and removes it when it continues', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const before = Date.now()
    review.setCampaignState(id, 'stopped')
    expect(review.campaign(id)?.finishedAtMs).toBeGreaterThanOrEqual(before)
    review.setCampaignState(id, 'running')
    expect(review.campaign(id)?.finishedAtMs).toBeUndefined()
  })

  it('counts the time in its runs, not what it waited before, between and after them', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const [first, second] = review.runs(id)
    for (const [run, startedAtMs] of [
      [first, sampleStart.startedAtMs],
      [second, sampleStart.startedAtMs + 40_000],
    ] as const) {
      review.startRun(run?.id ?? 0, { ...sampleStart, startedAtMs })
      review.finishRuns([[run?.id ?? 0, sampleResult()]])
    }
    expect(review.campaign(id)?.runMs).toBeUndefined()
    review.setCampaignState(id, 'stopped')
    expect(review.campaign(id)?.runMs).toBe(80_000)
  })

  it('deletes a campaign with everything under it and nothing else', () => {
    const review = newReview()
    const gone = review.createCampaign(sampleCampaign())
    const kept = review.createCampaign(sampleCampaign(samplePlan, 'firmware B'))
    for (const id of [gone, kept]) {
      const runId = review.runs(id)[1]?.id ?? 0
      review.startRun(runId, sampleStart)
      review.finishRuns([[runId, sampleResult(id * 500)]])
      review.appendLog(id, { atMs: 1, level: 'info', text: 'Run 1 is done.', runId })
    }
    const rowsKept = [...review.rows({ campaignIds: [kept] })]
    review.deleteCampaign(gone)
    expect(review.campaign(gone)).toBeUndefined()
    expect(review.campaigns().map(({ id }) => id)).toEqual([kept])
    expect([...review.rows({})]).toEqual(rowsKept)
    expect(rowsKept).toHaveLength(9)
    expect(review.log(kept)).toHaveLength(1)
    expect(review.check()).toEqual([])
    expect(review.createCampaign(sampleCampaign())).toBe(kept + 1)
  })

  it('lists campaigns by their ids as among all of them', () => {
    const review = newReview()
    const [first, second, third] = [1, 2, 3].map(() => review.createCampaign(sampleCampaign()))
    const all = review.campaigns()
    expect(review.campaigns([third ?? 0, 999, first ?? 0])).toEqual([all[2], all[0]])
    expect(review.campaigns([second ?? 0])).toEqual([all[1]])
  })

  it('name the drive of imported results, and keep that of measured ones as recorded', async () => {
    const review = newReview()
    await importFiles(review, ['tests/fixtures/fio-3.33/mix.out'], {})
    const [imported] = review.campaigns()
    const id = imported?.id ?? 0
    const recordOf = () => review.campaignFacts(id)?.hostRecord.device
    expect(imported?.device).toBe('vda')
    review.renameCampaign(id, 'warm', 'Drive A')
    expect(review.campaigns()).toMatchObject([{ device: 'Drive A', configuration: 'warm' }])
    expect(recordOf()).toEqual({ name: 'Drive A' })
    review.renameCampaign(id, 'warm', '')
    expect(review.campaigns()).toMatchObject([{ device: 'unknown' }])
    expect(recordOf()).toBeUndefined()

    const measured = review.createCampaign(sampleCampaign())
    expect(() => review.renameCampaign(measured, 'cold', 'Drive B')).toThrow('is recorded')
    expect(review.campaigns([measured])).toMatchObject([{ device: 'unknown', configuration: 'kernel 6.18' }])
    expect(review.check()).toEqual([])
  })

  it('names the campaign that does not exist', () => {
    const review = newReview()
    expect(() => review.renameCampaign(7, 'x')).toThrow(expect.objectContaining({ id: 'not-found' }))
    expect(review.campaign(7)).toBeUndefined()
    expect(review.execution(7)).toBeUndefined()
  })

  it('reads back what another connection stored', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const reader = closing(openReview(review.path, { mode: 'read' }))
    expect(reader.campaign(id)).toEqual(review.campaign(id))
    review.renameCampaign(id, 'firmware C')
    expect(reader.campaigns()[0]?.configuration).toBe('firmware C')
  })

  it('hands the runner seeds, data file and run directories', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    const runId = review.runs(id)[3]?.id ?? 0
    review.startRun(runId, sampleStart)
    const execution = review.execution(id)
    expect(execution).toMatchObject({ hostId: 'local', dataFile: '/mnt/drive/benchwright.dat' })
    expect(execution?.runs).toHaveLength(11)
    expect(execution?.runs[3]).toMatchObject({
      runId,
      seed: 100,
      state: 'running',
      runDirectory: '/var/tmp/run-1',
    })
    expect(execution?.runs[4]).toMatchObject({ state: 'waiting', runDirectory: undefined })
  })
})
