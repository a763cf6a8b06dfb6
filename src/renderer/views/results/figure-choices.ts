import { contentKeys } from '../../../core/figures/compressibility-data'
import type { Figure, FigureKind, FigureSettings } from '../../../core/figures/figure'
import type { AxisChoice } from './use-campaign-choices'

/** A kind of figure a person may choose for these axes. */
export interface KindChoice {
  readonly value: FigureKind
  readonly label: string
}

/** The figure a campaign opens with: its read/write mix, else its levels of data content, else its last axis. */
export function firstFigure(plan: {
  readonly axes: readonly { readonly key: string; readonly levels: readonly unknown[] }[]
}): Pick<FigureSettings, 'kind' | 'xKey'> {
  const keys = plan.axes.filter((axis) => axis.levels.length > 1).map((axis) => axis.key)
  if (keys.includes('read_percent')) return { kind: 'mix-sweep', xKey: 'read_percent' }
  const content = contentKeys.find((key) => keys.includes(key))
  if (content !== undefined) return { kind: 'compressibility', xKey: content }
  const xKey = keys.at(-1) ?? plan.axes.at(-1)?.key
  return { kind: 'mix-sweep', ...(xKey !== undefined && { xKey }) }
}

/** Kinds that the axes have room for; those of data content where it varies. */
export function kindChoices(axes: readonly Pick<AxisChoice, 'key' | 'levels'>[]): readonly KindChoice[] {
  const hasContent = contentKeys.some((key) =>
    axes.some((axis) => axis.key === key && axis.levels.length > 1),
  )
  return [
    { value: 'mix-sweep', label: 'Sweep' },
    ...(hasContent
      ? ([
          { value: 'compressibility', label: 'Compressibility curve' },
          { value: 'compressibility-bars', label: 'Compressibility bars' },
          { value: 'compressibility-table', label: 'Table of means' },
        ] as const)
      : []),
    { value: 'results-table', label: 'Table of all results' },
  ]
}

/** What a person names, shows and hides: each series, and in small multiples each line once, which stands in every panel. */
export function namedSeries(
  figure: Pick<Figure, 'kind' | 'series'>,
): readonly { readonly id: string; readonly label: string; readonly visible: boolean }[] {
  const measured = figure.series.filter((series) => series.role === 'measured')
  if (!isContentKind(figure.kind)) return measured
  const lines = new Map(measured.map(({ line, lineLabel, visible }) => [line, { lineLabel, visible }]))
  return [...lines].map(([id, { lineLabel, visible }]) => ({ id, label: lineLabel, visible }))
}

/** True for figures and tables over levels of data content. */
export function isContentKind(kind: FigureKind): boolean {
  return ['compressibility', 'compressibility-bars', 'compressibility-table'].includes(kind)
}
