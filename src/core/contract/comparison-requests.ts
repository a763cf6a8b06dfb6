import * as v from 'valibot'
import type { CaseReport } from '../comparison/texts/case-report'
import type { ComparisonChoices } from '../comparison/sides/comparison-choices'
import type { ComparisonReport } from '../comparison/texts/comparison-report'
import type { PlanEstimate } from '../plan/advice'
import { comparisonSettingsSchema } from '../comparison/comparison-settings'
import { command, givenName, request, rowId } from './request'

export interface PlannedRuns {
  readonly planId: string
  readonly name: string
  readonly cases: number
  readonly repetitions: number
}

/** Plans as they would be added, and cases that no reasonable number of runs settles. */
export interface MoreRunsPreview {
  readonly plans: readonly PreviewedRuns[]
  readonly refused: { readonly count: number; readonly reason: string; readonly remedy: string } | undefined
}

/** A plan before it is created; costs as estimated by the design room. */
export interface PreviewedRuns extends Omit<PlannedRuns, 'planId'> {
  readonly runs: number
  readonly estimate: PlanEstimate
}

/** Where the window shows how many more runs cases need: of the chosen case, and of all that are not settled. */
export type MoreRunsPlace = v.InferOutput<typeof place>
const place = v.picklist(['case', 'open-cases'])

const settings = comparisonSettingsSchema
const cell = v.pipe(v.number(), v.integer(), v.minValue(0))
const cells = v.pipe(v.array(cell), v.minLength(1), v.maxLength(100_000))

/** Requests of the window about comparisons. Cells are named by their index in the report for the same settings. */
export const comparisonRequests = {
  /** What sides can be chosen by. */
  'comparison.choices': request<ComparisonChoices>()({}),
  'comparison.report': request<ComparisonReport>()({ settings }),
  /** Every run of one cell, on both sides. */
  'comparison.case': request<CaseReport>()({ settings, cell }),
  /**
   * The cost of running these cells as often as they still need; saves nothing. A newer request for the same place
   * cancels it with the error `cancelled`.
   */
  'comparison.preview-more-runs': request<MoreRunsPreview>()({ settings, cells, place }),
  /** Saves a plan per measured campaign that runs these cells as often as they still need. */
  'comparison.plan-more-runs': request<{ plans: readonly PlannedRuns[] }>()({ settings, cells, place }),
  /** Cancels the previews or the planning for a place; those requests are answered with the error `cancelled`. */
  'comparison.cancel-more-runs': command({ place, work: v.picklist(['preview', 'plan']) }),
  /** Excludes a run from every comparison of this review; the reason is stored with it and printed. */
  'comparison.exclude-run': command({ runId: rowId, reason: givenName(2000) }),
  'comparison.include-run': command({ runId: rowId }),
}
