import type { Comparison } from '../../comparison/comparison'
import { selectionLabel } from '../../comparison/selection'
import { cleanText, textLimits } from '../clean-text'
import type { FigureProvenance } from '../provenance'
import { smallPrint } from '../small-print'
import { statisticsText } from './statistics-text'

/** Provenance of a comparison: what stands behind names that a person gave, then what the campaigns recorded. */
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
