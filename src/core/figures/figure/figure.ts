import type { Average } from '../../statistics/summary/summarize'
import type { Annotation, KeptStyles, LabelShift, SmallPrintLength } from './figure-look'
import type { PrintedTexts } from '../../results/display-unit'
import type { Table } from './table'

/** What to draw, as data. No drawing code, no colours beyond an index into the palette. */

export interface FigureAxis {
  readonly label: string
  /** `category`: evenly spaced labels, values count from 0; `linear`/`log2`/`log10`: true position. */
  readonly kind: 'category' | 'linear' | 'log2' | 'log10'
  readonly ticks?: readonly FigureTick[]
  /** Larger values on the left, as in read-share sweeps from 100 to 0. */
  readonly reverse?: boolean
  readonly min?: number
  readonly max?: number
  /** A line is drawn at 0. */
  readonly zeroLine?: boolean
  /** A line is drawn over the bars at this value, where both sides of a ratio are equal. */
  readonly lineAt?: number
  /** Reference lines with their names, over the data. */
  readonly lines?: readonly FigureTick[]
  /** Base units (seconds, bytes) per unit of the axis; 1 if unset. */
  readonly factor?: number
  /** Every tick keeps its label: labels are rotated if they do not fit next to each other. */
  readonly keepsLabels?: boolean
  /** It does not start at 0 and shows it: the axis and its bars are drawn broken. */
  readonly broken?: boolean
}

export interface FigureTick {
  readonly value: number
  readonly label: string
  /** The level's word in data files, if its label is another. */
  readonly word?: string
}

/** Tests that were adjusted together. */
export interface FigureFamily {
  /** What is compared, and by which metric: "drive B against drive A, IOPS". */
  readonly name: string
  readonly tests: number
}

/** One run behind a point. */
export interface FigureDot {
  readonly y: number
  readonly runId: number
  readonly repetition: number
}

/** One measured level. A level that cannot have this part (the write part of 100 % reads) has no point at all. */
export interface FigurePoint {
  readonly x: number
  /** Undefined: no data here. Drawn as a gap, never as 0. */
  readonly y: number | undefined
  /** There is no y because runs made too few I/Os for the percentile. */
  readonly tooFewIos?: true
  /** Ends of the interval, in the unit of y. */
  readonly low?: number
  readonly high?: number
  /** Ends of the interval of x, if x was measured too. */
  readonly xLow?: number
  readonly xHigh?: number
  /** A word next to the mark, such as the queue depth of a point placed at its throughput. */
  readonly tag?: string
  /** Of the runs, in the unit of y; the deviation needs two runs. */
  readonly mean?: number
  readonly sd?: number
  readonly cvPercent?: number
  /** Runs behind the point; undefined if not printed. */
  readonly n: number | undefined
  /** Undefined if not known: of a printed mean, or of a level of printed means that was not printed. */
  readonly failedRuns: number | undefined
  /** A printed mean and deviation with the digits of print, in the unit of y. */
  readonly printed?: PrintedTexts
  /** What is known against its runs, in words; absent if nothing is. */
  readonly reservations?: string
  /** Some of its runs are no result of what was asked for: it is drawn in grey, and not judged. */
  readonly isInvalid?: true
  readonly dots: readonly FigureDot[]
  readonly caseKey?: string
  /** The ideal mix at this x, in the unit of y. */
  readonly ideal?: number
  /** 100 (y/ideal - 1). */
  readonly penaltyPercent?: number
  /** False: drawn hollow, as a difference that is not significant. */
  readonly filled?: boolean
  /** Text shown at the mark instead of its number if numbers are shown; empty: nothing. */
  readonly label?: string
  /** Its case in words, by what distinguishes the cases of the figure. */
  readonly name?: string
  /** Lines to show next to the point: verdict, p … */
  readonly facts?: readonly string[]
  /** Index of its case in the report of the comparison, for figures that compare. */
  readonly cell?: number
}

/** Which share of the I/O a series shows. */
export const figureParts = ['total', 'read', 'write'] as const
export type FigurePart = (typeof figureParts)[number]

/** Shapes that tell as many lines apart as one plot holds; each can be filled or hollow. */
const lineMarkers = ['circle', 'square', 'triangle', 'diamond', 'inverted', 'left', 'right'] as const

/** Shape of a line; beyond the last they shift by two, so that also with two greys in turn no two of eight look the same. */
export function lineMarker(line: number): (typeof lineMarkers)[number] {
  const { length } = lineMarkers
  return lineMarkers[(line + 2 * Math.floor(line / length)) % length] ?? 'circle'
}

export const lineDashes = ['solid', 'dashed', 'dotted'] as const

export interface FigureSeries {
  /** Stable within the figure, e.g. `block_size=4096/total`; settings refer to it. */
  readonly id: string
  readonly label: string
  /** What the parts of one line have in common: its id, e.g. `block_size=4096`, and its name, e.g. `4 KiB`. */
  readonly line: string
  readonly lineLabel: string
  readonly part: FigurePart
  /** What the legend calls the part: `read part` of a sum, `reads` if the parts do not add up. */
  readonly partLabel: string
  /** `reference`: computed, drawn dashed without markers. */
  readonly role: 'measured' | 'reference'
  /** Series of one group share a colour; marker and dash distinguish them. Below 0: grey, for comparison only. */
  readonly group: number
  /** The colour of its drive, `#rrggbb`, instead of that of its group; print in greys ignores it. */
  readonly color?: string
  /** `inverted`, `left`, `right`: a triangle that points down, left or right. */
  readonly marker: (typeof lineMarkers)[number] | 'cross' | 'none'
  readonly dash: (typeof lineDashes)[number]
  /** Unset: points joined by a line. `bar`: from 0 to the point. `point`: markers alone, for categories. */
  readonly mark?: 'line' | 'bar' | 'point' | 'area' | 'band' | 'rule' | 'cell' | 'box'
  /** Its values, instead of `points`, which are empty then. */
  readonly columns?: MarkColumns
  /** Horizontal offset that places several series next to each other, in units of x. */
  readonly offset?: number
  /** Width of its bars, or of the space for its points, in units of x. */
  readonly barWidth?: number
  /** Size of its markers relative to the usual one. */
  readonly size?: number
  /** Index of its panel, if the figure has panels. */
  readonly panel?: number
  /** Drawn in front and thicker, or grey. */
  readonly emphasis?: 'strong' | 'grey'
  /** The device whose numbers it shows, if that distinguishes it from the others. */
  readonly device?: string
  readonly visible: boolean
  readonly points: readonly FigurePoint[]
}

export interface FigureNote {
  readonly text: string
  /** What whoever makes the figure can do about it; not for readers of an exported one. */
  readonly advice?: string
  readonly severity: 'note' | 'warning'
  /** Key of a setting that could not be followed. */
  readonly ignored?: string
}

export interface Figure {
  /** Name of its kind; see `registry.ts`. */
  readonly kind: string
  readonly title: string
  /** Tests of its results; if it is one, the title names it. Unset: the title says what there is to say. */
  readonly tests?: readonly string[]
  readonly subtitle: string
  /** How much is drawn of what is wanted, where that is not all: "8 of 30 runs". It is said in the subtitle. */
  readonly cut?: string | undefined
  /** The campaigns in it, of which its words speak; unset: all that it was made of. */
  readonly campaignIds?: readonly number[]
  /** Id of the metric on y and of the axis on x. */
  readonly metric: string
  readonly xKey: string
  readonly statistic: FigureStatistic
  readonly x: FigureAxis
  readonly y: FigureAxis
  /** Unit of all y values after scaling, e.g. `MB/s`, `µs`. */
  readonly unit: string
  readonly series: readonly FigureSeries[]
  /** Small multiples: panels with the same axes, row by row. */
  readonly panels?: FigurePanels
  /** Its bars are horizontal, with their names below one another on the left, the first on top; not in panels. */
  readonly barsLie?: boolean
  /** A radar: levels of x are spokes around a centre, values run outwards from it; never in panels. */
  readonly radial?: boolean
  /** The numbers of the figure as a table, if one row per point is not enough. */
  readonly numbers?: FigureNumbers
  /** The printed table, if it is not `numbers` without its runs. */
  readonly printed?: FigureNumbers
  /** Measured parts that may be drawn, if there is a choice, with the names that the legend has for them. */
  readonly parts?: readonly { readonly part: FigurePart; readonly label: string }[]
  /** Which marks are drawn; the numbers behind them are always included. */
  readonly show: FigureMarks
  /** Base units per unit of y. */
  readonly factor?: number
  readonly annotations?: readonly Annotation[]
  /** Styles that the review keeps for devices of this figure. */
  readonly keptStyles?: KeptStyles
  /** What the marks mean: n, bars, failures; the templates of docs/method.md. */
  readonly caption: string
  /** Tests behind it that were adjusted together; absent: it tests nothing. */
  readonly families?: readonly FigureFamily[]
  /** Provenance lines: tool and version, command, device, kernel, file system, date … */
  readonly smallPrint: readonly string[]
  /** Which of it is printed, if less than all is requested. */
  readonly print?: FigurePrint
  readonly notes: readonly FigureNote[]
}

/** Which marks of a figure are drawn. */
export interface FigureMarks {
  readonly dots: boolean
  readonly intervals: boolean
  /** With few runs, dots and their range are in front of the interval. */
  readonly fewRuns?: boolean
  /** False: dots are on top of each other. */
  readonly jitter?: boolean
  /** Numbers at the marks, some of them moved by hand. */
  readonly valueLabels?: Readonly<Record<string, LabelShift>>
}

/** Lengths of the small print. */
export interface FigurePrint {
  /** The user's choice for this figure; unset: as the article requires, otherwise all. */
  readonly length?: SmallPrintLength
  readonly short: readonly string[]
  /** What is necessary to read the marks. */
  readonly none: readonly string[]
}

/**
 * Panels in a grid, row by row. Each takes x from the axis' min to its max, and has the axes of the figure unless
 * `axes` gives each its own: such panels are stacked in one column.
 */
export interface FigurePanels {
  readonly columns: number
  /** A person chose the columns, so a narrow picture has as many. */
  readonly keepsColumns?: true
  /** Most panels in one part of the printed figure; unset: all of them. */
  readonly perPart?: number
  readonly titles: readonly string[]
  /** Each panel is one line and has its name. */
  readonly ofLines?: boolean
  /** Space between them in a picture that is laid out; unset: the usual. */
  readonly gap?: PanelGap
  /** By panel, instead of the figure's own. */
  readonly axes?: readonly PanelAxes[]
}

/** Gaps between panels, as shares of a panel's width and of a regular one's height; the one above each has its title. */
export interface PanelGap {
  readonly x: number
  readonly y: number
}

/** Axes of one panel. */
export interface PanelAxes {
  readonly y: FigureAxis
  /** Unset: the figure's, which all such panels share; its ticks are below the last one. */
  readonly x?: FigureAxis
  /** Unit of its y values. */
  readonly unit: string
  /** Height relative to the other panels; 1 if unset. */
  readonly height?: number
  /** Most digits of its values without an interval; `formatPrinted`. */
  readonly digits?: number
}

/**
 * The values of a mark, column by column: as they come from the store, without an object for each. All columns that are
 * there have one length; NaN is an absent value.
 *
 * | mark | columns |
 * |---|---|
 * | `line`, `point`, `bar`, `area` (from 0 or the end of the axis to y) | x, y |
 * | `band` | x, low, high |
 * | `box` | x, low, lowerQuartile, y (the median), upperQuartile, high |
 * | `rule` | y: across the panel; or x: from its foot to its top, with its name in `labels` beside it |
 * | `cell` | x, xEnd; low, high (unset: the height of the panel); value (0 to 1: its strength; unset: faint), count (of what is in it) |
 */
export interface MarkColumns {
  readonly x?: ArrayLike<number>
  readonly xEnd?: ArrayLike<number>
  readonly y?: ArrayLike<number>
  readonly low?: ArrayLike<number>
  readonly high?: ArrayLike<number>
  readonly lowerQuartile?: ArrayLike<number>
  readonly upperQuartile?: ArrayLike<number>
  readonly value?: ArrayLike<number>
  readonly count?: ArrayLike<number>
  readonly labels?: readonly string[]
}

/** Whether a figure has any mark. */
export function hasMarks({ series }: Pick<Figure, 'series'>): boolean {
  return series.some(
    ({ points, columns }) =>
      (columns !== undefined && columnLength(columns) > 0) || points.some(({ y }) => y !== undefined),
  )
}

/** Values in the columns of a mark. */
export function columnLength(columns: MarkColumns): number {
  return (columns.x ?? columns.y)?.length ?? 0
}

/** Rows and columns behind a figure; a cell that does not exist is undefined. Figures sent to a window have their rows as a list. */
export interface FigureNumbers extends Table {
  /** Rows of the whole table, where these are only its first. */
  readonly allRows?: number
  /** False: counting the rows reads runs that are not drawn. Unset: their count is known. */
  readonly isCounted?: false
}

export type FigureStatistic = Average
