import { randomUUID } from 'node:crypto'
import type { ComparedCell, ComparedSide, Comparison } from '../../../core/comparison/comparison'
import { reportCase } from '../../../core/comparison/texts/case-report'
import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import {
  MoreRunsOfCases,
  planMoreRuns,
  type NoPlan,
  type WantedRuns,
} from '../../../core/comparison/texts/more-runs'
import { reportComparison } from '../../../core/comparison/texts/comparison-report'
import type { comparisonRequests, MoreRunsPreview } from '../../../core/contract/comparison-requests'
import { estimatePlan } from '../../../core/engines/plan-estimate'
import type { Plan } from '../../../core/plan/plan'
import type { Steps } from '../../../core/statistics/comparison/settle-family'
import { largestOf } from '../../../core/iterables'
import { freeName } from '../../../core/text/names'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { PlanSummary } from '../../../core/contract/review'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'
import type { Session } from '../session'
import { Turns } from '../../turns'

/** Requests about comparisons of campaigns. */
export const comparisonAnswers: BenchAnswers<keyof typeof comparisonRequests> = {
  'comparison.choices': ({ review }) => review.comparisonChoices(),
  'comparison.report': async (session, { settings }) =>
    new Turns().finish(reportComparison(await comparisonOf(session, settings))),
  'comparison.case': async (session, { settings, cell }) => {
    const found = reportCase(await comparisonOf(session, settings), cell)
    if (found) return found
    throw noCell()
  },
  'comparison.preview-more-runs': (session, { settings, cells, place }) => {
    const key = `preview ${place}`
    // What the place showed before is no longer needed.
    session.moreRuns.cancel(key)
    return session.moreRuns.run(key, async (signal) => {
      const { plans, refused } = await plansFor(session, settings, cells, signal)
      return {
        plans: plans.map(({ plan, cases }) => {
          const estimate = estimatePlan(plan, {})
          const { name, repetitions } = plan
          return { name, cases, repetitions, runs: estimate.runCount, estimate }
        }),
        refused,
      }
    })
  },
  'comparison.plan-more-runs': async (session, { settings, cells, place }) => {
    const { plans, refused } = await session.moreRuns.run(`plan ${place}`, (signal) =>
      plansFor(session, settings, cells, signal),
    )
    if (plans.length > 0) {
      return {
        plans: plans.map(({ plan, cases }) => {
          const { id, name, repetitions } = session.writer().addPlan(plan)
          return { planId: id, name, cases, repetitions }
        }),
      }
    }
    if (refused)
      throw new RequestFailure({ id: 'no-more-runs', message: refused.reason, remedy: refused.remedy })
    throw new RequestFailure({
      id: 'no-more-runs',
      message: 'None of these cases can be run again from here.',
      remedy: 'Published and imported results have no plan to run; settled cases need no more runs.',
    })
  },
  'comparison.cancel-more-runs': (session, { place, work }) => session.moreRuns.cancel(`${work} ${place}`),
  'comparison.exclude-run': (session, { runId, reason }) => session.writer().excludeRun(runId, reason),
  'comparison.include-run': (session, { runId }) => session.writer().includeRun(runId),
}

interface PlanOfSide {
  readonly plan: Plan
  readonly cases: number
}

interface PlansOfSides {
  readonly plans: readonly PlanOfSide[]
  readonly refused: MoreRunsPreview['refused']
}

/**
 * Plans for what the chosen cells still need, one per side and measured campaign; nothing is saved. Yields to other work
 * while computing; rejects once `signal` is aborted.
 */
async function plansFor(
  session: Session,
  settings: ComparisonSettings,
  places: readonly number[],
  signal: AbortSignal,
): Promise<PlansOfSides> {
  const comparison = await comparisonOf(session, settings, signal)
  return new Turns().finish(planSides(session, comparison, places), signal)
}

function* planSides(
  session: Session,
  comparison: Comparison,
  places: readonly number[],
): Steps<PlansOfSides> {
  const all = comparison.candidates.flatMap((one) => one.cells.map((cell) => ({ cell, side: one.candidate })))
  const wanted: WantedCell[] = []
  const refusals: NoPlan[] = []
  const moreRuns = new MoreRunsOfCases(comparison)
  for (const place of places) {
    const found = all[place]
    if (!found) throw noCell()
    const more = moreRuns.of(found.cell)
    if (more && 'reason' in more) refusals.push(more)
    else if (more) wanted.push({ ...found, more })
    yield
  }
  const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
  const { plans: others } = session.review.summary()
  const plans: PlanOfSide[] = []
  for (const side of sides) {
    yield
    const plan = yield* planOfSide(session, side, side === comparison.baseline, wanted, others)
    if (plan) plans.push(plan)
  }
  const [first] = refusals
  return { plans, refused: first && { count: refusals.length, ...first } }
}

interface WantedCell {
  readonly cell: ComparedCell
  readonly side: ComparedSide
  readonly more: WantedRuns
}

/**
 * A plan for what the cells still need on one side; undefined if they need nothing, or nothing that this app
 * can run.
 */
function* planOfSide(
  { review }: Session,
  side: ComparedSide,
  isBaseline: boolean,
  wanted: readonly WantedCell[],
  others: readonly PlanSummary[],
): Steps<PlanOfSide | undefined> {
  const missing = (one: WantedCell) => one.more[isBaseline ? 'baseline' : 'candidate']
  const own = wanted.filter((one) => (isBaseline || one.side === side) && missing(one) > 0)
  if (own.length === 0) return undefined
  // The newest campaign represents its side: its plan is the one to continue with.
  const campaignId = side.campaignIds[side.campaignIds.length - 1]
  const campaign = campaignId === undefined ? undefined : review.campaignFacts(campaignId)
  if (campaign?.source !== 'measured') return undefined
  yield
  const plan = yield* planMoreRuns({
    plan: campaign.plan,
    selection: side.selection,
    cases: own.map((one) => one.cell.levels),
    sweptKeys: campaign.sweptAxes?.map((axis) => axis.key) ?? [],
    repetitions: largestOf(own.map(missing), 0),
    id: randomUUID(),
    name: freeName(`${campaign.name}: more runs for ${side.label}`.slice(0, 200), others),
  })
  return plan && { plan, cases: own.length }
}

function noCell(): RequestFailure {
  return new RequestFailure({
    id: 'no-cell',
    message: 'This case is not part of the comparison any more.',
    remedy: 'New results may have changed it; look at the table again.',
  })
}
