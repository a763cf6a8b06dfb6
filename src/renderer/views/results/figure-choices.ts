import { contentKeys } from '../../../core/figures/compressibility-data'
import type { CampaignRecords } from '../../../core/figures/define-figure'
import type { Figure } from '../../../core/figures/figure'
import { figureDefinition, measuredKinds } from '../../../core/figures/figure-kinds'
import type { AxisChoice } from './use-campaign-choices'

/** The figure a campaign opens with: its read/write mix, else its levels of data content, else its last axis. */
export function firstFigure(plan: {
  readonly axes: readonly { readonly key: string; readonly levels: readonly unknown[] }[]
}): { readonly kind: 'mix-sweep' | 'compressibility'; readonly xKey?: string } {
  const keys = plan.axes.filter((axis) => axis.levels.length > 1).map((axis) => axis.key)
  if (keys.includes('read_percent')) return { kind: 'mix-sweep', xKey: 'read_percent' }
  const content = contentKeys.find((key) => keys.includes(key))
  if (content !== undefined) return { kind: 'compressibility', xKey: content }
  const xKey = keys.at(-1) ?? plan.axes.at(-1)?.key
  return { kind: 'mix-sweep', ...(xKey !== undefined && { xKey }) }
}

interface KindFacts {
  readonly axes: readonly Pick<AxisChoice, 'key' | 'levels'>[]
  readonly records: CampaignRecords
}

/** Kinds of figures that a person may choose: some only where an axis of theirs varies, or where something was recorded for them. */
export function kindChoices({ axes, records }: KindFacts) {
  const varies = (key: string) => axes.some((axis) => axis.key === key && axis.levels.length > 1)
  return measuredKinds
    .filter(({ xKeys }) => xKeys === undefined || xKeys.some(varies))
    .filter(({ kind }) => figureDefinition(kind).isOffered?.(records) ?? true)
    .map(({ kind, name }) => ({ value: kind, label: name }))
}

/** What a person names, shows and hides: each series, and in small multiples each line once, which stands in every panel. */
export function namedSeries(
  figure: Pick<Figure, 'kind' | 'series'>,
): readonly { readonly id: string; readonly label: string; readonly visible: boolean }[] {
  const measured = figure.series.filter((series) => series.role === 'measured')
  if (!isContentKind(figure.kind) && !isOverTime(figure.kind)) return measured
  const lines = new Map(measured.map(({ line, lineLabel, visible }) => [line, { lineLabel, visible }]))
  return [...lines].map(([id, { lineLabel, visible }]) => ({ id, label: lineLabel, visible }))
}

/** True for figures and tables over levels of data content. */
export function isContentKind(kind: string): boolean {
  return figureDefinition(kind).xKeys !== undefined
}

/** True for figures of what happened during runs. */
export function isOverTime(kind: string): boolean {
  return ['series', 'rounds'].includes(figureDefinition(kind).needs)
}
