import { largestOf } from '../../iterables'
import { sideBySide } from '../figure/category-axis'
import type { Figure, FigureNote, FigureSeries } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { deviceStyle, type KeptStyles, type SeriesStyle } from '../figure/figure-look'
import type { CampaignProvenance, FigureProvenance } from '../figure/provenance'
import { driveOf, type Drive } from '../../results/campaign/drive'
import { template } from '../../words/template'

/** Fewer runs than this are shown in front of their interval. */
export const fewestForInterval = 5

/** More lines than this in one plot are indistinguishable. */
const mostLines = 7

/** The group of series for comparison only; drawn grey. */
export const greyGroup = -1

/** Series in the order, colours and emphasis that the user chose; categories of a sweep get bars. */
export function styledSeries(
  figure: Figure,
  settings: UsualSettings,
  provenance: FigureProvenance,
  kept: KeptStyles,
): Figure {
  const found = withDevices(withBars(figure), provenance)
  const styleOf = (series: FigureSeries): SeriesStyle => ({
    ...(series.device !== undefined && {
      // Figures of earlier versions name a drive as its campaigns do.
      ...deviceStyle(recordedDevice(series, provenance) ?? '', settings.deviceStyles, kept),
      ...deviceStyle(series.device, settings.deviceStyles, kept),
    }),
    ...settings.seriesStyles?.[series.line],
  })
  /** The colour on the card of its drive, unless this figure has another one for the line. */
  const colorOf = (series: FigureSeries) =>
    series.device === undefined || settings.seriesStyles?.[series.line]?.color !== undefined
      ? undefined
      : driveOfSeries(series, provenance)?.color
  const groups = groupsOf(found, styleOf)
  const styled = found.map((series): FigureSeries => {
    const { emphasis: chosen } = styleOf(series)
    const emphasis = chosen === 'plain' ? undefined : chosen
    const group = emphasis === 'grey' ? greyGroup : (groups.get(series.line) ?? series.group)
    const color = emphasis === 'grey' ? undefined : colorOf(series)
    return {
      ...series,
      group,
      ...(color !== undefined && { color }),
      ...(emphasis !== undefined && { emphasis }),
    }
  })
  const devices = new Set(found.flatMap(({ device }) => device ?? []))
  const own = Object.entries(kept).filter(([device]) => devices.has(device))
  return {
    ...figure,
    series: ordered(styled, settings.seriesOrder ?? []),
    ...(own.length > 0 && { keptStyles: Object.fromEntries(own) }),
  }
}

/** Too many lines to distinguish become panels of one line each, or grey except for those that stand out. */
export function manySeries(figure: Figure, { manySeries: wanted }: UsualSettings): Figure {
  const shown = figure.series.filter(({ visible }) => visible)
  const lines = [...new Set(shown.filter(({ role }) => role === 'measured').map(({ line }) => line))]
  const hasStrong = shown.some(({ emphasis }) => emphasis === 'strong')
  const isCrowded = mostInPanel(shown) > mostLines
  if (wanted === 'grey' || (wanted === undefined && hasStrong && isCrowded)) {
    return {
      ...figure,
      series: figure.series.map((series) =>
        series.emphasis === 'strong' ? series : { ...series, group: greyGroup, emphasis: 'grey' },
      ),
    }
  }
  const isAsked = wanted === 'panels' && lines.length > 1
  const isNeeded = wanted === undefined && isCrowded
  if (!(isAsked || isNeeded)) return figure
  if (!takesLinePanels(figure))
    return isNeeded && figure.radial !== true && !hasBoxes(figure)
      ? { ...figure, notes: [...figure.notes, crowdNote(lines.length)] }
      : figure
  const titles = lines.map((line) => shown.find((series) => series.line === line)?.lineLabel ?? line)
  return {
    ...figure,
    panels: { columns: lines.length <= 4 ? 2 : lines.length <= 9 ? 3 : 4, titles, ofLines: true },
    series: figure.series.map((series) => {
      const panel = lines.indexOf(series.line)
      const isGrey = series.group === greyGroup
      // A panel of one line needs no colour to distinguish it.
      const group = isGrey || series.emphasis === 'strong' ? series.group : 0
      return panel < 0 ? { ...series, visible: false } : { ...series, panel, group, ...ofOwnPanel(series) }
    }),
  }
}

/** Measured lines of the panel that has most of them. */
function mostInPanel(series: readonly FigureSeries[]): number {
  const lines = new Map<number, Set<string>>()
  for (const { role, line, panel = 0 } of series) {
    if (role !== 'measured') continue
    const own = lines.get(panel) ?? new Set<string>()
    lines.set(panel, own.add(line))
  }
  return largestOf(
    [...lines.values()].map(({ size }) => size),
    0,
  )
}

/**
 * Whether the lines of a figure can have a panel each: it is one plot, or that of its lines on the axes of the figure.
 * Boxes have their names beneath them.
 */
export function takesLinePanels(figure: Pick<Figure, 'panels' | 'radial' | 'series'>): boolean {
  const { panels, radial } = figure
  const isOfLines = panels?.ofLines === true && panels.axes === undefined
  return radial !== true && (panels === undefined || isOfLines) && !hasBoxes(figure)
}

function hasBoxes({ series }: Pick<Figure, 'series'>): boolean {
  return series.some(({ mark }) => mark === 'box')
}

const manyLines = template(
  'look-many-lines',
  '{lines} lines are hard to tell apart: the others turn grey if some are set to Strong.',
  { lines: 'count' },
)

/** Lines that cannot have panels of their own, because the figure has others. */
function crowdNote(count: number): FigureNote {
  return {
    severity: 'note',
    text: manyLines({ lines: count }),
  }
}

/** A bar alone in its panel is centred in its place. */
function ofOwnPanel({ mark }: FigureSeries): Partial<FigureSeries> {
  return mark === 'bar' ? sideBySide(0, 1) : {}
}

/** Bars for the categories of a sweep, next to each other, if each is the total of its line and they start at 0. */
function withBars(figure: Figure): readonly FigureSeries[] {
  const { kind, x, y, series } = figure
  const measured = series.filter(({ role }) => role === 'measured')
  const isSweep = kind === 'mix-sweep' && x.kind === 'category'
  const lines = [...new Set(measured.map(({ line }) => line))]
  if (!isSweep || y.kind !== 'linear' || (y.min ?? 0) !== 0 || lines.length !== measured.length) return series
  return series.map((one) =>
    one.role === 'measured'
      ? { ...one, mark: 'bar', marker: 'square', ...sideBySide(lines.indexOf(one.line), lines.length) }
      : one,
  )
}

/** Names the drive of each series, if that distinguishes the lines. */
function withDevices(series: readonly FigureSeries[], provenance: FigureProvenance): readonly FigureSeries[] {
  const byDrive = new Map<string, Set<string>>()
  const drives = series.map((one) => driveOfSeries(one, provenance))
  for (const [at, { line }] of series.entries()) {
    const { key } = drives[at] ?? {}
    if (key !== undefined) byDrive.set(key, (byDrive.get(key) ?? new Set()).add(line))
  }
  return series.map((one, at) => {
    const drive = drives[at]
    const device = drive?.name === '' ? recordedDevice(one, provenance) : drive?.name
    return drive !== undefined && device !== undefined && byDrive.get(drive.key)?.size === 1
      ? { ...one, device }
      : one
  })
}

/** The drive whose numbers a series shows, if it belongs to one campaign or side. */
function driveOfSeries(series: FigureSeries, provenance: FigureProvenance): Drive | undefined {
  const campaign = campaignOf(series, provenance)
  return campaign && driveOf({ device: campaign.device ?? '', ...campaign.named })
}

/** The same as its campaign has it. */
function recordedDevice(series: FigureSeries, provenance: FigureProvenance): string | undefined {
  return campaignOf(series, provenance)?.device
}

function campaignOf(series: FigureSeries, { campaigns }: FigureProvenance): CampaignProvenance | undefined {
  const id = /(?:^|,)campaign=(\d+)/.exec(series.line)?.[1]
  if (id !== undefined) return campaigns.find(({ campaignId }) => String(campaignId) === id)
  // The sides of a comparison are named by what is compared: configurations or drives.
  return (
    campaigns.find(({ label }) => label === series.lineLabel) ??
    campaigns.find(({ device, named }) => [device, named && driveOf(named)?.name].includes(series.lineLabel))
  )
}

/** Colours by line: the chosen ones, and the remaining ones in turn for the other lines. */
function groupsOf(
  series: readonly FigureSeries[],
  styleOf: (series: FigureSeries) => SeriesStyle,
): ReadonlyMap<string, number> {
  const lines = new Map<string, { readonly own: number; readonly chosen: number | undefined }>()
  for (const one of series) {
    if (!lines.has(one.line)) lines.set(one.line, { own: one.group, chosen: styleOf(one).color })
  }
  const chosen = new Set([...lines.values()].flatMap(({ chosen: color }) => color ?? []))
  if (chosen.size === 0) return new Map()
  const all = [...new Set([...lines.values()].map(({ own }) => own))]
  const free = Array.from({ length: all.length + chosen.size }, (_, at) => at).filter((at) => !chosen.has(at))
  const kept = new Set(all.filter((own) => !chosen.has(own)))
  const rest = free.filter((at) => !kept.has(at))
  return new Map(
    [...lines].map(([line, { own, chosen: color }]) => [
      line,
      color ?? (chosen.has(own) ? (rest.shift() ?? own) : own),
    ]),
  )
}

/** Series in another order of their lines; those next to each other change places. */
function ordered(series: readonly FigureSeries[], order: readonly string[]): readonly FigureSeries[] {
  if (order.length === 0) return series
  const lines = [...new Set(series.map(({ line }) => line))]
  const rank = (line: string) => {
    const place = order.indexOf(line)
    return place < 0 ? order.length + lines.indexOf(line) : place
  }
  const wanted = [...lines].sort((one, other) => rank(one) - rank(other))
  const offsets = new Map(lines.map((line) => [line, series.find((one) => one.line === line)?.offset]))
  const sorted = [...offsets.values()].flatMap((offset) => offset ?? []).sort((a, b) => a - b)
  return [...series]
    .sort((one, other) => wanted.indexOf(one.line) - wanted.indexOf(other.line))
    .map((one) => {
      const offset = sorted[wanted.indexOf(one.line)]
      return one.offset === undefined || offset === undefined ? one : { ...one, offset }
    })
}
