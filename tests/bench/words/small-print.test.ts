import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { campaignProvenance } from '../../../src/core/figures/figure/campaign-provenance'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { figureParts } from '../../../src/core/figures/figure/figure-parts'
import { smallPrint } from '../../../src/core/figures/figure/small-print'
import { nothingText } from '../../../src/core/figures/kinds/build-figure'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { Audit } from './audited'
import { beyondIsWrong } from './check-beyond'
import { differs, wrongIf } from './read-back'
import { requests, scattered, SimulatedReview } from './simulated'

const sizes = Array.from({ length: 12 }, (_, at) => 512 * 2 ** at)

/** B is as fast as A but for two sizes, of which one is far faster and one scatters widely. */
function twoSides(): SimulatedReview {
  const made = new SimulatedReview()
  for (const configuration of ['A', 'B'])
    made.add({
      plan: {
        ...{ name: 'Sizes', base: { pattern: 'random-read', queue_depth: 4 }, repetitions: 5 },
        axes: [{ key: 'block_size', levels: sizes }],
      },
      ...{ drive: 'Swift 1 TB', configuration },
      measure: ({ block_size: size }, repetition) => {
        const at = configuration === 'B' ? sizes.indexOf(Number(size)) : -1
        const mean = 10_000 * (at === 3 ? 60 : 1 + at / 1000)
        return requests('random-read', scattered(mean, at === 5 ? 0.6 : 0.003, repetition, at), 4096, 100)
      },
    })
  return made
}

const side = (value: string) => [{ key: 'configuration', value }]
const comparison = {
  ...{ baseline: side('A'), candidates: [side('B')], metric: 'iops', factors: ['configuration'] },
  acceptance: 'both were measured on one bench',
}

const asked: readonly Readonly<Record<string, unknown>>[] = [
  ...['percent-difference', 'advantage'].flatMap((kind) => [
    { kind, comparison },
    { kind, comparison, yMin: -20, yMax: 20 },
    { kind, comparison, yMin: -150, yMax: 150 },
    { kind, comparison, showIntervals: false },
  ]),
  { kind: 'comparison', comparison, yMax: 20_000 },
  { kind: 'mix-sweep', xKey: 'block_size', yMax: 20_000 },
  { kind: 'mix-sweep', xKey: 'block_size', yMin: 9_900, yMax: 20_000 },
  { kind: 'mix-sweep', xKey: 'block_size', yMax: 11_000, showIntervals: false },
]

it('says in small print what is beyond the axis', () => {
  const said = new Audit()
  const { review } = twoSides()
  for (const settings of asked) {
    const figure = figureOfReview(review, {
      campaignIds: [],
      metric: 'iops',
      ...settings,
    } as unknown as FigureSettings)
    const facts = { figure, isLimited: 'yMax' in settings }
    for (const line of figure.smallPrint)
      if (/^(The axis ends|\d+ (mark|interval))/.test(line))
        said.add(String(settings.kind), line, () => (one) => beyondIsWrong(one, facts), ['beyond-'])
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['beyond-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})

it('says where the caption of a part is, that there is nothing, and how many commands differ', () => {
  const said = new Audit()
  const made = twoSides()
  const sweep = { kind: 'mix-sweep', campaignIds: [], metric: 'iops', xKey: 'read_percent' } as const
  const split: Figure = {
    ...figureOfReview(made.review, { ...sweep, xKey: 'block_size' }),
    panels: { columns: 1, titles: ['a', 'b', 'c', 'd', 'e'], perPart: 2 },
  }
  const parts = figureParts(split)
  const last = parts.findIndex(({ smallPrint: lines }) => lines.length > 0) + 1
  for (const { caption } of parts.slice(0, -1))
    said.add('parts', caption, () => (one) => differs(one, 'last', last), ['figure-'])
  const nothing = figureOfReview(made.review, { ...sweep, metric: 'transactions' })
  const [text] = nothingText({ ...nothing, notes: [] }).split(/(?<=\.) /)
  said.add(
    'nothing',
    text ?? '',
    () => (one) =>
      wrongIf(one.slots.get('kind') !== 'Sweep', 'it is another kind') ??
      wrongIf(
        nothing.series.some(({ points }) => points.some(({ y }) => y !== undefined)),
        'there is something',
      ),
    ['figure-'],
  )
  const origin = made.review.campaignOrigin(1)
  if (origin === undefined) throw new Error('no campaign')
  const commands = Array.from({ length: 14 }, (_, at) => `fio a=${String(at < 3 ? 0 : at)}`)
  const campaigns = commands.map((command) => ({
    ...campaignProvenance(origin),
    ...{ command, commandCase: 'one' },
  }))
  const differing = commands.filter((command) => command !== commands[0]).length
  for (const line of smallPrint({ campaigns }, 'mean').filter((one) => one.endsWith('options.')))
    said.add('commands', line, () => (one) => differs(one, 'campaigns', differing), ['print-'])
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['figure-', 'print-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})
