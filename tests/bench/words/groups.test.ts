import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { Audit } from './audited'
import { countOf, differs, type Said, wrongIf } from './read-back'
import { requests, scattered, SimulatedReview } from './simulated'

/** Units that are compared instead of runs: what they are called, and how many each side has. */
interface Units {
  readonly name: string
  readonly counts: readonly number[]
  /** Each unit is on both sides. */
  readonly areShared: boolean
}

/** Two configurations on three machines each, or on samples of one model. */
function measuredOn(units: Units): SimulatedReview {
  const made = new SimulatedReview()
  for (const [side, configuration] of ['old', 'new'].entries())
    for (let at = 0; at < (units.counts[side] ?? 0); at += 1) {
      const isSample = units.name === 'Samples'
      const serial = `S${String(side)}${String(at)}`
      made.add({
        plan: {
          ...{ name: 'Depths', base: { pattern: 'random', block_size: 4096 }, repetitions: 3 },
          axes: [{ key: 'queue_depth', levels: [1, 8] }],
        },
        configuration,
        host: isSample ? 'bench' : `bench-${String(at)}`,
        ...(isSample
          ? { record: { device: { name: 'nvme0n1', model: 'Swift', serial } } }
          : { drive: 'Swift' }),
        measure: ({ queue_depth }, repetition) =>
          requests(
            'random-read',
            scattered(1000 * Number(queue_depth) * (1 + side / 10 + at / 50), 0.01, repetition),
            4096,
            100,
          ),
      })
    }
  return made
}

function isWrong(said: Said, { name, counts, areShared }: Units): string | undefined {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const range = least === most ? String(most) : `${String(least)} to ${String(most)}`
  switch (said.id) {
    case 'groups-unit':
      return (
        wrongIf(said.slots.get('units') !== name, `they are ${name}`) ??
        wrongIf(said.slots.get('counts') !== range, `there are ${range}`)
      )
    case 'groups-levels-unit':
      return (
        wrongIf(said.slots.get('factor') !== name, `it is the ${name}`) ??
        wrongIf(said.slots.get('counts') !== range, `there are ${range}`)
      )
    case 'compared-low-n':
      return (
        wrongIf(
          said.slots.get('units') !== (name === 'Samples' ? 'samples' : `levels of ${name}`),
          `they are ${name}`,
        ) ??
        differs(said, 'least', 5) ??
        wrongIf(least >= 5, 'there are enough')
      )
    case 'compared-change': {
      const paired = (said.parts.get('estimates') ?? []).filter(({ id }) => id === 'groups-paired')
      return (
        wrongIf(paired.length > 0 !== areShared, 'whether they are paired') ??
        paired.map((one) => differs(one, 'pairs', most)).find((wrong) => wrong !== undefined) ??
        wrongIf(
          paired.some((one) => countOf(one, 'pairs') > least),
          'some have no pair',
        )
      )
    }
    default:
      // The others are audited with comparisons of runs.
      return undefined
  }
}

it('says what is compared instead of runs, and how many of them', () => {
  const said = new Audit()
  const worlds: readonly Units[] = [
    { name: 'host', counts: [3, 3], areShared: true },
    { name: 'Samples', counts: [3, 4], areShared: false },
  ]
  for (const units of worlds) {
    const side = (value: string) => [{ key: 'configuration', value }]
    const comparison = {
      ...{ baseline: side('old'), candidates: [side('new')], metric: 'iops' },
      ...{ factors: ['configuration'], acceptance: 'they were measured alike' },
    }
    const figure = figureOfReview(measuredOn(units).review, {
      ...{ kind: 'percent-difference', campaignIds: [], metric: 'iops', comparison },
    })
    for (const text of [figure.caption, ...figure.notes.map((note) => note.text)])
      said.add(units.name, text, () => (one) => isWrong(one, units), ['groups-', 'compared-'])
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['groups-'])).toEqual([])
  expect(said.undetected().filter((slot) => /^(groups-|compared-low-n)/.test(slot))).toEqual([])
})
