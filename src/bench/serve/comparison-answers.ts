import { randomUUID } from 'node:crypto'
import type { ComparedCell, ComparedSide } from '../../core/comparison/comparison'
import { reportCase } from '../../core/comparison/case-report'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { moreRuns, type NoPlan, type WantedRuns, planMoreRuns } from '../../core/comparison/more-runs'
import { reportComparison } from '../../core/comparison/comparison-report'
import type { comparisonRequests, MoreRunsPreview } from '../../core/contract/comparison-requests'
import { estimatePlan } from '../../core/engines/plan-estimate'
import type { Plan } from '../../core/plan/plan'
import { largestOf } from '../../core/units/iterables'
import { freeName } from '../../core/units/names'
import { RequestFailure } from '../../core/contract/request-failure'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'
import type { Session } from './session'
import { Turns } from '../turns'

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
  'comparison.preview-more-runs': async (session, { settings, cells }) => {
    const { plans, refused } = await plansFor(session, settings, cells)
    return {
      plans: plans.map(({ plan, cases }) => {
        const estimate = estimatePlan(plan, {})
        const { name, repetitions } = plan
        return { name, cases, repetitions, runs: estimate.runCount, estimate }
      }),
      refused,
    }
  },
  'comparison.plan-more-runs': async (session, { settings, cells }) => {
    const { plans, refused } = await plansFor(session, settings, cells)
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
  'comparison.exclude-run': (session, { runId, reason }) => session.writer().excludeRun(runId, reason),
  'comparison.include-run': (session, { runId }) => session.writer().includeRun(runId),
}

interface PlanOfSide {
  readonly plan: Plan
  readonly cases: number
}

/** Plans for what the chosen cells still need, one per side and measured campaign; nothing is saved. */
async function plansFor(
  session: Session,
  settings: ComparisonSettings,
  places: readonly number[],
): Promise<{ readonly plans: readonly PlanOfSide[]; readonly refused: MoreRunsPreview['refused'] }> {
  const comparison = await comparisonOf(session, settings)
  const all = comparison.candidates.flatMap((one) => one.cells.map((cell) => ({ cell, side: one.candidate })))
  const wanted: WantedCell[] = []
  const refusals: NoPlan[] = []
  const turns = new Turns()
  for (const place of places) {
    const found = all[place]
    if (!found) throw noCell()
    const more = moreRuns(found.cell, comparison)
    if (more && 'reason' in more) refusals.push(more)
    else if (more) wanted.push({ ...found, more })
    await turns.take()
  }
  const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
  const plans: PlanOfSide[] = []
  for (const side of sides) {
    const plan = planOfSide(session, side, side === comparison.baseline, wanted)
    if (plan) plans.push(plan)
    await turns.take()
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
function planOfSide(
  { review }: Session,
  side: ComparedSide,
  isBaseline: boolean,
  wanted: readonly WantedCell[],
): PlanOfSide | undefined {
  const missing = (one: WantedCell) => one.more[isBaseline ? 'baseline' : 'candidate']
  const own = wanted.filter((one) => (isBaseline || one.side === side) && missing(one) > 0)
  if (own.length === 0) return undefined
  // The newest campaign represents its side: its plan is the one to continue with.
  const campaignId = side.campaignIds[side.campaignIds.length - 1]
  const campaign = campaignId === undefined ? undefined : review.campaign(campaignId)
  if (campaign?.source !== 'measured') return undefined
  const plan = planMoreRuns({
    plan: campaign.plan,
    selection: side.selection,
    cases: own.map((one) => one.cell.levels),
    sweptKeys: campaign.sweptAxes?.map((axis) => axis.key) ?? [],
    repetitions: largestOf(own.map(missing), 0),
    id: randomUUID(),
    name: freeName(`${campaign.name}: more runs for ${side.label}`.slice(0, 200), review.summary().plans),
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
