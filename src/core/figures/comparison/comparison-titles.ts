import type { Comparison } from '../../comparison/comparison'
import { axisName } from '../../plan/levels/format-level'
import { testLabel } from '../../plan/levels/level-words'
import { withinSentence } from '../../text/plain-text'
import { cleanText, textLimits } from '../figure/clean-text'
import type { UsualSettings } from '../figure/usual-settings'
import type { FigureProvenance } from '../figure/provenance'
import type { CellArrangement } from './arrange-cells'
import { metricNames } from './comparison-caption'

/** The texts a user can replace. */
export interface ComparisonTitles {
  readonly title: string
  readonly subtitle: string
  readonly xLabel: string
  readonly yLabel: string
}

/** Title, subtitle and axis labels: the user's text, otherwise what is compared. */
export function comparisonTitles(
  comparison: Comparison,
  arrangement: CellArrangement,
  settings: UsualSettings,
  provenance: FigureProvenance,
  yLabel: string,
): ComparisonTitles {
  // What only one side measured is drawn too.
  const cells = arrangement.placed.flatMap(({ cell, unmatched }) => cell ?? unmatched?.one ?? [])
  const candidates = comparison.candidates.map((one) => one.candidate.label)
  const against = `${candidates.join(', ')} against ${comparison.baseline.label}`
  const text = (own: string | undefined, other: string, limit: number) => cleanText(own ?? other, limit)
  const { seriesKey, xKey } = arrangement
  const group =
    seriesKey === 'candidate' || arrangement.seriesLabels.length < 2
      ? ''
      : `, by ${withinSentence(axisName(seriesKey))}`
  return {
    title: text(
      settings.title,
      [metricNames(cells), against].filter((part) => part !== '').join(': '),
      textLimits.title,
    ),
    subtitle: text(settings.subtitle, comparedSubtitle(cells, provenance), textLimits.subtitle),
    xLabel: text(settings.xLabel, `${xName(xKey)}${group}`, textLimits.axis),
    yLabel: text(settings.yLabel, yLabel, textLimits.axis),
  }
}

/** What all of it is of: the one drive and the one test of these cases. */
export function comparedSubtitle(
  cells: readonly { readonly test: string }[],
  { campaigns }: FigureProvenance,
): string {
  const tests = [...new Set(cells.map((cell) => cell.test))]
  const devices = [...new Set(campaigns.flatMap(({ device }) => (device === undefined ? [] : [device])))]
  const [test] = tests
  return [
    ...(devices.length === 1 ? devices : []),
    ...(test !== undefined && tests.length === 1 ? [testLabel(test)] : []),
  ].join(' · ')
}

function xName(key: string): string {
  if (key === 'test') return 'Test'
  return key.endsWith('_percent') ? `${axisName(key)} (%)` : axisName(key)
}
