import { randomUUID } from 'node:crypto'
import type { ComparedCell, ComparedSide, Comparison } from '../../../core/comparison/comparison'
import {
  MoreRunsOfCases,
  planMoreRuns,
  type NoPlan,
  type WantedRuns,
} from '../../../core/comparison/texts/more-runs'
import type { MoreRunsPreview } from '../../../core/contract/comparison-requests'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { PlanSummary } from '../../../core/contract/review'
import { largestOf } from '../../../core/iterables'
import type { Plan } from '../../../core/plan/plan'
import { freeName } from '../../../core/text/names'
import type { ReviewReads } from '../../store/review-reads'

interface PlanOfSide {
  readonly plan: Plan
  readonly cases: number
}

interface PlansOfSides {
  readonly plans: readonly PlanOfSide[]
  readonly refused: MoreRunsPreview['refused']
}

/** Plans for what the chosen cells still need, one per side and measured campaign; nothing is saved. */
export function plansForMoreRuns(
  review: ReviewReads,
  comparison: Comparison,
  places: readonly number[],
): PlansOfSides {
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
  }
  const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
  const { plans: others } = review.summary()
  const plans: PlanOfSide[] = []
  for (const side of sides) {
    const plan = planOfSide(review, side, side === comparison.baseline, wanted, others)
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
function planOfSide(
  review: ReviewReads,
  side: ComparedSide,
  isBaseline: boolean,
  wanted: readonly WantedCell[],
  others: readonly PlanSummary[],
): PlanOfSide | undefined {
  const missing = (one: WantedCell) => one.more[isBaseline ? 'baseline' : 'candidate']
  const own = wanted.filter((one) => (isBaseline || one.side === side) && missing(one) > 0)
  if (own.length === 0) return undefined
  // The newest campaign represents its side: its plan is the one to continue with.
  const campaignId = side.campaignIds[side.campaignIds.length - 1]
  const campaign = campaignId === undefined ? undefined : review.campaignFacts(campaignId)
  if (campaign?.source !== 'measured') return undefined
  const plan = planMoreRuns({
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

/** The cell that was asked about is not there any more. */
export function noCell(): RequestFailure {
  return new RequestFailure({
    id: 'no-cell',
    message: 'This case is not part of the comparison any more.',
    remedy: 'New results may have changed it; look at the table again.',
  })
}
