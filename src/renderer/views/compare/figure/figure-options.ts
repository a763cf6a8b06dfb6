import { anyFactorName } from '../../../../core/comparison/sides/factor-names'
import type { ComparisonReport } from '../../../../core/comparison/texts/comparison-report'
import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import { findMetric } from '../../../../core/results/metrics'
import { testLabel } from '../../../../core/plan/levels/level-words'
import {
  changedSettings,
  type ComparisonFigureKind,
  type ComparisonTableKind,
  type FigureSettings,
} from '../../../../core/figures/kinds/figure-kinds'

/** The chosen options of a comparison figure beyond what is compared. */
export type FigureOptions = Omit<FigureSettings, 'kind' | 'campaignIds' | 'metric' | 'comparison'>

/** A parameter that is on an axis, forms groups or panels, or is held at one level. */
export interface FigureDimension {
  readonly key: string
  readonly name: string
  readonly levels: readonly { readonly value: string | number | boolean; readonly label: string }[]
}

/** The chosen options of a saved figure. */
export function optionsOf(settings: FigureSettings): FigureOptions {
  const options: Record<string, unknown> = { ...settings }
  for (const key of ['kind', 'campaignIds', 'metric', 'comparison']) Reflect.deleteProperty(options, key)
  return options
}

/** The settings of a figure of this comparison. */
export function comparisonFigure(
  kind: ComparisonFigureKind | ComparisonTableKind,
  comparison: ComparisonSettings,
  report: ComparisonReport,
  options: FigureOptions,
): FigureSettings {
  const campaignIds = [...new Set(report.candidates.flatMap((one) => one.campaignIds))]
  const metric = report.cells.metrics.list[0] ?? 'bandwidth'
  return changedSettings(
    { kind, campaignIds, metric, comparison },
    { ...options, fixed: stillThere(options.fixed ?? {}, report) },
  )
}

/** Levels that this comparison has; one held for another comparison would leave nothing to draw. */
function stillThere(
  fixed: NonNullable<FigureOptions['fixed']>,
  report: ComparisonReport,
): FigureOptions['fixed'] {
  const dimensions = figureDimensions(report)
  const isThere = (key: string, value: unknown) =>
    dimensions.some((one) => one.key === key && one.levels.some((level) => level.value === value))
  return Object.fromEntries(Object.entries(fixed).filter(([key, value]) => isThere(key, value)))
}

/** Everything that distinguishes the cells of this report: the test, then parameters with more than one level. */
export function figureDimensions({ cells }: ComparisonReport): readonly FigureDimension[] {
  const metrics = cells.metrics.list.map((id) => findMetric(id)?.label ?? id)
  const tests = {
    key: 'test',
    name: anyFactorName('test'),
    levels: cells.tests.list.map((value) => ({ value, label: testLabel(value) })),
  }
  const directions = { key: 'direction', name: 'Direction', levels: asLevels(cells.directions.list) }
  const parameters = cells.levels.map(({ key, words, values }) => ({
    key,
    name: anyFactorName(key),
    levels: values.flatMap((value, place) =>
      value === undefined ? [] : [{ value, label: words.list[place] ?? String(value) }],
    ),
  }))
  return [
    tests,
    { key: 'metric', name: 'Metric', levels: asLevels(metrics) },
    directions,
    ...parameters,
  ].filter(({ levels }) => levels.length > 1)
}

function asLevels(texts: readonly string[]): FigureDimension['levels'] {
  return texts.map((value) => ({ value, label: value }))
}

/** Options with a dimension held at one level; undefined releases it. */
export function withHeld(
  options: FigureOptions,
  key: string,
  value: string | number | boolean | undefined,
): FigureOptions {
  const fixed = { ...options.fixed }
  if (value === undefined) Reflect.deleteProperty(fixed, key)
  else fixed[key] = value
  return { ...options, fixed }
}
