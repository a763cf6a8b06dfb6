import type { Comparison } from '../../comparison/comparison'
import { selectionLabel } from '../../comparison/selection'
import { cleanText, textLimits } from '../clean-text'
import type { FigureProvenance } from '../provenance'
import { smallPrint } from '../small-print'

/** Provenance of a comparison: first the meaning of user-defined names, then what the campaigns recorded. */
export function comparisonSmallPrint(
  comparison: Comparison,
  provenance: FigureProvenance,
): readonly string[] {
  const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
  const named = sides.flatMap(({ label, selection }) => {
    const own = selectionLabel(selection)
    return own === label ? [] : [`${label}: ${own}`]
  })
  const names = named.length === 0 ? [] : [cleanText(named.join(' · '), textLimits.smallPrint)]
  return [...names, ...smallPrint(provenance, 'mean', statisticsText(comparison))]
}

/** The statistics behind a comparison, for the small print. */
export function statisticsText({ mode, marginPercent }: Comparison): string {
  if (mode === 'sigma') return 'statistics: sigma rule of the classic articles'
  if (mode === 'robust')
    return `statistics: robust (Hodges-Lehmann, Mann-Whitney; Benjamini-Hochberg; false-coverage-rate intervals), margin ${marginPercent} %`
  return `statistics: default (log ratio of means, Welch-Satterthwaite; Benjamini-Hochberg; false-coverage-rate intervals), margin ${marginPercent} %`
}
