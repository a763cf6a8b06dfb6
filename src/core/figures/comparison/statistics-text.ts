import type { Comparison } from '../../comparison/comparison'

/** The statistics behind a comparison, for the small print. */
export function statisticsText({ mode, marginPercent }: Comparison): string {
  if (mode === 'sigma') return 'statistics: sigma rule of the classic articles'
  if (mode === 'robust')
    return `statistics: robust (Hodges-Lehmann, Mann-Whitney; Benjamini-Hochberg; false-coverage-rate intervals), margin ${marginPercent} %`
  return `statistics: default (log ratio of means, Welch-Satterthwaite; Benjamini-Hochberg; false-coverage-rate intervals), margin ${marginPercent} %`
}
