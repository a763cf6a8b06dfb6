import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftDocument } from '../../../src/bench/articles/new-document'
import { factsSource } from '../../../src/bench/articles/preview-document'
import { purposeOf } from '../../../src/bench/articles/purpose'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { factsMarkdown } from '../../../src/core/document/facts'
import { closing, temporaryFolder } from '../store/sample-review'
import { type Measured, type Simulated, SimulatedReview } from '../words/simulated'

const depths = { name: 'Depths', axes: [{ key: 'queue_depth', levels: [1, 32] }], repetitions: 5 }
const reads =
  (iops: number, ofDepth: Readonly<Record<number, number>> = {}) =>
  ({ queue_depth: depth }: Readonly<Record<string, unknown>>, repetition: number): readonly Measured[] => [
    {
      ...{ test: 'random-read', direction: 'total' },
      values: { iops: iops * (ofDepth[Number(depth)] ?? 1) * (1 + 0.001 * ((repetition * 7) % 5)) },
    },
  ]

function reviewOf(...campaigns: readonly Simulated[]) {
  const made = new SimulatedReview()
  for (const one of campaigns) made.add(one)
  return made.review
}

const nova: Simulated = { plan: depths, drive: 'Nova', measure: reads(100_000) }
const pulsar: Simulated = { plan: depths, drive: 'Pulsar', measure: reads(100_000, { 32: 0.67 }) }
const transactions: Simulated['measure'] = (_, repetition) => [
  { ...{ test: 'oltp', direction: 'total' }, values: { transactions: 1000 + repetition } },
]

describe('the purpose of an article', () => {
  it.each([
    ['one drive', [nova], 'drive-review', 'the campaigns measured one drive'],
    [
      'nothing of a drive',
      [{ plan: depths, measure: reads(100_000) }],
      'drive-review',
      'no other template is about its campaigns',
    ],
    [
      'two samples of a model',
      ['S1', 'S2'].map((serial) => ({
        ...{ plan: depths, measure: reads(100_000) },
        record: { device: { name: 'nvme0n1', model: 'Nova', serial } },
      })),
      'drives',
      'the campaigns measured 2 drives',
    ],
    [
      'two plans of one drive',
      [nova, { ...nova, plan: { ...depths, name: 'Again' } }],
      'drive-review',
      'one drive',
    ],
    ['two drives', [nova, pulsar], 'drives', 'the campaigns measured Nova and Pulsar'],
    [
      'two kernels',
      [
        { ...nova, record: { kernel: '6.1' } },
        { ...nova, record: { kernel: '6.18' } },
      ],
      'two-kernels',
      'the campaigns differ in kernel: 6.1 and 6.18',
    ],
    [
      'two settings',
      [
        { ...nova, configuration: 'write cache on' },
        { ...nova, configuration: 'write cache off' },
      ],
      'two-kernels',
      'the campaigns differ in configuration: write cache on and write cache off',
    ],
    [
      'databases',
      [
        { ...nova, configuration: 'A', measure: transactions },
        { ...nova, configuration: 'B', measure: transactions },
      ],
      'databases',
      'all results are of a database',
    ],
    [
      'hours',
      [
        {
          ...nova,
          plan: { name: 'Hours', axes: [], base: { pattern: 'random-write', runtime: 3600 }, repetitions: 1 },
        },
      ],
      'over-time',
      'each campaign measured few cases for long, or until steady',
    ],
  ] as const)('%s', (_, campaigns, template, because) => {
    const found = purposeOf(reviewOf(...campaigns))
    expect(found).toMatchObject({ template })
    expect(found?.because).toContain(because)
  })

  it.each([
    ['sandforce-kernel', 'two-kernels'],
    ['tpcc-servers', 'databases'],
    ['flashmax-generations', 'drives'],
    ['fio-read-write-mix', 'drive-review'],
    ['cache-software-scorecard', 'cache-software'],
  ])('the sample %s', (name, template) => {
    const review = closing(openReview(`resources/samples/${name}.benchwright`, { mode: 'read' }))
    expect(purposeOf(review)?.template).toBe(template)
  })
})

it('draws a drive that was printed at one load beside the sweep of another', () => {
  // Without the figures of the sample, which a draft uses first.
  const path = join(temporaryFolder(), 'flashmax.benchwright')
  copyFileSync('resources/samples/flashmax-generations.benchwright', path)
  const review = closing(openReview(path, { mode: 'write' }))
  if (!isWriter(review)) throw new Error('The copy of the sample cannot be written.')
  for (const { id } of review.figures()) review.deleteFigure(id)
  const { figures } = draftDocument(review, 'drives')
  const found = figures.find(({ settings }) => settings.kind === 'latency-throughput')
  expect(found?.settings.campaignIds).toEqual(review.campaigns().map(({ id }) => id))
})

it('an article about drives begins with the answer, and ends with the commands', () => {
  const review = reviewOf(nova, pulsar)
  const { blocks } = draftDocument(review, 'drives').document
  const [heading, first] = blocks
  expect(heading).toMatchObject({ type: 'heading', text: 'Introduction' })
  if (first?.type !== 'facts') throw new Error('The first block tells no facts.')
  const text = factsMarkdown(first.about, factsSource(review, first))
  expect(text.split('. ')[0]).toBe(
    'Pulsar has worse IOPS than Nova in “QD 32”, by 33.00\u202f%; equal within ±1\u202f% in “QD 1”.'.slice(
      0,
      -1,
    ),
  )
  const last = blocks.filter(({ type }) => type === 'facts').at(-1)
  expect(last).toMatchObject({ about: 'commands' })
  // The table of all numbers is below; the figures do not repeat it.
  expect(blocks.filter((block) => block.type === 'figure' && block.withTable).length).toBeLessThan(
    blocks.filter(({ type }) => type === 'figure').length,
  )
})
