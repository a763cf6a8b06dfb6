import type { Comparison } from '../../comparison/comparison'

/** The statistics behind a comparison, for the small print. */
export function statisticsText({ mode, marginPercent }: Comparison): string {
  if (mode === 'sigma') return 'statistics: sigma rule of the classic articles'
  if (mode === 'robust')
    return `statistics: robust (Hodges-Lehmann, Mann-Whitney, Benjamini-Hochberg), margin ${marginPercent} %`
  return `statistics: default (Fieller with Welch degrees of freedom, Welch t, Mann-Whitney, Benjamini-Hochberg), margin ${marginPercent} %`
}
