import { caseAt } from '../../core/plan/cases'
import { namedLevel } from '../../core/plan/format-level'
import type { LevelValue, Plan } from '../../core/plan/plan'
import { trackedCase } from '../../core/plan/until-steady'
import { roundValues } from '../../core/results/rounds'
import type { RunSummary } from '../../core/results/run'
import { cleanText, textLimits } from '../../core/figures/clean-text'
import type { Figure } from '../../core/figures/figure'
import type { FigureSettings } from '../../core/figures/figure-kinds'
import type { UnsteadyRuns } from '../../core/figures/steadiness'
import type { RoundsOfCase } from '../../core/figures/over-time/recorded-runs'
import type { Steps } from '../../core/statistics/comparison/settle-family'
import { firstSteadyWindow } from '../../core/statistics/series/steady-window'
import { largestOf } from '../../core/units/iterables'
import type { ReviewReader } from '../store/review-store'
import { groupBy } from '../../core/units/iterables'

/** More cases than this are counted, not named. */
const mostNamed = 4

/**
 * Names the cases in the caption that never became steady although their plan waits for that: their numbers
 * are of a drive that is still changing, in whatever figure they appear. One campaign per step.
 */
export function* nameUnsteadyCases(
  figure: Figure,
  review: ReviewReader,
  campaignIds: readonly number[],
  settings: FigureSettings,
): Steps<Figure> {
  const names: string[] = []
  for (const id of campaignIds) {
    for (const name of unsteadyCases(review, id, settings)) names.push(name)
    yield
  }
  if (names.length === 0) return figure
  const left = names.length - mostNamed
  const listed = [...names.slice(0, mostNamed), ...(left > 0 ? [`${String(left)} more`] : [])].join('; ')
  const sentence = cleanText(
    `The drive was not steady yet, and still changing, in ${listed}.`,
    textLimits.smallPrint,
  )
  return {
    ...figure,
    caption: `${figure.caption} ${sentence}`,
    notes: [...figure.notes, { severity: 'warning', text: sentence }],
  }
}

/**
 * Finished runs of a campaign that were measured on a drive that was still changing; all of them if one case
 * is judged for all. Undefined if its plan does not wait for steady state.
 */
export function unsteadyRunsOf(review: ReviewReader, campaignId: number): ReadonlySet<number> | undefined {
  const plan = review.campaignFacts(campaignId)?.plan
  if (plan === undefined || !waitsForSteadiness(plan)) return undefined
  const runs = review.runs(campaignId).filter(({ phase, state }) => phase === 'measure' && state === 'done')
  const restless = restlessCases(review, campaignId).map(({ levels }) => JSON.stringify(levels))
  const isTracked = trackedCase(plan) !== undefined
  const isUnsteady = ({ levels, warnings }: RunSummary) =>
    (isTracked ? restless.length > 0 : restless.includes(JSON.stringify(levels))) ||
    warnings.some(({ id }) => id === 'not-steady')
  return new Set(runs.filter(isUnsteady).map(({ id }) => id))
}

/** The same of every campaign that waits for steady state. */
export function unsteadyByCampaign(review: ReviewReader): UnsteadyRuns {
  return new Map(
    review.campaigns().flatMap(({ id }) => {
      const unsteady = unsteadyRunsOf(review, id)
      return unsteady ? [[id, unsteady] as const] : []
    }),
  )
}

/** Cases whose rounds ended without a steady window. */
function restlessCases(review: ReviewReader, campaignId: number): readonly RoundsOfCase[] {
  return roundsUntilSteady(review, campaignId).filter(
    ({ values, mostRounds }) => firstSteadyWindow(values, undefined, mostRounds) === undefined,
  )
}

function unsteadyCases(
  review: ReviewReader,
  campaignId: number,
  settings: FigureSettings,
): readonly string[] {
  const { fixed = {} } = settings
  const chosen = 'runIds' in settings ? settings.runIds : undefined
  const plan = review.campaignFacts(campaignId)?.plan
  if (plan === undefined || !waitsForSteadiness(plan)) return []
  const isShown = (levels: Readonly<Record<string, LevelValue>>) =>
    Object.entries(fixed).every(([key, value]) => levels[key] === undefined || levels[key] === value)
  const runs = review
    .runs(campaignId)
    .filter(
      ({ id, phase, state, levels }) =>
        phase === 'measure' && state === 'done' && isShown(levels) && chosen?.includes(id) !== false,
    )
  if (runs.length === 0) return []
  const shown = new Set(runs.map(({ levels }) => JSON.stringify(levels)))
  // A case that is judged for all applies to each.
  const isTracked = trackedCase(plan) !== undefined
  const rounds = restlessCases(review, campaignId)
    .filter(({ levels }) => isTracked || shown.has(JSON.stringify(levels)))
    .map(({ levels, values }) => `${caseName(levels)} (${String(values.length)} rounds)`)
  const ofRuns = [...groupBy(runs, ({ caseKey }) => caseKey).values()].flatMap((all) => {
    const unsteady = all.filter(({ warnings }) => warnings.some(({ id }) => id === 'not-steady')).length
    if (unsteady === 0) return []
    return [`${caseName(all[0].levels)} (${String(unsteady)} of ${String(all.length)} runs)`]
  })
  return [...rounds, ...ofRuns]
}

function waitsForSteadiness({ untilSteady, base, axes }: Plan): boolean {
  return (
    untilSteady !== undefined ||
    base.steadystate !== undefined ||
    axes.some(({ key }) => key === 'steadystate')
  )
}

function caseName(levels: Readonly<Record<string, LevelValue>>): string {
  return Object.entries(levels)
    .map(([key, value]) => namedLevel(key, value))
    .join(', ')
}

/**
 * Rounds of the judged cases of a campaign that ran until steady, including those before the window; none for
 * other campaigns.
 */
export function roundsUntilSteady(review: ReviewReader, campaignId: number): readonly RoundsOfCase[] {
  const plan = review.campaignFacts(campaignId)?.plan
  if (plan?.untilSteady === undefined) return []
  const { metric } = plan.untilSteady
  const tracked = trackedCase(plan)
  const trackedKey = tracked === undefined ? undefined : caseAt(plan, tracked).key
  const done = review.runs(campaignId).filter(({ phase, state }) => phase === 'measure' && state === 'done')
  const rows = [...review.rows({ campaignIds: [campaignId], metrics: [metric] })]
  const keys = [...new Set(done.map(({ caseKey }) => caseKey))]
  return keys
    .filter((key) => trackedKey === undefined || key === trackedKey)
    .map((key): RoundsOfCase => {
      const ofCase = done.filter(({ caseKey }) => caseKey === key)
      const roundOf = new Map(ofCase.map(({ id, repetition }) => [id, repetition]))
      const values = roundValues(rows, metric, roundOf, largestOf(roundOf.values(), 0))
      return {
        ...{ campaignId, metric, values },
        levels: ofCase[0]?.levels ?? {},
        mostRounds: plan.repetitions,
      }
    })
}
