import { placedNames } from '../../results/campaign/campaign-names'
import { findMetric } from '../../results/metrics'
import { groupBy } from '../../iterables'
import { formatShort } from '../../units/number-format'
import { configurationSentence } from '../sweep/caption'
import { cleanText, textLimits } from '../figure/clean-text'
import { type AxisPoints, beyondLines, cutLines, drawnPoints } from '../figure/beyond-axis'
import { lineMarker, type Figure, type FigureAxis, type FigurePoint } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { KeptStyles } from '../figure/figure-look'
import { unitFactor } from '../../results/display-unit'
import { daysText } from '../figure/small-print'
import { limitedAxis } from './limited-axis'
import type { CampaignProvenance, FigureProvenance } from '../figure/provenance'
import { fewestForInterval, manySeries, styledSeries } from './styled-series'
import { template } from '../../words/template'

/**
 * The figure with the user's look: axis, reference lines, order and colours of series, notes. The last step of
 * building a figure of any kind; its numbers do not change. `devices`: styles that a review stores for its devices.
 */
export function dressFigure(
  built: Figure,
  chosen: UsualSettings,
  provenance: FigureProvenance,
  devices: KeptStyles = {},
): Figure {
  // A radar has no axis to limit or to draw lines across.
  const withoutAxis = { yMin: undefined, yMax: undefined, references: undefined }
  const settings: UsualSettings = built.radial === true ? { ...chosen, ...withoutAxis } : chosen
  const styled = withPanels(
    manySeries(styledSeries(built, settings, provenance, devices), settings),
    settings,
  )
  const metric = findMetric(styled.metric)
  const isPercent = styled.unit === '%' && metric?.unit !== '%'
  const factor = isPercent || metric === undefined ? 1 : unitFactor(metric.unit, styled.unit)
  const all = drawnPoints(styled.series)
  const [{ points } = { points: all }, ...others] = pointsByAxis(styled)
  const y = {
    ...limitedAxis(styled.y, points, settings, factor),
    ...((settings.references ?? []).length > 0 && {
      lines: (settings.references ?? []).map(({ value, label }) => ({
        value: value / factor,
        label: nameOf(label, `${formatShort(value / factor)} ${styled.unit}`),
      })),
    }),
  }
  const series = y.kind === 'log10' ? styled.series.map(withoutBar) : styled.series
  const isFew = settings.showDots !== false && all.some(isOfFewRuns)
  const show = {
    ...styled.show,
    ...(isFew && { fewRuns: true }),
    ...(settings.jitter === false && { jitter: false }),
    // Horizontal bars are read by their numbers, as in print.
    ...((settings.valueLabels ?? built.barsLie === true) && { valueLabels: settings.movedLabels ?? {} }),
  }
  const before = pointsByAxis(built).flatMap((one) =>
    axisLines(one, built.show.intervals, built.x, [], false),
  )
  const isLimited = settings.yMin !== undefined || settings.yMax !== undefined
  const lines = axisLines({ axis: y, points }, show.intervals, styled.x, others, isLimited)
  const provenanceLines = built.smallPrint.filter((line) => !before.includes(line))
  const caption = [
    styled.caption,
    isFew && show.intervals ? fewRunsSentence(all) : '',
    configurationSentence(provenance),
    y.broken === true ? brokenAxis({ start: `${formatShort(y.min ?? 0)} ${styled.unit}` }) : '',
  ]
  const source = settings.source?.trim()
  return {
    ...styled,
    series: withOwnNames(series),
    y,
    ...(styled.panels?.axes && { panels: withFirstAxis(styled, y) }),
    show,
    factor,
    ...((settings.annotations ?? []).length > 0 && { annotations: settings.annotations }),
    caption: caption.filter((sentence) => sentence !== '').join(' '),
    smallPrint: [...lines, ...provenanceLines],
    print: {
      ...(settings.smallPrint && { length: settings.smallPrint }),
      short: [...lines, source ? cleanText(source, textLimits.smallPrint) : shortSource(provenance)].filter(
        (line) => line !== '',
      ),
      none: lines,
    },
  }
}

/** Lines of one name in one panel get their place among them: no two are called the same. */
function withOwnNames(series: Figure['series']): Figure['series'] {
  const panels = groupBy(series, ({ panel = 0 }) => panel)
  const names = new Map(
    [...panels].map(([panel, own]) => {
      const lines = new Map(own.map(({ line, lineLabel }) => [line, lineLabel]))
      return [panel, placedNames([...lines])]
    }),
  )
  return series.map((one) => {
    const { line, lineLabel, label, panel = 0 } = one
    const own = names.get(panel)?.get(line) ?? lineLabel
    if (own === lineLabel) return one
    return {
      ...one,
      lineLabel: own,
      label: label.startsWith(lineLabel) ? own + label.slice(lineLabel.length) : label,
    }
  })
}

/** Panels in as many columns and parts as the user chose; those with axes of their own stay in their columns. */
function withPanels(figure: Figure, { panelColumns, panelsPerPart }: UsualSettings): Figure {
  const { panels } = figure
  if (panels === undefined) return figure
  const isChosen = panelColumns !== undefined && panels.axes === undefined
  return {
    ...figure,
    panels: {
      ...panels,
      ...(isChosen && { columns: Math.min(panelColumns, panels.titles.length), keepsColumns: true }),
      ...(panelsPerPart !== undefined && { perPart: panelsPerPart }),
    },
  }
}

/** The drawn points of each value axis; first those of the axis that the figure's settings refer to. */
function pointsByAxis({ y, panels, series }: Figure): readonly AxisPoints[] {
  const { axes } = panels ?? {}
  if (axes === undefined) return [{ axis: y, points: drawnPoints(series) }]
  const different = axes.filter((one, at) => axes.findIndex((other) => isSameScale(other.y, one.y)) === at)
  return different.map((one) => ({
    axis: one.y,
    points: drawnPoints(series.filter(({ panel = 0 }) => isSameScale(axes[panel]?.y, one.y))),
  }))
}

/** The panels of the first metric with the requested value axis. */
function withFirstAxis({ panels }: Figure, { label: _, ...asked }: FigureAxis): Figure['panels'] {
  const axes = panels?.axes ?? []
  return (
    panels && {
      ...panels,
      axes: axes.map((one) =>
        isSameScale(one.y, axes[0]?.y) ? { ...one, y: { label: one.y.label, ...asked } } : one,
      ),
    }
  )
}

function isSameScale(one: FigureAxis | undefined, other: FigureAxis | undefined): boolean {
  return one?.kind === other?.kind && one?.min === other?.min && one?.max === other?.max
}

/** The user's text, otherwise the generated one. */
function nameOf(own: string | undefined, usual: string): string {
  const text = own?.trim() ?? ''
  return cleanText(text === '' ? usual : text, textLimits.label)
}

/** Small print on what is beyond the value axis, and beyond the `others` of panels. */
function axisLines(
  { axis, points }: AxisPoints,
  showsIntervals: boolean,
  across: FigureAxis,
  others: readonly AxisPoints[],
  isChosen: boolean,
): readonly string[] {
  return axis.zeroLine === true || axis.lineAt !== undefined
    ? beyondLines(axis, points, showsIntervals, isChosen)
    : cutLines(axis, points, showsIntervals, across, others)
}

/** A bar has no length on an axis without 0. */
function withoutBar(series: Figure['series'][number]): Figure['series'][number] {
  if (series.mark !== 'bar') return series
  return { ...series, mark: 'point', marker: lineMarker(Math.abs(series.group)) }
}

/** Runs are shown in front of their interval, which says little for so few. */
export function isOfFewRuns({ n, dots }: FigurePoint): boolean {
  return n !== undefined && n > 1 && n < fewestForInterval && dots.length === n
}

const thinLine = template('look-thin-line', ', the thin one behind it the interval')
const fewRuns = template(
  'look-few-runs',
  '{where} than {fewest} runs: the thick line is their range{thin}.',
  { where: ['Fewer', 'Where there are fewer'], fewest: 'count', thin: { of: [thinLine] } },
)
const brokenAxis = template('look-broken-axis', 'The value axis begins at {start}, not at 0.', {
  start: 'value',
})

function fewRunsSentence(points: readonly FigurePoint[]): string {
  // What is computed of the runs of another panel has no dots.
  const isFew = ({ y, n }: FigurePoint) =>
    y === undefined || (n !== undefined && n > 1 && n < fewestForInterval)
  const whole = points.every(isFew)
  const hasInterval = points.some((point) => isOfFewRuns(point) && point.low !== undefined)
  return fewRuns({
    where: whole ? 'Fewer' : 'Where there are fewer',
    fewest: fewestForInterval,
    thin: hasInterval ? thinLine() : '',
  })
}

/** More names than this are only counted. */
const mostNames = 3

/**
 * Where the numbers of a figure come from, in one line for print: tools, devices, kernel, file system and day, without
 * paths, mount options and commands.
 */
function shortSource({ campaigns }: FigureProvenance): string {
  const parts = [
    listed(campaigns, ({ printedIn }) => printedIn && `printed in ${printedIn}`),
    listed(campaigns, ({ tool }) => tool?.replace(', version not recorded', '')),
    listed(campaigns, ({ device, firmware }) =>
      device === undefined || firmware === undefined ? device : `${device}, firmware ${firmware}`,
    ),
    listed(campaigns, ({ kernel }) => kernel && (/^\d/.test(kernel) ? `Linux ${kernel}` : kernel)),
    listed(campaigns, ({ fileSystem }) => fileSystem),
    daysText(campaigns),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : cleanText(`Source: ${parts.join(' · ')}`, textLimits.smallPrint)
}

function listed(
  campaigns: readonly CampaignProvenance[],
  fact: (campaign: CampaignProvenance) => string | undefined,
): string {
  const facts = campaigns.flatMap((campaign) => fact(campaign) ?? [])
  const found = [...new Set(facts)].filter((one) => one !== '')
  return found.length <= mostNames
    ? found.join(', ')
    : `${found.slice(0, mostNames - 1).join(', ')} and ${found.length - mostNames + 1} more`
}
