import { type FigureKind, ownFields, ownValue } from '../../core/figures/kinds/figure-kinds'
import type { usualSettings } from '../../core/figures/figure/usual-settings'
import { withinSentence } from '../../core/text/plain-text'

/** Settings with a field of their kind's own are called as that field is; units of a document are no one's choice. */
type NamedHere = 'kind' | Exclude<keyof typeof usualSettings, 'facet' | 'secondMetric' | 'units'>

/** The most important first: what follows from it, such as another unit for another metric, does not name the change. */
const labels: Readonly<Record<NamedHere, string>> = {
  kind: 'change kind of figure',
  campaignIds: 'choose campaigns',
  metric: 'change metric',
  xKey: 'change x axis',
  seriesKey: 'change lines',
  fixed: 'change level',
  directions: 'change parts shown',
  unit: 'change unit',
  statistic: 'change statistic',
  title: 'edit title',
  subtitle: 'edit subtitle',
  xLabel: 'edit x label',
  yLabel: 'edit y label',
  seriesLabels: 'rename series',
  hiddenSeries: 'show or hide series',
  showDots: 'show or hide runs',
  showIntervals: 'show or hide intervals',
  showReference: 'show or hide reference',
  yFromZero: 'change start of y axis',
  yScale: 'change scale',
  xScale: 'change spacing of levels',
  yMin: 'set lower end of y axis',
  yMax: 'set upper end of y axis',
  references: 'change reference lines',
  jitter: 'change place of runs',
  valueLabels: 'show or hide numbers',
  movedLabels: 'move number',
  annotations: 'change notes',
  seriesOrder: 'change order of series',
  seriesStyles: 'change style of series',
  deviceStyles: 'change style of device',
  manySeries: 'change display of many lines',
  panelColumns: 'change columns of panels',
  panelsPerPart: 'change panels per part',
  smallPrint: 'change small print',
  source: 'edit source',
}

/** What was changed in the settings of a figure of this kind, as it reads after "Undo". */
export function figureChangeLabel(
  kind: FigureKind | undefined,
  before: object,
  after: object,
): string | undefined {
  const own = kind === undefined ? [] : ownFields(kind)
  const named = [
    ...Object.entries(labels),
    ...own.map(({ key, field }) => [key, `change ${withinSentence(field.label)}`] as const),
  ]
  const valueOf = (settings: object, key: string) => JSON.stringify(ownValue(settings, key))
  return named.find(([key]) => valueOf(before, key) !== valueOf(after, key))?.[1]
}
