import { benjaminiHochberg } from '../statistics/comparison/benjamini-hochberg'
import { defaultMarginPercent } from '../statistics/comparison/verdict'
import { compareSides, comparedSide } from './compare-sides'
import type { Comparison } from './comparison'
import type { ComparisonData } from './comparison-data'
import { ComparisonError } from './comparison-error'
import type { ComparisonSettings } from './comparison-settings'
import { requireMeasured } from './require-measured'
import { chooseSides } from './side'
import { requireDistinctNames } from './side-names'

/**
 * Compares every candidate with the baseline, case by case, and adjusts all p values together. Throws a ComparisonError
 * where a selection means nothing or a metric cannot be judged; every difficulty of the numbers is a verdict or a note.
 */
export function compareCampaigns(data: ComparisonData, settings: ComparisonSettings): Comparison {
  requireMeasured(data, settings)
  requireDistinctNames(settings)
  const sides = settings.candidates.map((candidate) => chooseSides(data, settings, candidate))
  const [first] = sides
  if (first === undefined) {
    throw new ComparisonError(
      'There is nothing to compare with the baseline.',
      'Choose at least one candidate.',
    )
  }
  const candidates = sides.map((one) => compareSides(one, settings))
  const cells = candidates.flatMap((one) => one.cells)
  const adjusted = benjaminiHochberg(cells.map((cell) => cell.comparison.p))
  cells.forEach((cell, at) => {
    cell.adjustedP = adjusted[at]
  })
  const acceptance = settings.acceptance?.trim()
  const leftOut = new Set(cells.flatMap((cell) => cell.excluded?.runIds ?? []))
  return {
    mode: settings.mode ?? 'default',
    marginPercent: settings.marginPercent ?? defaultMarginPercent,
    baseline: comparedSide(first.baseline),
    candidates,
    tested: adjusted.filter((p) => p !== undefined).length,
    acceptance: acceptance === '' ? undefined : acceptance,
    excludedRuns: (settings.excludedRuns ?? []).filter((run) => leftOut.has(run.runId)),
  }
}
