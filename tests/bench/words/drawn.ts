import type { Figure, FigurePoint } from '../../../src/core/figures/figure/figure'
import type { TidyRow } from '../../../src/core/results/run'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import { shortRuns } from './check-comparison'
import { named } from './groups'
import { levelTexts, printed, type RawCampaign, testWords } from './raw-facts'

/** A figure of runs, and what its words may rest on. */
export interface DrawnFacts {
  /** All of the review. */
  readonly campaigns: readonly RawCampaign[]
  readonly published: readonly StoredPublishedResult[]
  readonly figure: Figure
  /** Those in its panels. */
  readonly metrics: readonly string[]
  readonly facet?: string
  /** Runs that a person left out. */
  readonly excluded?: readonly { readonly runId: number; readonly reason: string }[]
  /** Of one panel of several: its place and its title. */
  readonly panel?: { readonly at: number; readonly title: string }
}

/** The runs behind a mark, found by the ids of its dots: their numbers are those of the store. */
export interface DrawnCell {
  readonly campaign: RawCampaign
  readonly caseKey: string
  readonly metric: string
  readonly values: readonly number[]
  readonly point: FigurePoint
  /** Base units per unit of the point. */
  readonly factor: number
}

/** The series of the picture, or of its panel. */
export function drawnSeries({ figure, panel }: DrawnFacts): Figure['series'] {
  return figure.series.filter((one) => panel === undefined || (one.panel ?? 0) === panel.at)
}

const known = new WeakMap<DrawnFacts, readonly DrawnCell[]>()

/** What is drawn with single runs behind it. Throws for a dot that no run measured. */
export function drawnCells(facts: DrawnFacts): readonly DrawnCell[] {
  const found = known.get(facts) ?? cellsOfFigure(facts)
  known.set(facts, found)
  return found
}

function cellsOfFigure(facts: DrawnFacts): readonly DrawnCell[] {
  const { campaigns, figure, metrics } = facts
  return drawnSeries(facts)
    .filter(({ role, visible }) => role === 'measured' && visible)
    .flatMap(({ points, part, panel = 0 }) => {
      const unit = figure.panels?.axes?.[panel]?.unit ?? figure.unit
      const factor = printed(`1\u202f${unit}`)?.value ?? 1
      return points.flatMap((point): readonly DrawnCell[] => {
        const [dot] = point.dots
        if (dot === undefined) return []
        const isOwn = ({ value }: { readonly value: number }) =>
          Math.abs(value - dot.y * factor) <= 1e-9 * Math.abs(value)
        const campaign = campaigns.find(({ runs }) => runs.some(({ id }) => id === dot.runId))
        const rows = campaign?.rows.filter(
          (one) => one.runId === dot.runId && metrics.includes(one.metric) && isOwn(one),
        )
        // The total of a one-way test may be stored as that part only.
        const row = rows?.find(({ direction }) => direction === part) ?? rows?.[0]
        if (campaign === undefined || row === undefined)
          throw new Error(`No run measured ${String(dot.y)} ${unit} in ${figure.title}`)
        const caseOf = (runId: number) => campaign.runs.find(({ id }) => id === runId)?.caseKey
        const caseKey = caseOf(row.runId) ?? ''
        const own = campaign.rows.filter(
          ({ metric, test, direction, runId }) =>
            metric === row.metric &&
            test === row.test &&
            direction === row.direction &&
            caseOf(runId) === caseKey,
        )
        const values = own.map(({ value }) => value)
        return [{ campaign, caseKey, metric: row.metric, values, point, factor }]
      })
    })
}

/** A case of a drawn campaign, or one test of it, with the numbers of its runs if it has any. */
export interface PlannedCase {
  /** Campaign and case, of which each test is one of these. */
  readonly place: string
  readonly texts: readonly string[]
  readonly test: string
  readonly engine: string
  readonly values: readonly number[]
  readonly failed: number
  /** Runs with too few requests for the percentile, and all that have any. */
  readonly few: number
  readonly counted: number
}

const planned = new WeakMap<DrawnFacts, readonly PlannedCase[]>()

/** Every case of the drawn campaigns, those without a number included; of a panel those of its level. */
export function plannedCases(facts: DrawnFacts): readonly PlannedCase[] {
  const { panel } = facts
  const found =
    planned.get(facts) ??
    casesOf(facts).filter(({ texts }) => panel === undefined || texts.includes(plain(panel.title)))
  planned.set(facts, found)
  return found
}

/** The campaigns in the picture. */
export function drawnCampaigns({ campaigns, figure }: DrawnFacts): readonly RawCampaign[] {
  return campaigns.filter(({ detail }) => figure.campaignIds?.includes(detail.id) !== false)
}

function casesOf(facts: DrawnFacts): readonly PlannedCase[] {
  const held = facts.figure.notes
    .flatMap(({ text }) => /Only (.+) is shown; the data also hold/.exec(text)?.[1] ?? [])
    .map(plain)
  return onLines(
    facts,
    everyCase(facts).filter(({ texts }) => held.every((level) => texts.includes(level))),
  )
}

type PlacedCase = PlannedCase & { readonly x: unknown }

function everyCase(facts: DrawnFacts): readonly PlacedCase[] {
  const { figure } = facts
  return drawnCampaigns(facts).flatMap((campaign) => {
    const { detail, runs, rows } = campaign
    const own = rows.filter(({ metric }) => metric === figure.metric)
    const marks = marksOf(campaign)
    return [...new Set(runs.map(({ caseKey }) => caseKey))].flatMap((caseKey): readonly PlacedCase[] => {
      const ofCase = runs.filter((run) => run.caseKey === caseKey)
      const ids = ofCase.map(({ id }) => id)
      const ofRuns = own.filter(({ runId }) => ids.includes(runId))
      const levels = { ...detail.plan.base, ...ofCase[0]?.levels }
      if (figure.xKey !== 'test' && levels[figure.xKey] === undefined) return []
      const texts = Object.entries(levels).flatMap(([key, level]) => [
        ...levelTexts(key, level),
        ...(key === 'read_percent' ? [`${String(level)} % reads`] : []),
      ])
      const tests = [...new Set(ofRuns.map(({ test }) => test))]
      return (tests.length === 0 ? [''] : tests).map((test) => ({
        place: `${String(detail.id)} ${caseKey}`,
        texts: [...texts, ...marks, ...testWords(test)].map(plain),
        test,
        engine: detail.engine,
        x: levels[figure.xKey],
        values: partOf(ofRuns.filter((row) => row.test === test)).map(({ value }) => value),
        failed: ofCase.filter(({ state }) => state === 'failed').length,
        few: shortRuns(campaign, ids, figure.metric),
        counted: rows.filter(
          ({ metric, direction, runId }) =>
            metric === 'io_count' && direction === 'total' && ids.includes(runId),
        ).length,
      }))
    })
  })
}

/** The total, or the part that stands for it. */
function partOf(rows: readonly TidyRow[]): readonly TidyRow[] {
  const parts = ['total', 'read', 'write'].map((part) => rows.filter(({ direction }) => direction === part))
  return parts.find(({ length }) => length > 0) ?? []
}

/** Cases of the lines that are drawn; of two at one place that which has a number. */
function onLines({ figure }: DrawnFacts, cases: readonly PlacedCase[]): readonly PlannedCase[] {
  const labels = new Set(figure.series.map(({ lineLabel }) => plain(lineLabel)))
  const lines = [...labels].map((label) => (label === 'all runs' ? [] : label.split(/, | · /)))
  if (lines.length === 0) return cases
  const placed = cases.flatMap((one) => {
    const line = lines.findIndex((parts) => parts.every((part) => one.texts.includes(part)))
    return line < 0 ? [] : [{ one, at: `${String(line)} ${String(one.x)} ${one.test}` }]
  })
  const isBare = ({ values, failed, few }: PlannedCase) => values.length + failed + few === 0
  return placed.flatMap(({ one, at }, place) => {
    const others = placed.filter(
      (other) => other.one !== one && other.at.startsWith(at.replace(/ \S*$/, ' ')),
    )
    const isTaken =
      others.some((other) => !isBare(other.one)) || placed.findIndex((other) => other.at === at) < place
    return isBare(one) && isTaken ? [] : [one]
  })
}

/** What a campaign may be called by. */
export function marksOf({ detail }: RawCampaign): readonly string[] {
  const { device, host } = detail.hostRecord as { device?: { model?: string }; host?: string }
  const card = detail.naming?.card ?? ''
  return [
    card,
    device?.model ?? detail.device,
    detail.device,
    detail.configuration,
    detail.name,
    host ?? '',
  ].filter((mark) => mark !== '')
}

/** Figures keep a number and its unit on one line, also in names. */
export function plain(text: string): string {
  return text.replaceAll('\u202f', ' ')
}

/** The case that a place in a note means, or why there is none. */
export function placeOf(facts: DrawnFacts, place = ''): PlannedCase | string {
  const cases = plannedCases(facts)
  const all = everyCase(facts)
  const parts = plain(place).split(/, | · /)
  const found = named(cases, parts)
  if (typeof found === 'number') return cases[found] ?? 'no case'
  const areAll = parts.every((part) => all.some(({ texts }) => texts.includes(part)))
  const isNone = cases.every(({ texts }) => !parts.every((part) => texts.includes(part)))
  return areAll && isNone ? { ...gap, texts: parts } : found
}

/** A place that no plan has. */
const gap = { place: '', test: '', engine: '', values: [], failed: 0, few: 0, counted: 0 }
