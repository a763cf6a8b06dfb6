import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import type { Histogram } from '../../../src/core/results/observation'
import { Audit } from './audited'
import { plain } from './drawn'
import { percentileFamilies } from './families'
import { rangeIsWrong, type Said, wrongIf } from './read-back'
import { requests, SimulatedReview } from './simulated'

interface World {
  readonly name: string
  /** Runs of each line. */
  readonly runs: readonly number[]
  readonly ios: number
  readonly metric: 'completion' | 'total'
  /** How much the latencies of runs differ, as a share. */
  readonly scatter: number
  /** Each is twice as slow as the one before; unset: one. */
  readonly drives?: readonly string[]
}

const sizes = ['4 KiB', '64 KiB']

const worlds: readonly World[] = [
  { name: 'one run', runs: [1], ios: 20_000, metric: 'completion', scatter: 0 },
  { name: 'several', runs: [7, 5], ios: 20_000, metric: 'completion', scatter: 0.01 },
  { name: 'wide', runs: [3], ios: 20_000, metric: 'total', scatter: 0.9 },
  { name: 'few', runs: [1, 1], ios: 12, metric: 'completion', scatter: 0 },
  { name: 'many', runs: Array.from({ length: 30 }, () => 1), ios: 20_000, metric: 'completion', scatter: 0 },
  {
    ...{ name: 'two drives', runs: [5], ios: 20_000, metric: 'completion', scatter: 0.01 },
    drives: ['Swift 1 TB', 'Tortoise 1 TB'],
  },
  { name: 'none', runs: [1], ios: 0, metric: 'completion', scatter: 0 },
]

function reviewOf({ runs, ios, metric, scatter, drives = ['Swift 1 TB'] }: World) {
  const made = new SimulatedReview()
  for (const [slow, drive] of drives.entries())
    made.add({
      plan: {
        ...{
          name: 'Latencies',
          base: { pattern: 'random-read', queue_depth: 4 },
          repetitions: Math.max(...runs),
        },
        axes: [{ key: 'block_size', levels: runs.map((_, at) => (at < 2 ? 4096 * 16 ** at : 65_536 * at)) }],
      },
      drive,
      measure: () => requests('random-read', 10_000, 4096, 100),
      outcome: ({ block_size: size }, repetition) =>
        repetition > (runs[size === 4096 ? 0 : 1] ?? 0) ? { skipped: true } : {},
      observe: (_, repetition): readonly Histogram[] =>
        ios === 0
          ? []
          : [
              {
                ...{
                  kind: 'histogram',
                  source: 'engine',
                  test: 'random-read',
                  direction: 'read',
                  metric,
                  unit: 'ns',
                },
                binsNs: Array.from({ length: 10 }, (__, at) =>
                  Math.round(
                    100_000 *
                      2 ** slow *
                      (1 + at) *
                      (repetition % 3 === 1 ? 1 + 10 * scatter : 1 + scatter * (repetition % 2)),
                  ),
                ),
                counts: Array.from({ length: 10 }, () => ios / 10),
              },
            ],
    })
  return made.review
}

it('says of percentiles of latency what the histograms of the runs are', () => {
  const said = new Audit()
  for (const world of worlds) {
    const review = reviewOf(world)
    const drawn = world.ios >= 20
    for (const view of ['curve', 'cdf', 'box'] as const)
      for (const statistic of ['mean', 'median'] as const) {
        const settings = { kind: 'latency-percentiles', campaignIds: [], metric: 'iops', view, statistic }
        const figure = figureOfReview(review, settings as FigureSettings)
        const hasRuns = Math.max(...world.runs) > 1
        const isWrong = (one: Said): string | undefined => {
          const middle = one.slots.get('middle') ?? ''
          const [first = '', second = ''] = world.drives ?? []
          const lines = world.drives === undefined ? world.runs : world.drives.map(() => 5)
          switch (one.id) {
            case 'caption-no-data':
            case 'percentiles-none':
              return wrongIf(world.ios > 0, 'there are histograms')
            case 'percentiles-of':
              return (
                rangeIsWrong(one, 'runs', lines) ??
                wrongIf((one.parts.get('each') ?? []).length > 0 !== lines.length > 1, 'how many lines') ??
                wrongIf((one.parts.get('added') ?? []).length > 0 !== hasRuns, 'whether they are added up') ??
                wrongIf(
                  one.slots.get('latency')?.startsWith('Completion') !== (world.metric === 'completion'),
                  'it is the other',
                )
              )
            case 'percentiles-other-latency':
              return wrongIf(
                one.slots.get('shown') !== world.metric || one.slots.get('wanted') === world.metric,
                'it is the other',
              )
            case 'percentiles-curve':
              return wrongIf(view !== 'curve', 'it is no curve')
            case 'percentiles-shares':
              return wrongIf(view !== 'cdf', 'it is none')
            case 'percentiles-boxes':
              return wrongIf(view !== 'box', 'it is none')
            case 'percentiles-marks':
              return wrongIf(!hasRuns || middle !== `${statistic}s`, 'they are others')
            case 'percentiles-bars': {
              const isLog = statistic === 'mean' && world.scatter > 0.5
              return wrongIf(
                !middle.startsWith(`${statistic}s`) || middle.includes('log scale') !== isLog,
                'they are others',
              )
            }
            case 'percentiles-too-many':
              return wrongIf(
                one.slots.get('cases') !== String(world.runs.length) ||
                  one.slots.get('shown') !== String(new Set(figure.series.map(({ line }) => line)).size) ||
                  world.runs.length <= 28,
                'they are others',
              )
            case 'percentiles-choose':
              return wrongIf(world.runs.length <= 28, 'all are shown')
            case 'percentiles-against': {
              const told = (one.parts.get('verdicts') ?? []).map((each) => [
                plain(each.slots.get('percent') ?? ''),
                each.slots.get('verdict') ?? '',
              ])
              // Ten I/Os or more lie beyond up to 99.9 % of 20,000.
              const wanted = ['Median', '90 %', '99 %', '99.9 %', '99.99 %', '99.999 %'].map((percent) => [
                percent,
                percent.startsWith('99.99 ') || percent.startsWith('99.999')
                  ? 'too few I/Os in 10 of 10 runs'
                  : 'worse',
              ])
              return (
                wrongIf(
                  plain(one.slots.get('candidate') ?? '') !== second ||
                    plain(one.slots.get('baseline') ?? '') !== first,
                  'they are others',
                ) ?? wrongIf(told.join(';') !== wanted.join(';'), `they are ${wanted.join('; ')}`)
              )
            }
            case 'percentiles-few':
              return wrongIf(
                drawn || !sizes.includes(plain(one.slots.get('line') ?? '')),
                'it has enough, or is none',
              )
            default:
              return undefined
          }
        }
        const notes = figure.notes.flatMap(({ text, advice = [] }) => [text, advice].flat())
        for (const text of [figure.caption, ...notes])
          said.add(`${world.name}, ${view}`, text, () => isWrong, percentileFamilies)
      }
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(percentileFamilies)).toEqual([])
  expect(said.undetected().filter((slot) => slot.startsWith('percentiles-'))).toEqual([])
})
