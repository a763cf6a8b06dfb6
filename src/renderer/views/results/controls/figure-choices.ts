import { summaryNames } from '../../../../core/results/campaign/campaign-naming'
import { contentKeys } from '../../../../core/figures/compressibility/compressibility-data'
import type { CampaignRecords } from '../../../../core/figures/cases/define-figure'
import type { Figure } from '../../../../core/figures/figure/figure'
import {
  type FigureChange,
  figureDefinition,
  type FigureKind,
  type FigureSettings,
  measuredKinds,
} from '../../../../core/figures/kinds/figure-kinds'
import type { UsualField } from '../../../../core/figures/figure/own-setting'
import type { CampaignSummary } from '../../../../core/results/campaign/campaign'
import { deletedName } from '../../../composables/review/names-apart'
import type { AxisChoice } from './use-campaign-choices'

/**
 * The figure a campaign opens with: its read/write mix, else its levels of data content, else its last axis of
 * numbers, else its last. Without an axis there is no curve, only a table.
 */
export function firstFigure(plan: {
  readonly axes: readonly { readonly key: string; readonly levels: readonly { readonly value: unknown }[] }[]
}): { readonly kind: 'mix-sweep' | 'compressibility' | 'results-table'; readonly xKey?: string } {
  const varied = plan.axes.filter((axis) => axis.levels.length > 1)
  const keys = varied.map((axis) => axis.key)
  if (keys.includes('read_percent')) return { kind: 'mix-sweep', xKey: 'read_percent' }
  const content = contentKeys.find((key) => keys.includes(key))
  if (content !== undefined) return { kind: 'compressibility', xKey: content }
  // Fill levels or depths make lines over x; patterns only make bars.
  const ordered = varied.filter(({ levels }) => levels.every(({ value }) => typeof value === 'number')).at(-1)
  const xKey = ordered?.key ?? keys.at(-1) ?? plan.axes.at(-1)?.key
  return xKey === undefined ? { kind: 'results-table' } : { kind: 'mix-sweep', xKey }
}

interface KindFacts {
  readonly axes: readonly Pick<AxisChoice, 'key' | 'levels'>[]
  readonly records: CampaignRecords
}

/**
 * Kinds of figures that a person may choose: some only if a required axis varies, or if something was recorded for
 * them.
 */
export function kindChoices({ axes, records }: KindFacts) {
  const varies = (key: string) => axes.some((axis) => axis.key === key && axis.levels.length > 1)
  return measuredKinds
    .filter(({ xKeys }) => xKeys === undefined || xKeys.some(varies))
    .filter(({ kind }) => figureDefinition(kind).isOffered?.(records) ?? true)
    .map(({ kind, name }) => ({ value: kind, label: name }))
}

/** What a person can rename, show and hide: each series; in small multiples, each line once for all panels. */
export function namedSeries(
  figure: Pick<Figure, 'kind' | 'series' | 'panels'>,
): readonly { readonly id: string; readonly label: string; readonly visible: boolean }[] {
  const measured = figure.series.filter((series) => series.role === 'measured')
  const hasLines = isContentKind(figure.kind) || hasSharedLines(figure)
  if (!hasLines) return measured
  const lines = new Map(measured.map(({ line, lineLabel, visible }) => [line, { lineLabel, visible }]))
  return [...lines].map(([id, { lineLabel, visible }]) => ({ id, label: lineLabel, visible }))
}

/** Panels that may each have the same lines. */
function hasSharedLines({ panels }: Pick<Figure, 'panels'>): boolean {
  return panels !== undefined && (panels.axes !== undefined || panels.ofLines !== true)
}

/** True for figures and tables over levels of data content. */
export function isContentKind(kind: string): boolean {
  return figureDefinition(kind).xKeys?.some((key) => contentKeys.some((one) => one === key)) === true
}

/** Whether a common field applies to figures of this kind. */
export function hasField(kind: string, field: UsualField): boolean {
  return figureDefinition(kind).usualFields?.includes(field) ?? true
}

/** Whether figures of this kind can draw a metric; they draw one of their own instead of another. */
export function draws(kind: string, metric: string): boolean {
  return figureDefinition(kind).draws?.(metric) ?? true
}

/** What a kind of figure can have on x: axes of its campaigns, or its own; empty if there is no choice. */
export function xChoicesOf(
  kind: string,
  axes: readonly Pick<AxisChoice, 'key' | 'label'>[],
): readonly { readonly value: string; readonly label: string }[] {
  if (!hasField(kind, 'x')) return []
  const { xChoices, xKeys } = figureDefinition(kind)
  return (
    xChoices ??
    axes.filter(({ key }) => xKeys?.includes(key) ?? true).map(({ key, label }) => ({ value: key, label }))
  )
}

/**
 * Another kind of figure of the same campaigns; an unsupported axis on x is replaced by a supported one, and an axis that
 * is on x does not make the lines, too.
 */
export function changedKind(
  kind: FigureKind,
  { xKey, seriesKey }: Pick<FigureSettings, 'xKey' | 'seriesKey'>,
  axes: readonly Pick<AxisChoice, 'key' | 'label'>[],
): FigureChange {
  if (isContentKind(kind)) {
    if (contentKeys.some((key) => key === xKey)) return { kind }
    return {
      kind,
      xKey: contentKeys.find((key) => axes.some((axis) => axis.key === key)),
      seriesKey: undefined,
    }
  }
  const keepsX = xKey === undefined || takesX(kind, xKey, axes)
  const isOnX = hasField(kind, 'x') && seriesKey === ((keepsX ? xKey : undefined) ?? 'read_percent')
  return { kind, ...(!keepsX && { xKey: undefined }), ...(isOnX && { seriesKey: undefined }) }
}

/** Whether a kind of figure of these campaigns can have this on x; `xKey` undefined: its default. */
export function takesX(
  kind: string,
  xKey: string | undefined,
  axes: readonly Pick<AxisChoice, 'key' | 'label'>[],
): boolean {
  if (!hasField(kind, 'x')) return true
  const wanted = xKey ?? figureDefinition(kind).xChoices?.[0]?.value ?? 'read_percent'
  return xChoicesOf(kind, axes).some(({ value }) => value === wanted)
}

/**
 * The campaigns that a figure can show. It needs at least one: an empty list would mean all. Chosen ones that were
 * deleted are included, so that they can be cleared.
 */
export function campaignOptions(
  campaigns: readonly CampaignSummary[],
  chosen: readonly number[],
): readonly { readonly value: string; readonly label: string; readonly disabled: boolean }[] {
  const names = summaryNames(campaigns)
  const gone = chosen.filter((id) => !names.has(id))
  const there = chosen.filter((id) => names.has(id))
  const option = (id: number, label: string, others: number) => ({
    ...{ label, value: String(id) },
    disabled: chosen.includes(id) && others === 0,
  })
  return [
    ...gone.map((id, at) => option(id, deletedName(at, gone.length), chosen.length - 1)),
    ...campaigns.map(({ id }) => option(id, names.get(id) ?? '', there.length - 1)),
  ]
}
