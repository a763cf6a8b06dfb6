import type { Comparison } from '../../comparison/comparison'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'

/** Provenance of a comparison: first the meaning of user-defined names, then what the campaigns recorded. */
export function comparisonSmallPrint(
  comparison: Comparison,
  provenance: FigureProvenance,
): readonly string[] {
  const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
  const named = sides.flatMap(({ label, chosenBy }) => (chosenBy === label ? [] : [`${label}: ${chosenBy}`]))
  const names = named.length === 0 ? [] : [cleanText(named.join(' · '), textLimits.smallPrint)]
  return [...names, ...smallPrint(provenance, 'mean', statisticsText(comparison))]
}

/** The statistics behind a comparison, for the small print: those that its cells were tested with. */
export function statisticsText({ mode, marginPercent, candidates }: Comparison): string {
  if (mode === 'sigma') return 'statistics: sigma rule of the classic articles'
  const all = candidates.flatMap((one) => one.cells)
  const cells = all.map(({ comparison }) => comparison)
  const pairs = all.some(({ groups }) => groups?.isCrossed) ? 'pairs of units' : 'interleaved pairs'
  if (cells.length > 0 && cells.every(({ verdict }) => verdict === 'runs_not_published'))
    return 'statistics: as printed, not tested'
  const used = new Set(cells.map(({ estimator }) => estimator))
  const ratios = [
    ...(used.has('paired') ? [`log ratio of ${pairs}, Student t`] : []),
    ...(used.has('ratio_of_means') || !used.has('paired') ? ['log ratio of means, Welch-Satterthwaite'] : []),
  ]
  const estimators = mode === 'robust' ? ['Hodges-Lehmann, Mann-Whitney'] : ratios
  return `statistics: ${mode} (${[...estimators, 'Benjamini-Hochberg', 'false-coverage-rate intervals'].join('; ')}), margin ${marginPercent} %`
}
