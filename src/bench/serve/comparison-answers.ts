import { randomUUID } from 'node:crypto'
import type { Comparison, ComparedCell, ComparedSide } from '../../core/comparison/comparison'
import { reportCase } from '../../core/comparison/case-report'
import { moreRuns } from '../../core/comparison/more-runs'
import { planMoreRuns } from '../../core/comparison/plan-more-runs'
import { reportComparison } from '../../core/comparison/report-comparison'
import type { ComparisonRequests, PlannedRuns } from '../../core/contract/comparison-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'
import type { Session } from './session'
import { largestOf } from '../../core/units/extremes'

/** Requests about comparisons of campaigns. */
export const comparisonAnswers: BenchAnswers<keyof ComparisonRequests> = {
  'comparison.choices': ({ review }) => review.comparisonChoices(),
  'comparison.report': (session, { settings }) => reportComparison(comparisonOf(session, settings)),
  'comparison.case': (session, { settings, cell }) => {
    const found = reportCase(comparisonOf(session, settings), cell)
    if (found) return found
    throw noCell()
  },
  'comparison.plan-more-runs': (session, { settings, cells }) => {
    const comparison = comparisonOf(session, settings)
    const all = comparison.candidates.flatMap((one) =>
      one.cells.map((cell) => ({ cell, side: one.candidate })),
    )
    const chosen = cells.map((place) => {
      const found = all[place]
      if (!found) throw noCell()
      return found
    })
    const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
    const plans = sides.flatMap((side) => planned(session, comparison, side, chosen))
    if (plans.length > 0) return { plans }
    throw new RequestFailure({
      id: 'no-more-runs',
      message: 'None of these cases can be run again from here.',
      remedy: 'Published and imported results have no plan to run; settled cases need no more runs.',
    })
  },
  'comparison.exclude-run': (session, { runId, reason }) => {
    session.writer().excludeRun(runId, reason)
    return null
  },
  'comparison.include-run': (session, { runId }) => {
    session.writer().includeRun(runId)
    return null
  },
}

interface ChosenCell {
  readonly cell: ComparedCell
  readonly side: ComparedSide
}

/** Plans for what the chosen cells still need on one side, one per campaign of the program's own. */
function planned(
  session: Session,
  comparison: Comparison,
  side: ComparedSide,
  chosen: readonly ChosenCell[],
): readonly PlannedRuns[] {
  const isBaseline = side === comparison.baseline
  const own = chosen.filter((one) => isBaseline || one.side === side).map((one) => one.cell)
  const missing = own.map(
    (cell) => moreRuns(cell, comparison.marginPercent)?.[isBaseline ? 'baseline' : 'candidate'] ?? 0,
  )
  const repetitions = largestOf(missing, 0)
  const cases = own.filter((_, at) => (missing[at] ?? 0) > 0).map((cell) => cell.levels)
  const writer = session.writer()
  // The newest campaign of the side stands for it: its plan is the one to go on with.
  const campaignId = side.campaignIds[side.campaignIds.length - 1]
  const campaign = campaignId === undefined ? undefined : writer.campaign(campaignId)
  if (campaign?.source !== 'measured') return []
  const name = `${campaign.name}: more runs for ${side.label}`.slice(0, 200)
  const plan = planMoreRuns({
    plan: campaign.plan,
    selection: side.selection,
    cases,
    sweptKeys: campaign.sweptAxes?.map((axis) => axis.key) ?? [],
    repetitions,
    id: randomUUID(),
    name,
  })
  if (plan === undefined) return []
  writer.savePlan(plan)
  return [{ planId: plan.id, name, cases: cases.length, repetitions }]
}

function noCell(): RequestFailure {
  return new RequestFailure({
    id: 'no-cell',
    message: 'This case is not part of the comparison any more.',
    remedy: 'New results may have changed it; look at the table again.',
  })
}
