import * as v from 'valibot'
import type { CaseReport } from '../comparison/case-report'
import type { ComparisonChoices } from '../comparison/comparison-choices'
import type { ComparisonReport } from '../comparison/comparison-report'
import type { PlanEstimate } from '../plan/advice'
import { type ComparisonSettings, comparisonSettingsSchema } from '../comparison/comparison-settings'

/** Requests of the window about comparisons. Cells are named by their index in the report for the same settings. */
export interface ComparisonRequests {
  /** What sides can be chosen by. */
  'comparison.choices': { arguments: Record<string, never>; answer: ComparisonChoices }
  'comparison.report': { arguments: { settings: ComparisonSettings }; answer: ComparisonReport }
  /** Every run of one cell, on both sides. */
  'comparison.case': { arguments: { settings: ComparisonSettings; cell: number }; answer: CaseReport }
  /** The cost of running these cells as often as they still need; saves nothing. */
  'comparison.preview-more-runs': {
    arguments: { settings: ComparisonSettings; cells: readonly number[] }
    answer: MoreRunsPreview
  }
  /** Saves a plan per measured campaign that runs these cells as often as they still need. */
  'comparison.plan-more-runs': {
    arguments: { settings: ComparisonSettings; cells: readonly number[] }
    answer: { plans: readonly PlannedRuns[] }
  }
  /** Excludes a run from every comparison of this review; the reason is stored with it and printed. */
  'comparison.exclude-run': { arguments: { runId: number; reason: string }; answer: null }
  'comparison.include-run': { arguments: { runId: number }; answer: null }
}

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

type Name = keyof ComparisonRequests

const runId = v.pipe(v.number(), v.integer(), v.minValue(1))
const cell = v.pipe(v.number(), v.integer(), v.minValue(0))
const cells = v.pipe(v.array(cell), v.minLength(1), v.maxLength(100_000))

/** Checks of the arguments; unknown keys are rejected. */
export const comparisonArguments: {
  readonly [N in Name]: v.GenericSchema<unknown, ComparisonRequests[N]['arguments']>
} = {
  'comparison.choices': v.strictObject({}),
  'comparison.report': v.strictObject({ settings: comparisonSettingsSchema }),
  'comparison.case': v.strictObject({ settings: comparisonSettingsSchema, cell }),
  'comparison.preview-more-runs': v.strictObject({ settings: comparisonSettingsSchema, cells }),
  'comparison.plan-more-runs': v.strictObject({ settings: comparisonSettingsSchema, cells }),
  'comparison.exclude-run': v.strictObject({
    runId,
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
  }),
  'comparison.include-run': v.strictObject({ runId }),
}
