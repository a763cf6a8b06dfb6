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
  for (const group of ['host', 'firmware']) {
    const side = (value: string) => [{ key: 'configuration', value }]
    const figure = figureOfReview(measuredOn({ name: 'host', counts: [2, 4], areShared: false }).review, {
      ...{ kind: 'percent-difference', campaignIds: [], metric: 'iops' },
      comparison: {
        ...{ baseline: side('old'), candidates: [side('new')], metric: 'iops', group },
        ...{ factors: ['configuration'], acceptance: 'they were measured alike' },
      },
    })
    for (const { text } of figure.notes)
      if (text.startsWith('The runs are the unit'))
        said.add(
          group,
          text,
          () => (one) =>
            wrongIf(one.slots.get('side') !== 'old', 'it is another side') ??
            (one.id === 'groups-unknown'
              ? wrongIf(one.slots.get('unit') !== `level of ${group}` || group === 'host', 'all have one')
              : (wrongIf(one.slots.get('unit') !== `levels of ${group}`, 'they are others') ??
                differs(one, 'count', 2) ??
                differs(one, 'least', 3))),
        )
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['groups-'])).toEqual([])
  expect(said.undetected().filter((slot) => /^(groups-|compared-low-n)/.test(slot))).toEqual([])
})

/** Two drives in turn that never changed places: the first case falls from turn to turn by `share`, the others do not. */
function inPlainTurns(cases: number, drifting: number, share: number): SimulatedReview {
  const made = new SimulatedReview()
  for (const place of [0, 1])
    made.add({
      plan: {
        ...{ name: 'Turns', base: { pattern: 'random', block_size: 4096 }, repetitions: 6 },
        axes: [{ key: 'queue_depth', levels: Array.from({ length: cases }, (_, at) => 2 ** at) }],
        order: { kind: 'interleaved', seed: 1 },
        interleaved: { schedule: '00000000-0000-4000-8000-000000000009', place, of: 2 },
      },
      ...{ drive: 'Swift', configuration: place === 0 ? 'old' : 'new' },
      measure: ({ queue_depth }, repetition) => {
        // A difference that a drift of this size cannot make.
        const isFar = Number(queue_depth) >= 2 ** drifting
        const factor = 1 - share * (2 * repetition + place) + 0.0002 * (repetition % 2)
        return requests('random-read', 1000 * factor * (isFar && place === 1 ? 3 : 1), 4096, 100)
      },
    })
  return made
}

it('says of sides in plain turns in how many cases a drift could make the difference', () => {
  const said = new Audit()
  for (const [cases, drifting, share] of [
    [1, 1, 0.01],
    [3, 3, 0.01],
    [3, 1, 0.01],
    [2, 0, 0.01],
  ] as const) {
    const side = (value: string) => [{ key: 'configuration', value }]
    const { candidates } = inPlainTurns(cases, drifting, share).review.compare({
      ...{ baseline: side('old'), candidates: [side('new')], metric: 'iops' },
      factors: ['configuration'],
    })
    for (const text of candidates.flatMap(({ advice }) => advice.filter((one) => one.includes('in turn'))))
      said.add(`${String(drifting)} of ${String(cases)}`, text, () => (one) => {
        const [effect] = one.parts.get('effect') ?? []
        const [where] = effect?.parts.get('where') ?? []
        return (
          wrongIf(one.id !== 'turns-plain', 'it is something else') ??
          wrongIf((effect?.id === 'turns-no-trend') !== (drifting === 0), 'whether there is a trend') ??
          wrongIf((where?.id === 'turns-some-cases') !== (drifting > 0 && drifting < cases), 'all or some') ??
          (where && differs(where, 'cases', cases)) ??
          (where?.id === 'turns-some-cases' ? differs(where, 'lost', drifting) : undefined)
        )
      })
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['turns-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})
