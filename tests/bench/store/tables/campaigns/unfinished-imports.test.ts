import { spawnSync } from 'node:child_process'
import { DatabaseSync } from '@photostructure/sqlite'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openForWriting, openReview } from '../../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../../src/bench/store/review-store'
import { finish } from '../../../../../src/core/iterables'
import { bundledEnvironment, bundledProcess } from '../../bundled-process'
import { sampleImport, samplePublication } from '../../sample-import'
import { closing, newReview } from '../../sample-review'

const tables = [
  'campaign',
  'campaign_case',
  'campaign_file',
  'imported_file',
  'log',
  'publication',
  'published_result',
  'run',
  'run_file',
  'scalar',
]

/** How many rows of an import are in the file, visible or not. */
function rowsIn({ path }: { readonly path: string }): number {
  const raw = new DatabaseSync(path, { readOnly: true })
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`)
  const row: unknown = raw.prepare(`SELECT ${counts.join(' + ')} AS count`).get()
  raw.close()
  return v.parse(v.object({ count: v.number() }), row).count
}

function visibleIn({ path }: { readonly path: string }) {
  const review = openReview(path, { mode: 'read' })
  const seen = {
    campaigns: review.campaigns().map(({ source }) => source),
    first: review.campaign(1)?.source,
    rows: [...review.rows({})].length,
    published: review.published().length,
    findings: review.check(),
  }
  review.close()
  return seen
}

const nothing = { campaigns: [], first: undefined, rows: 0, published: 0, findings: [] }
const campaigns = () => [sampleImport(), samplePublication()]

/** Steps of the whole import, one for each of its units. */
function countSteps(): number {
  const storing = newReview().importCampaigns(campaigns())
  let steps = 0
  while (storing.next().done !== true) steps += 1
  return steps
}

describe('an import in progress', () => {
  let review: ReviewWriter
  beforeEach(() => {
    // Time runs fast, so that every unit is a separate transaction.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    review = newReview()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is hidden from everybody until its last step, and blocks nobody from writing', () => {
    const storing = review.importCampaigns(campaigns())
    let steps = 0
    for (; storing.next().done !== true; steps += 1) {
      expect(visibleIn(review)).toEqual(nothing)
      review.describe(`After step ${steps}`, '')
    }
    expect(steps).toBeGreaterThan(20)
    expect(visibleIn(review)).toMatchObject({
      campaigns: ['imported', 'published'],
      first: 'imported',
      findings: [],
    })
    expect(review.published().length).toBeGreaterThan(0)
  })

  it('leaves nothing if it is ended, at whatever step', () => {
    const empty = rowsIn(review)
    const steps = countSteps()
    for (let ended = 1; ended <= steps; ended += 4) {
      const storing = review.importCampaigns(campaigns())
      for (let at = 0; at < ended; at += 1) expect(storing.next().done).toBe(false)
      expect(rowsIn(review)).toBeGreaterThan(empty)
      expect(() => {
        for (let step = storing.throw(new Error('cancelled')); step.done !== true; step = storing.next())
          expect(review.campaigns()).toEqual([])
      }).toThrow('cancelled')
      expect(rowsIn(review)).toBe(empty)
    }
    expect(review.check()).toEqual([])
  })

  it('leaves the files that another campaign came from', () => {
    const [kept = 0] = finish(review.importCampaigns([sampleImport()]))
    const before = rowsIn(review)
    const storing = review.importCampaigns(campaigns())
    for (let at = 0; at < 20; at += 1) storing.next()
    expect(() => {
      for (let step = storing.throw(new Error('cancelled')); step.done !== true; step = storing.next());
    }).toThrow('cancelled')
    expect(rowsIn(review)).toBe(before)
    expect(review.campaign(kept)?.importedFiles).toHaveLength(1)
    expect(review.check()).toEqual([])
  })

  it('remains if the file is reopened in the meantime', () => {
    const storing = review.importCampaigns(campaigns())
    for (let at = 0; at < 10; at += 1) storing.next()
    closing(openForWriting(review.path))
    finish(storing)
    expect(visibleIn(review)).toMatchObject({ campaigns: ['imported', 'published'], findings: [] })
  })
})

describe('an import by a program that died', () => {
  it.each([1, 9, 16])('after %i steps is hidden, and gone when the file is opened to write', (steps) => {
    const review = newReview()
    const empty = rowsIn(review)
    review.close()
    const script = bundledProcess('./import-process.ts')
    const { signal } = spawnSync(process.execPath, [script, review.path, `${steps}`], {
      env: bundledEnvironment,
    })
    expect(signal).toBe('SIGKILL')
    expect(rowsIn(review)).toBeGreaterThan(empty)
    expect(visibleIn(review)).toEqual(nothing)
    const opened = closing(openForWriting(review.path))
    expect(rowsIn(review)).toBe(empty)
    expect(opened.check()).toEqual([])
    expect(finish(opened.importCampaigns(campaigns()))).toHaveLength(2)
  })
})
