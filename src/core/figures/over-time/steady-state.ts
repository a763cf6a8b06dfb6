import { sentences } from '../../text/plain-text'
import { findMetric } from '../../results/metrics'
import { namedLevel } from '../../plan/levels/format-level'
import { firstSteadyWindow, steadyWindow, steadyWindowRounds } from '../../statistics/series/steady-window'
import { estimate } from '../../statistics/summary/summarize'
import { formatPercent, formatPrinted, signedDigits, withUnit } from '../../units/number-format'
import { largestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, FigureNumbers, FigureSeries, PanelAxes } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import { isOfTest, provenanceOf, type RoundsOfCase } from '../cases/recorded-runs'
import { valueAxis } from '../figure/value-axis'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'

/** More cases than this do not fit below one another. */
const mostPanels = 8

const windowInterval = template('steady-interval', ' (95\u202f% interval of a selected window: {interval})', {
  interval: 'interval',
})
const windowSlots = {
  first: 'count',
  last: 'count',
  average: 'value',
  interval: { of: [windowInterval] },
  slope: 'change',
} as const
const steadyIn = template(
  'steady-in',
  'Steady in rounds {first} to {last}, average {average}{interval}, slope {slope} a round.',
  windowSlots,
)
const caseSteadyIn = template(
  'steady-case-in',
  '{case}: steady in rounds {first} to {last}, average {average}{interval}, slope {slope} a round.',
  { case: 'case', ...windowSlots },
)
const windowMarks = template(
  'steady-marks',
  'The window was selected for a small range, so that its interval is narrower than the drive deserves. Shaded: the window; solid: its average; dotted: ±10 %; dashed: the line through its rounds.',
)
const notReached = template('steady-grey', 'Grey: the window was not reached.')
const neverSteady = template(
  'steady-never',
  '{case}: no window of five rounds was steady in {rounds}. The results are of a drive that still changes.',
  { case: 'case', rounds: 'count' },
)
const tooFewRounds = template(
  'steady-few-rounds',
  '{case}: {rounds|one round is|# rounds are} too few to tell whether the drive was steady; the window has five.',
  { case: 'case', rounds: 'count' },
)
const noRounds = template('steady-none', 'No campaign ran rounds until its drive was steady.')
const noneChosen = template(
  'steady-none-chosen',
  'No case with rounds is of the chosen campaigns and levels.',
)
const firstShown = template('steady-first', '{cases} cases have rounds; the first {shown} are shown.', {
  ...{ cases: 'count', shown: 'count' },
})

const windowRule = template(
  'steady-rule',
  'Steady window: five rounds, largest minus smallest at most 20 % of their average, and the line through them changes by at most 10 % of it.',
)
const chooseOther = template('steady-choose-other', 'Choose other campaigns or levels.')
const askForRounds = template('steady-ask', 'Set "until steady" in the plan.')
const chooseLevels = template('steady-choose-levels', 'Choose levels for others.')

type Found = ReturnType<typeof firstSteadyWindow>

interface Panel {
  readonly rounds: RoundsOfCase
  readonly name: string
  /** Name of its campaign. */
  readonly campaign: string
  /** The name with its unit. */
  readonly title: string
  readonly unit: ScaledUnit
  readonly found: Found
}

function buildSteadyState(
  { cases }: FigureInputs['rounds'],
  asked: UsualSettings,
  provenance: FigureProvenance,
): Figure {
  const { test, ...fixed } = asked.fixed ?? {}
  const wanted = cases.filter(
    ({ campaignId, levels, parameters, values }) =>
      values.length > 0 &&
      isOfTest({ parameters }, test) &&
      isChosen(campaignId, asked) &&
      Object.entries(fixed).every(([key, level]) => levels[key] === level),
  )
  const all = wanted.map((rounds) => panelOf(rounds, wanted, asked, provenance))
  const panels = all.slice(0, mostPanels)
  const [first] = panels
  const metric = findMetric(first?.rounds.metric ?? asked.metric)
  const last = largestOf(
    panels.map(({ rounds }) => rounds.values.length),
    steadyWindowRounds,
  )
  const y = panels.map(({ rounds, unit }) => {
    return valueAxis({ values: rounds.values.map((value) => value / unit.factor), steps: 4 })
  })
  return {
    kind: 'steady-state',
    title: `${metric?.label ?? 'Value'} by round`,
    subtitle: '',
    cut: all.length > panels.length ? `${String(panels.length)} of ${String(all.length)} cases` : undefined,
    campaignIds: [...new Set(panels.map(({ rounds }) => rounds.campaignId))],
    metric: metric?.id ?? asked.metric,
    xKey: 'round',
    statistic: 'mean',
    x: {
      label: cleanText(asked.xLabel ?? 'Round', textLimits.axis),
      ...{ kind: 'linear', min: 0.5, max: last + 0.5 },
      ticks: Array.from({ length: last }, (_unused, at) => ({ value: at + 1, label: String(at + 1) })),
    },
    y: y[0] ?? { label: '', kind: 'linear' },
    unit: first?.unit.label ?? '',
    panels: {
      columns: 1,
      ofLines: true,
      titles: panels.map(({ title }) => title),
      axes: panels.map(({ unit }, at): PanelAxes => ({
        y: y[at] ?? { label: '', kind: 'linear' },
        unit: unit.label,
      })),
    },
    series: panels.flatMap(panelSeries),
    numbers: roundTable(all),
    printed: windowTable(all),
    show: { dots: false, intervals: false },
    caption: captionOf(panels),
    smallPrint: [
      windowRule(),
      ...smallPrint(
        provenanceOf(
          provenance,
          panels.map(({ rounds }) => ({ run: rounds })),
        ),
        'mean',
        'statistics: single rounds',
      ),
    ],
    notes: notesOf(panels, wanted.length, cases.length),
  }
}

function panelOf(
  rounds: RoundsOfCase,
  all: readonly RoundsOfCase[],
  asked: UsualSettings,
  provenance: FigureProvenance,
): Panel {
  const { campaignId, levels, metric, values, mostRounds } = rounds
  const found = firstSteadyWindow(values, undefined, mostRounds)
  const known = findMetric(metric)
  const ofMetric = all.flatMap((one) => (one.metric === metric ? one.values.filter(Number.isFinite) : []))
  const unit = figureUnit({ id: metric, unit: known?.unit ?? 'count' }, ofMetric, {
    ...{ unit: asked.unit, units: asked.units },
  })
  const names = shownNames(
    all.map((one) => one.campaignId),
    provenance,
  )
  const parts = [
    ...(names.size === 1 ? [] : [names.get(campaignId) ?? '']),
    ...Object.entries(levels).map(([key, level]) => namedLevel(key, level)),
    ...(found === undefined ? ['not steady'] : []),
  ]
  const of = unit.label === '' ? '' : ` (${unit.label})`
  const name = cleanText(parts.join(', ') || (known?.label ?? metric), textLimits.label)
  return { rounds, unit, found, name, campaign: names.get(campaignId) ?? '', title: `${name}${of}` }
}

const plain = {
  ...{ part: 'total', partLabel: 'total', role: 'measured', marker: 'none', dash: 'solid' },
  ...{ visible: true, points: [] },
} as const satisfies Partial<FigureSeries>

/** Rounds, and where the window holds: its place, its average with ±10 %, and the line through it. */
function panelSeries({ rounds, unit, found, name }: Panel, panel: number): readonly FigureSeries[] {
  const line = `campaign=${String(rounds.campaignId)},case=${String(panel)}`
  const own = { ...plain, line, lineLabel: name, label: name, panel, group: found === undefined ? -1 : 0 }
  const x = rounds.values.map((_, at) => at + 1)
  const y = rounds.values.map((value) => value / unit.factor)
  const values: readonly FigureSeries[] = [
    { ...own, id: line, mark: 'line', columns: { x, y } },
    { ...own, id: `${line}/rounds`, role: 'reference', mark: 'point', marker: 'circle', columns: { x, y } },
  ]
  if (found === undefined) return values
  const { firstRound, lastRound, window } = found
  const ends = [firstRound, lastRound]
  const level = (share: number) => ends.map(() => (share * window.average) / unit.factor)
  const slope = ends.map(
    (round) => (window.intercept + window.slope * (round - firstRound + 1)) / unit.factor,
  )
  const beside = { ...own, role: 'reference', mark: 'line', group: 1 } as const
  return [
    {
      ...{ ...own, id: `${line}/window`, role: 'reference', mark: 'cell', group: -1 },
      columns: { x: [firstRound - 0.5], xEnd: [lastRound + 0.5] },
    },
    { ...beside, id: `${line}/average`, columns: { x: ends, y: level(1) } },
    { ...beside, id: `${line}/lower`, dash: 'dotted', columns: { x: ends, y: level(0.9) } },
    { ...beside, id: `${line}/upper`, dash: 'dotted', columns: { x: ends, y: level(1.1) } },
    { ...beside, id: `${line}/slope`, dash: 'dashed', group: 2, columns: { x: ends, y: slope } },
    ...values,
  ]
}

function captionOf(panels: readonly Panel[]): string {
  if (panels.length === 0) return noData()
  const steady = panels.filter(({ found }) => found !== undefined)
  const named = steady.flatMap(({ name, found, unit, rounds }) => {
    if (found === undefined) return []
    const window = {
      first: found.firstRound,
      last: found.lastRound,
      ...windowFacts(found, rounds.values, unit),
    }
    return panels.length === 1 ? steadyIn(window) : caseSteadyIn({ case: name, ...window })
  })
  return sentences([
    ...named,
    steady.length > 0 ? windowMarks() : '',
    steady.length < panels.length ? notReached() : '',
  ])
}

/** "−0.33 %" of the average. */
function slopeText({ slope, average }: NonNullable<Found>['window']): string {
  return withUnit(signedDigits((100 * slope) / average, 2), '%')
}

/** "10,000 IOPS" with "(95 % interval of a selected window: 9,885 to 10,115 IOPS)", and "−0.33 %". */
function windowFacts(
  { firstRound, lastRound, window }: NonNullable<Found>,
  values: readonly number[],
  unit: ScaledUnit,
) {
  const ends = estimate(values.slice(firstRound - 1, lastRound), 'mean')
  const half = ends?.high === undefined ? undefined : (ends.high - ends.value) / unit.factor
  const shown = (value: number) => formatPrinted(value / unit.factor, half)
  const interval =
    ends?.low === undefined || ends.high === undefined
      ? ''
      : windowInterval({ interval: `${shown(ends.low)} to ${withUnit(shown(ends.high), unit.label)}` })
  return { average: withUnit(shown(window.average), unit.label), interval, slope: slopeText(window) }
}

function notesOf(panels: readonly Panel[], count: number, recorded: number): readonly FigureNote[] {
  const notes: FigureNote[] = panels.flatMap(({ found, name, rounds }) =>
    found === undefined
      ? [
          {
            severity: 'warning',
            text:
              rounds.values.length < steadyWindowRounds
                ? tooFewRounds({ case: name, rounds: rounds.values.length })
                : neverSteady({ case: name, rounds: rounds.values.length }),
          },
        ]
      : [],
  )
  if (count === 0 && recorded > 0)
    notes.push({ severity: 'warning', text: noneChosen(), advice: chooseOther() })
  else if (count === 0)
    notes.push({
      severity: 'warning',
      text: noRounds(),
      advice: askForRounds(),
    })
  if (count > panels.length)
    notes.push({
      severity: 'warning',
      text: firstShown({ cases: count, shown: mostPanels }),
      advice: chooseLevels(),
    })
  return notes
}

function roundTable(panels: readonly Panel[]): FigureNumbers {
  return {
    columns: [
      { key: 'campaign', label: 'Campaign' },
      { key: 'case', label: 'Case' },
      { key: 'round', label: 'Round' },
      { key: 'value', label: 'Value' },
      { key: 'unit', label: 'Unit' },
      { key: 'is_in_window', label: 'In the window' },
    ],
    rows: panels.flatMap(({ rounds, name, campaign, unit, found }) =>
      rounds.values.map((value, at) => [
        ...[campaign, name, at + 1],
        ...[Number.isFinite(value) ? value / unit.factor : undefined, unit.label],
        found !== undefined && at + 1 >= found.firstRound && at + 1 <= found.lastRound,
      ]),
    ),
  }
}

/** One row per case: its window, or what the last five rounds lack. */
function windowTable(panels: readonly Panel[]): FigureNumbers {
  return {
    columns: [
      { key: 'case', label: 'Case' },
      { key: 'rounds', label: 'Rounds' },
      { key: 'steady', label: 'Steady' },
      { key: 'first_round', label: 'From round' },
      { key: 'last_round', label: 'To round' },
      { key: 'average', label: 'Average' },
      { key: 'excursion', label: 'Largest − smallest', align: 'right' },
      { key: 'slope', label: 'Slope a round', align: 'right' },
    ],
    rows: panels.map(({ rounds, name, unit, found }) => {
      const { values } = rounds
      const window = found?.window ?? steadyWindow(values.slice(-steadyWindowRounds))
      const share = (part: number | undefined) =>
        part === undefined || window === undefined ? undefined : formatPercent((100 * part) / window.average)
      return [
        ...[name, values.length, found === undefined ? 'not reached' : 'reached'],
        ...[found?.firstRound, found?.lastRound],
        window === undefined || !Number.isFinite(window.average) ? undefined : window.average / unit.factor,
        ...[share(window?.dataExcursion), window === undefined ? undefined : slopeText(window)],
      ]
    }),
  }
}

export const steadyState = defineFigure({
  kind: 'steady-state',
  name: 'Steady state',
  needs: 'rounds',
  form: 'picture',
  settings: {},
  usualFields: ['unit', 'levels'],
  isOffered: ({ hasRounds }) => hasRounds,
  build: buildSteadyState,
})
