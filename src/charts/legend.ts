import type { Figure, FigureSeries } from '../core/figures/figure/figure'

/** One key of the legend: what a mark looks like and what it means. */
export interface LegendEntry {
  readonly text: string
  /** Id of the line or series that it names; undefined: a part of all lines. */
  readonly line?: string
  readonly marker: FigureSeries['marker']
  /** Undefined: a marker without a line. */
  readonly dash: FigureSeries['dash'] | undefined
  readonly part: FigureSeries['part']
  /** Line that determines the colour; undefined: applies to all lines, drawn in the text's colour. */
  readonly group: number | undefined
  /** Of its drive, `#rrggbb`. */
  readonly color?: string
  /** A patch in the colour of the bars instead of a marker. */
  readonly isBar?: boolean
}

/**
 * The keys of a figure. If the lines' names are at their ends: one per part, as long as the series have their usual
 * names. Otherwise one per line, or per series. Also one for the dashed reference and for missing points.
 */
export function legendEntries(figure: Figure, namesAtEnds: boolean): readonly LegendEntry[] {
  const visible = figure.series.filter((series) => series.visible)
  const measured = visible.filter((series) => series.role === 'measured' && !isNamedBeneath(figure, series))
  const parts = [...new Set(measured.map((series) => series.part))]
  const entries: LegendEntry[] = []
  if (!measured.every(hasUsualName)) {
    // Stacked panels repeat a line with the same name and look.
    const named = new Map<string, LegendEntry>()
    for (const series of measured) {
      const entry = entryOf(series, series.label, series.group)
      const key = JSON.stringify(entry)
      if (!named.has(key)) named.set(key, { ...entry, line: series.id })
    }
    for (const entry of named.values()) entries.push(entry)
  } else {
    if (!namesAtEnds && figure.panels?.ofLines !== true && lineCount(measured) > 1) {
      for (const series of measured) {
        const isFirst = measured.find((other) => other.line === series.line) === series
        if (isFirst)
          entries.push({
            ...entryOf(series, series.lineLabel, series.group),
            line: series.line,
            marker: parts.length > 1 ? 'none' : series.marker,
          })
      }
    }
    if (parts.length > 1 || (parts[0] !== 'total' && measured.length > 0)) {
      for (const series of measured) {
        const isFirst = measured.find((other) => other.part === series.part) === series
        if (isFirst) entries.push(entryOf(series, series.partLabel, undefined))
      }
    }
  }
  // Marks that accompany a series over time, and rings around points, are explained in the caption.
  const reference = visible.find(
    ({ role, columns, mark }) => role === 'reference' && columns === undefined && mark !== 'point',
  )
  if (reference) entries.push(entryOf(reference, reference.partLabel, undefined))
  // The caption of a radar names its gaps.
  const gap = figure.radial === true ? undefined : gapText(measured)
  if (gap !== undefined)
    entries.push({ text: gap, marker: 'cross', dash: undefined, part: 'read', group: undefined })
  return entries
}

/** What the crosses of missing points mean; undefined if there are none. */
function gapText(measured: readonly FigureSeries[]): string | undefined {
  const gaps = measured.flatMap(({ points }) => points.filter(({ y }) => y === undefined))
  if (gaps.length === 0) return undefined
  const few = gaps.filter(({ tooFewIos }) => tooFewIos === true).length
  if (few === 0) return 'no data'
  return few === gaps.length ? 'too few I/Os' : 'no data, or too few I/Os'
}

/** A box above its own name on the axis needs no key. */
function isNamedBeneath({ x, panels }: Figure, { mark, lineLabel }: FigureSeries): boolean {
  if (mark !== 'box' && mark !== 'point') return false
  return (
    panels === undefined &&
    x.kind === 'category' &&
    x.ticks?.some(({ label }) => label === lineLabel) === true
  )
}

function entryOf(series: FigureSeries, text: string, group: number | undefined): LegendEntry {
  const isLine = ['line', 'rule'].includes(series.mark ?? 'line')
  return {
    text,
    marker: series.marker,
    dash: isLine ? series.dash : undefined,
    part: series.part,
    group,
    ...(group !== undefined && series.color !== undefined && { color: series.color }),
    ...(['bar', 'area', 'band', 'cell', 'box'].includes(series.mark ?? 'line') && { isBar: true }),
  }
}

function lineCount(series: readonly FigureSeries[]): number {
  return new Set(series.map((one) => one.line)).size
}

/** True for a series named by its line and part, not by a person. */
function hasUsualName({ label, lineLabel, partLabel }: FigureSeries): boolean {
  return label === lineLabel || label === `${lineLabel}, ${partLabel}`
}
