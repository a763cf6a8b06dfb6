import { factsSource } from '../../../src/bench/articles/preview-document'
import { describe, expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import {
  draftDocument,
  draftOfRuns,
  hasOwnDocument,
  type DocumentDraft,
  saveDraft,
} from '../../../src/bench/articles/new-document'
import { purposeOf } from '../../../src/bench/articles/purpose'
import { knownDocument, type StoredDocument } from '../../../src/core/document/stored-document'
import type { Plan } from '../../../src/core/plan/plan'
import { endWithSkipped, ofEngine } from '../store/sample-results'
import { recordedSeries } from '../figures/recorded-review'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../store/sample-review'

/** A drive with five runs of random reads. */
function oneDrive(): ReviewWriter {
  const review = newReview()
  const plan = {
    ...samplePlan,
    base: { ...samplePlan.base, pattern: 'random-read' },
    ...{ axes: [{ key: 'queue_depth', levels: [1, 32] }], excluded: [], repetitions: 5 },
  }
  const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration: 'Drive A' })
  for (const { id, phase, repetition } of review.runs(campaignId)) {
    if (phase !== 'measure') continue
    const quantity = { test: 'random-read', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
    review.startRun(id, sampleStart)
    review.finishRuns([
      [
        id,
        {
          ...sampleResult(),
          observations: [{ kind: 'scalar', source: 'engine', ...quantity, value: 500_000 + repetition }],
        },
      ],
    ])
  }
  return review
}

/** Headings, each with the kinds of figures and the types of other blocks under it. */
function outline({ document, figures }: DocumentDraft): Readonly<Record<string, readonly string[]>> {
  const kinds = new Map(figures.map(({ id, settings }) => [id, settings.kind]))
  const under: Record<string, string[]> = {}
  let last: string[] = []
  for (const block of document.blocks)
    if (block.type === 'heading') last = under[block.text] = []
    else last.push('figureId' in block ? (kinds.get(block.figureId) ?? 'saved') : block.type)
  return under
}

it('names its figures by what they show', () => {
  const names = draftDocument(oneDrive(), 'drive-review').figures.map(({ name }) => name)
  expect(names).toContain('Random read: IOPS by queue depth')
  expect(new Set(names).size).toBe(names.length)
})

it('a drive review has a price and a specification if device cards state them', () => {
  const review = oneDrive()
  expect(outline(draftDocument(review, 'drive-review'))).not.toHaveProperty('Price')
  review.cards.saveDevice({
    name: 'Drive A',
    card: {
      ...{ standsFor: ['Drive A'], soldBytes: 1e12, price: { amount: 100, currency: 'USD' } },
      promises: [{ metric: 'iops', value: 600_000, workload: { test: 'random-read' } }],
    },
  })
  expect(outline(draftDocument(review, 'drive-review'))).toMatchObject({
    Specification: ['facts', 'text', 'specification'],
    Price: ['text', 'price'],
    'Queue depth and jobs': ['text', 'scaling'],
  })
})

/** Plans of a suite on one drive, each with two runs a case, run under one configuration. */
function suite(plans: readonly Pick<Plan, 'id' | 'axes'>[]): ReviewWriter {
  const review = newReview()
  for (const plan of plans) {
    // Only a mix has a share of reads.
    const test = plan.axes.some(({ key }) => key === 'read_percent') ? 'random-mix' : 'random-read'
    const base = { ...samplePlan.base, pattern: test, block_size: 4096, queue_depth: 8 }
    const whole = { ...samplePlan, name: `Suite: ${plan.id}`, base, excluded: [], ...plan }
    const campaignId = review.createCampaign({ ...sampleCampaign(whole), configuration: 'first night' })
    for (const { id, phase, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const observed = { ...ofEngine, test, direction: 'total' } as const
      review.startRun(id, sampleStart)
      review.finishRuns([
        [
          id,
          {
            ...sampleResult(),
            observations: [
              { ...observed, metric: 'iops', unit: 'IOPS', value: 500_000 + repetition },
              { ...observed, metric: 'bandwidth', unit: 'B/s', value: 2e9 + repetition },
              { ...observed, metric: 'latency_mean', unit: 'ns', value: 1e5 + repetition },
            ],
          },
        ],
      ])
    }
    endWithSkipped(review, campaignId)
  }
  return review
}

it('the draft of a suite draws each plan separately, over what it varied', () => {
  const depths = { key: 'queue_depth', levels: [8, 64] }
  const { figures } = draftDocument(
    suite([
      { id: 'depth', axes: [{ key: 'queue_depth', levels: [1, 8, 32] }] },
      { id: 'size', axes: [{ key: 'block_size', levels: [4096, 65536, 1048576] }] },
      { id: 'both', axes: [depths, { key: 'jobs', levels: [1, 2] }] },
    ]),
    'drive-review',
  )
  const settings = figures.map((one) => one.settings)
  expect(settings.find(({ kind }) => kind === 'mix-sweep')).toMatchObject({
    ...{ xKey: 'block_size', campaignIds: [2] },
    // From small requests, which IOPS count, to large ones.
    ...{ metric: 'bandwidth', secondMetric: 'iops' },
  })
  expect(settings.find(({ kind }) => kind === 'latency-throughput')).toMatchObject({
    ...{ xKey: 'queue_depth', campaignIds: [1] },
  })
})

it('draws small requests in IOPS, as the findings above the figures name them', () => {
  const review = suite([{ id: 'compressible', axes: [{ key: 'compress_percent', levels: [0, 50, 100] }] }])
  const { figures } = draftDocument(review, 'drive-review')
  const drawn = figures.find(({ settings }) => settings.kind === 'compressibility')?.settings
  expect(drawn).toMatchObject({ metric: 'iops' })
  expect(drawn).not.toHaveProperty('secondMetric')
})

it('a second draft shows each saved figure once, in the section of the first', () => {
  const review = suite([
    { id: 'mix', axes: [{ key: 'read_percent', levels: [100, 50, 0] }] },
    { id: 'size', axes: [{ key: 'block_size', levels: [4096, 65536, 1048576] }] },
  ])
  const figuresUnder = () => {
    const { document } = draftDocument(review, 'drive-review')
    const under: Record<string, number[]> = {}
    let last: number[] = []
    for (const block of document.blocks)
      if (block.type === 'heading') last = under[block.text] = []
      else if ('figureId' in block) last.push(block.figureId)
    return under
  }
  saveDraft(review, draftDocument(review, 'drive-review'))
  const saved = new Map(review.figures().map(({ id, settings }) => [id, settings.xKey]))
  const keysUnder = (heading: string) => figuresUnder()[heading]?.map((id) => saved.get(id))
  expect(keysUnder('Reads and writes mixed')).toEqual(['read_percent'])
  expect(keysUnder('Block size')).toEqual(['block_size'])
})

it('draws the write of a whole drive only of a campaign that wrote it once, in order', () => {
  const review = newReview()
  const record = (pattern: string) => {
    const plan = {
      ...samplePlan,
      id: pattern,
      base: { pattern, block_size: 1_048_576 },
      axes: [],
      excluded: [],
    }
    const id = review.createCampaign(sampleCampaign({ ...plan, repetitions: 1 }, pattern))
    const quantity = { test: pattern, direction: 'total', metric: 'bandwidth', unit: 'B/s' } as const
    const scalar = { kind: 'scalar', source: 'engine', ...quantity, value: 2e9 } as const
    const run = review.runs(id).find(({ phase }) => phase === 'measure')
    if (run === undefined) throw new Error('The campaign has no run.')
    review.startRun(run.id, sampleStart)
    review.finishRuns([[run.id, { ...sampleResult(), observations: [scalar, ...recordedSeries()] }]])
  }
  const overTime = () => outline(draftDocument(review, 'drive-review'))['Over time']
  record('random-write')
  expect(overTime()).toContain('consistency')
  record('sequential-write')
  expect(overTime()).toContain('whole-drive')
})

it('a review of cache software starts with the scorecards', () => {
  const review = oneDrive()
  expect(outline(draftDocument(review, 'cache-software'))['Ease of use']).toEqual(['text'])
  const card = { candidates: ['A', 'B'], categories: [{ name: 'Installation', entries: [] }] }
  const { id } = review.cards.saveScorecard({ name: 'Ease', card })
  const { document } = draftDocument(review, 'cache-software')
  expect(document.blocks).toContainEqual(expect.objectContaining({ type: 'scorecard', scorecardId: id }))
})

it('a review of device cards alone has their prices', () => {
  const review = newReview()
  for (const [name, amount] of [
    ['A', 100],
    ['B', 200],
  ] as const)
    review.cards.saveDevice({ name, card: { soldBytes: 400e9, price: { amount, currency: 'USD' } } })
  const { document, figures } = draftDocument(review, 'drive-review')
  expect(figures.map(({ settings }) => settings.kind)).toEqual(['price'])
  expect(document.blocks.some((block) => block.type === 'figure' && block.figureId === figures[0]?.id)).toBe(
    true,
  )
})

it('a file that holds only a scorecard is a review of software, without a method section', () => {
  const review = newReview()
  expect(purposeOf(review)).toBeUndefined()
  const card = { candidates: ['A', 'B'], categories: [{ name: 'Installation', entries: [] }] }
  review.cards.saveScorecard({ name: 'Ease', card })
  expect(purposeOf(review)?.template).toBe('cache-software')
  const draft = draftDocument(review, 'cache-software')
  expect(outline(draft)).toEqual({
    Introduction: ['text'],
    'Ease of use': ['text', 'scorecard'],
    Verdict: ['text'],
  })
})

it('starts with the findings, and compares a drive with others only if there are others', () => {
  const review = oneDrive()
  const under = outline(draftDocument(review, 'drive-review'))
  expect(under.Introduction).toEqual(['facts', 'text'])
  // Two queue depths of one drive could be compared, but are not other drives.
  expect(review.comparisonChoices().suggestion).toBeDefined()
  expect(under).not.toHaveProperty('Against others')
})

it('writes about the drive under review, and ranks it against drives that were taken from other files', () => {
  const review = oneDrive()
  const [own] = review.campaigns()
  for (const name of ['Drive B', 'Drive C']) {
    const other = oneDrive()
    other.renameCampaign(other.campaigns()[0]?.id ?? 0, name)
    review.takeCampaigns(other)
  }
  const draft = draftDocument(review, 'drive-review')
  const facts = draft.document.blocks.flatMap((block) => (block.type === 'facts' ? [block] : []))
  expect(facts.map(({ about }) => about)).toEqual(['findings', 'drive', 'method', 'commands'])
  expect(facts.map(({ campaignIds }) => campaignIds)).toEqual(facts.map(() => [own?.id]))
  expect(outline(draft)['Against others']).toEqual(['text', 'ranking'])
  const ranking = draft.figures.find(({ settings }) => settings.kind === 'ranking')?.settings
  expect(ranking).toMatchObject({ campaignIds: review.campaigns().map(({ id }) => id) })
})

it("keeps a draft's facts to the review's own drive when others are taken later", () => {
  const review = oneDrive()
  const { blocks } = draftDocument(review, 'drive-review').document
  const [facts] = blocks.flatMap((block) => (block.type === 'facts' ? [block] : []))
  if (facts === undefined) throw new Error('The draft has no facts.')
  const other = oneDrive()
  other.renameCampaign(other.campaigns()[0]?.id ?? 0, 'Drive B')
  review.takeCampaigns(other)
  const told = factsSource(review, facts).campaigns.map(({ campaign }) => campaign.id)
  expect(told).toEqual([review.campaigns()[0]?.id])
  const collection = newReview()
  collection.takeCampaigns(other)
  expect(factsSource(collection, facts).campaigns).toHaveLength(1)
})

it('draws nothing twice: a sweep over whatever was varied leaves out what another section shows', () => {
  const review = newReview()
  const plan = {
    ...samplePlan,
    axes: [{ key: 'compress_percent', levels: [0, 50, 100] }],
    ...{ excluded: [], repetitions: 2 },
  }
  const campaignId = review.createCampaign(sampleCampaign(plan))
  for (const { id, phase } of review.runs(campaignId)) {
    if (phase !== 'measure') continue
    review.startRun(id, sampleStart)
    review.finishRuns([[id, sampleResult(1000 + id)]])
  }
  const under = outline(draftDocument(review, 'drive-review'))
  expect(under['Compressible data']).toEqual(['text', 'compressibility'])
  expect(under).not.toHaveProperty('Results')
})

/** Records a latency histogram and a series for every run of a campaign. */
function record(review: ReviewWriter, plan: Plan, configuration: string): number {
  const id = review.createCampaign(sampleCampaign(plan, configuration))
  for (const run of review.runs(id)) {
    if (run.phase !== 'measure') continue
    const quantity = { ...ofEngine, test: 'random-read', direction: 'total' } as const
    review.startRun(run.id, sampleStart)
    review.finishRuns([
      [
        run.id,
        {
          ...sampleResult(),
          observations: [
            { ...quantity, metric: 'iops', unit: 'IOPS', value: 1000 },
            {
              ...({ kind: 'histogram', source: 'engine', test: 'random-read', direction: 'read' } as const),
              ...{ metric: 'completion', unit: 'ns', binsNs: [1000, 2000], counts: [90, 910] },
            },
            ...recordedSeries(),
          ],
        },
      ],
    ])
  }
  return id
}

it('draws single runs of one kind of plan, and drives measured alike next to each other', () => {
  const review = newReview()
  const base = { pattern: 'random-read', block_size: 4096 }
  const plan = (id: string, axes: Plan['axes']) => ({
    ...{ ...samplePlan, id, base, axes, excluded: [], repetitions: 1, preparation: [] },
  })
  const pattern = { key: 'pattern', levels: ['random-read', 'random-write'] }
  record(review, plan('mix', [{ key: 'block_size', levels: [4096, 8192, 16384] }]), 'Drive A')
  const depth = plan('depth', [pattern, { key: 'queue_depth', levels: [1, 8] }])
  const depths = [record(review, depth, 'Drive A'), record(review, depth, 'Drive B')]
  const few = record(review, plan('few', [{ key: 'fill_percent', levels: [20, 80] }]), 'Drive A')
  const settings = draftDocument(review, 'drive-review').figures.map((one) => one.settings)
  expect(settings.find(({ kind }) => kind === 'latency-percentiles')).toMatchObject({
    ...{ campaignIds: depths, facet: 'pattern' },
  })
  expect(settings.find(({ kind }) => kind === 'consistency')).toMatchObject({ campaignIds: [few] })
})

it('ranks no campaigns of one drive in one configuration against each other', () => {
  const kinds = (review: ReviewWriter) =>
    draftDocument(review, 'drive-review').figures.map(({ settings }) => settings.kind)
  const depth = (id: string) => ({ id, axes: [{ key: 'queue_depth', levels: [1, 8] }] })
  const review = suite([depth('one'), depth('two')])
  expect(kinds(review)).not.toContain('ranking')
  review.renameCampaign(2, 'second night')
  expect(kinds(review).some((kind) => kind === 'ranking' || kind === 'percent-difference')).toBe(true)
})

describe('the draft of runs', () => {
  const planA = { id: 'depth', axes: [{ key: 'queue_depth', levels: [1, 8, 32] }] }
  const textOf = (review: ReviewWriter) => review.documents.list().map(({ id }) => review.documents.read(id))

  it('is not made of nothing', () => {
    const review = newReview()
    review.createCampaign(sampleCampaign())
    expect(draftOfRuns(review, 'drive-review')).toBeUndefined()
    expect(review.documents.list()).toEqual([])
  })

  it('is written anew by the next run as long as nobody has edited it', () => {
    const review = suite([planA])
    // As an earlier version drafted it: from nothing.
    const empty = {
      document: { ...draftDocument(review, 'drive-review').document, blocks: [heading] },
      figures: [],
    }
    const first = saveDraft(review, empty)
    expect(hasOwnDocument(review)).toBe(false)
    const second = draftOfRuns(review, 'drive-review')
    expect(second).toMatchObject({ id: first.id, name: first.name })
    expect(second?.blocks.some(({ type }) => type === 'figure')).toBe(true)
    expect(draftOfRuns(review, 'drive-review')?.id).toBe(first.id)
    expect(review.documents.list()).toHaveLength(1)
    expect(review.check()).toEqual([])
  })

  it.each([
    [
      'a word',
      (one: StoredDocument) => ({
        ...one,
        blocks: one.blocks.map((block) => (block.type === 'text' ? { ...block, markdown: 'Quick.' } : block)),
      }),
    ],
    ['the order', (one: StoredDocument) => ({ ...one, blocks: [...one.blocks].reverse() })],
    ['a block fewer', (one: StoredDocument) => ({ ...one, blocks: one.blocks.slice(1) })],
    ['the last block fewer', (one: StoredDocument) => ({ ...one, blocks: one.blocks.slice(0, -1) })],
    ['the author', (one: StoredDocument) => ({ ...one, author: 'A. Person' })],
    ['the name', (one: StoredDocument) => ({ ...one, name: 'Mine' })],
  ])('stays as it is once somebody has changed %s', (_what, edit) => {
    const review = suite([planA])
    const first = draftOfRuns(review, 'drive-review')
    if (!first) throw new Error('There is no draft.')
    const mine = review.documents.save(knownDocument(edit(first)), knownDocument(first))
    expect(hasOwnDocument(review)).toBe(true)
    expect(draftOfRuns(review, 'drive-review')?.id).not.toBe(first.id)
    expect(textOf(review)[0]).toEqual(mine)
  })
})

const heading = { id: 'a', type: 'heading', level: 2, text: 'Conclusion' } as const
