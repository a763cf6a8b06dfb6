import { DatabaseSync } from '@photostructure/sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../../src/core/iterables'
import { binKinds } from '../../../../src/core/contract/review'
import { knownDocument } from '../../../../src/core/document/stored-document'
import { openReview } from '../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import { fillWithEverything } from '../everything'
import { closing, newReview, sampleCampaign, sampleResult, temporaryFolder } from '../sample-review'

function deleteEverything(review: ReviewWriter): void {
  const { campaigns, plans, figures, unknownFigures, documents, devices, scorecards, presets } =
    review.summary()
  for (const { id, leaderId } of campaigns) if (leaderId === undefined) review.deleteCampaign(id)
  for (const { id } of plans) review.deletePlan(id)
  for (const { id } of [...figures, ...unknownFigures]) review.deleteFigure(id)
  for (const { id } of documents) {
    const document = review.documents.read(id)
    if (document) review.documents.delete(knownDocument(document))
  }
  for (const { id } of devices) review.cards.deleteDevice(id)
  for (const { id } of scorecards) review.cards.deleteScorecard(id)
  for (const { id } of presets) if (id > 0) review.article.deletePreset(id)
}

const contentOf = ({ bin: _, ...rest }: ReturnType<ReviewWriter['summary']>) => rest

function filled(): ReviewWriter {
  const review = closing(newReview())
  fillWithEverything(review)
  return review
}

function countOf(path: string, sql: string): unknown {
  const raw = new DatabaseSync(path, { readOnly: true })
  try {
    const row = raw.prepare(sql).get() as Readonly<Record<string, unknown>> | undefined
    return Object.values(row ?? {})[0]
  } finally {
    raw.close()
  }
}

describe('what is deleted', () => {
  it('is out of sight, in the bin, and comes back as it was, with its id', () => {
    const review = filled()
    const before = review.summary()
    const rows = [...review.rows({})]
    expect(before.bin).toEqual([])

    deleteEverything(review)
    const { bin, ...now } = review.summary()
    expect({ ...now.campaigns, ...now.plans, ...now.figures, ...now.unknownFigures }).toEqual({})
    expect([...now.documents, ...now.devices, ...now.scorecards]).toEqual([])
    expect(now.presets.filter(({ id }) => id > 0)).toEqual([])
    expect([...review.rows({})]).toEqual([])
    expect(new Set(bin.map(({ kind }) => kind))).toEqual(new Set(binKinds))
    expect(review.check()).toEqual([])

    for (const { kind, key } of bin) review.bin.restore(kind, key)
    expect(contentOf(review.summary())).toEqual(contentOf(before))
    expect([...review.rows({})]).toEqual(rows)
    expect(review.bin.list()).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('is not seen by programs that read the views', () => {
    const review = filled()
    for (const view of ['results', 'run_list', 'series_list', 'published'])
      expect(countOf(review.path, `SELECT count(*) FROM ${view}`)).not.toBe(0)
    deleteEverything(review)
    for (const view of ['results', 'run_list', 'series_list', 'published'])
      expect([view, countOf(review.path, `SELECT count(*) FROM ${view}`)]).toEqual([view, 0])
  })

  it('leaves its name to others, and comes back beside them under another', () => {
    const review = closing(newReview())
    const old = review.cards.saveDevice({ name: 'Nova', card: {} })
    review.cards.deleteDevice(old.id)
    review.cards.saveDevice({ name: 'Nova', card: {} })
    review.bin.restore('device', old.id)
    expect(review.cards.devices().map(({ name }) => name)).toEqual(['Nova', 'Nova (2)'])
    expect(review.check()).toEqual([])
  })

  it('cannot be changed', () => {
    const review = filled()
    const [device] = review.cards.devices()
    const [campaign] = review.campaigns()
    if (!device || !campaign) throw new Error('The review is empty.')
    review.cards.deleteDevice(device.id)
    review.deleteCampaign(campaign.id)
    expect(() => review.cards.saveDevice({ ...device, name: 'Other' })).toThrow('There is no device card')
    expect(() => review.renameCampaign(campaign.id, 'Other', undefined)).toThrow('is not in')
  })

  it('is gone for good once the bin is emptied, with its pictures and files', () => {
    const review = filled()
    deleteEverything(review)
    for (const { kind, key } of review.bin.list()) review.bin.erase(kind, key)
    expect(review.bin.list()).toEqual([])
    for (const table of ['campaign', 'run', 'figure', 'document', 'plan', 'imported_file', 'scalar'])
      expect([table, countOf(review.path, `SELECT count(*) FROM ${table}`)]).toEqual([table, 0])
    expect(review.check()).toEqual([])
    expect(() => review.bin.restore('campaign', 1)).toThrow('no longer in the bin')
  })

  it('gives its space back', () => {
    const review = closing(newReview())
    const campaignId = review.createCampaign(sampleCampaign())
    for (const { id } of review.runs(campaignId)) review.finishRuns([[id, sampleResult()]])
    review.describe('A', 'x'.repeat(100_000))
    review.describe('A', '')
    const full = statSync(review.path).size
    review.deleteCampaign(campaignId)
    review.bin.erase('campaign', campaignId)
    review.bin.compact()
    expect(statSync(review.path).size).toBeLessThan(full)
    expect(review.check()).toEqual([])
  })

  it('is not in a copy', () => {
    const review = filled()
    deleteEverything(review)
    const path = join(temporaryFolder(), 'copy.benchwright')
    review.copyTo(path)
    const copy = closing(openReview(path, { mode: 'read' }))
    expect(copy.summary().bin).toEqual([])
    expect(countOf(path, 'SELECT count(*) FROM run')).toBe(0)
    expect(copy.check()).toEqual([])
    expect(review.bin.list()).not.toEqual([])
  })

  it('can be imported again', () => {
    const review = filled()
    const [first] = review.campaigns()
    const known = () => [...finish(review.campaignsByFile()).values()]
    expect(known()).not.toEqual([])
    for (const { id } of review.campaigns()) review.deleteCampaign(id)
    expect(known()).toEqual([])
    expect(first).toBeDefined()
  })
})
