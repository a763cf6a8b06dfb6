import type { FigureKind } from '../../../core/figures/figure'

/** What each kind of figure is called in the gallery. */
export const kindNames: Readonly<Record<FigureKind, string>> = {
  'mix-sweep': 'Sweep',
  compressibility: 'Compressibility curve',
  'compressibility-bars': 'Compressibility bars',
  comparison: 'Comparison, bars',
  'percent-difference': 'Comparison, percent',
  advantage: 'Advantage',
  'advantage-table': 'Table of ratios',
  'comparison-table': 'Table of a comparison',
  'compressibility-table': 'Table of means',
  'results-table': 'Table of results',
}
