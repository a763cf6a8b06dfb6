import { type Annotation, deviceStyle, type SeriesStyle } from '../../../core/figures/figure/figure-look'
import type { Figure } from '../../../core/figures/figure/figure'
import type { FigureLook } from '../../../core/figures/figure/usual-settings'

/** What a style applies to: a line of this figure, or a device in all figures of the review. */
export type StyleScope = 'figure' | 'device'

/** A line of a figure as a person styles it. */
export interface StyledLine {
  readonly id: string
  readonly label: string
  /** As drawn; negative if it is grey. */
  readonly group: number
  /** The device that it represents. */
  readonly device: string | undefined
  /** As drawn. */
  readonly style: SeriesStyle
  /** What the style is inherited from: that of the device; empty for other lines. */
  readonly inherited: SeriesStyle
  /** Where the style comes from; undefined if it is the figure's default. */
  readonly origin: { readonly scope: StyleScope; readonly from?: string } | undefined
}

/** The measured lines of a figure in order, each once. */
export function styledLines(figure: Figure, look: FigureLook): readonly StyledLine[] {
  const lines = new Map<string, StyledLine>()
  for (const { role, line, lineLabel, group, color, device } of figure.series) {
    if (role !== 'measured' || lines.has(line)) continue
    const found =
      device === undefined ? undefined : deviceStyle(device, look.deviceStyles, figure.keptStyles ?? {})
    const inherited = plainStyle(found ?? {})
    const own = plainStyle(look.seriesStyles?.[line] ?? {})
    const origin = !isEmpty(own)
      ? ({ scope: 'figure' } as const)
      : isEmpty(inherited)
        ? undefined
        : ({ scope: 'device', ...(found?.from !== undefined && { from: found.from }) } as const)
    const style = { ...inherited, ...own }
    lines.set(line, {
      id: line,
      label: lineLabel,
      group,
      ...(color !== undefined && { color }),
      device,
      style,
      inherited,
      origin,
    })
  }
  return [...lines.values()]
}

/**
 * The look with another style of a line, or of its device from `atMs` on (milliseconds since 1970); undefined parts
 * return to the default, which is the style of the device for a line of this figure.
 */
export function withStyle(
  { seriesStyles, deviceStyles }: FigureLook,
  { id, device, inherited }: Pick<StyledLine, 'id' | 'device' | 'inherited'>,
  change: SeriesStyle,
  scope: { readonly of: 'figure' } | { readonly of: 'device'; readonly atMs: number } = { of: 'figure' },
): Pick<FigureLook, 'seriesStyles' | 'deviceStyles'> {
  const own = seriesStyles?.[id] ?? {}
  if (scope.of === 'figure' || device === undefined) {
    const { color, emphasis } = { ...own, ...change }
    return {
      seriesStyles: withEntry(seriesStyles, id, {
        ...(color !== inherited.color && { color }),
        ...(emphasis !== (inherited.emphasis ?? 'plain') && { emphasis }),
      }),
    }
  }
  // A style that the line has in this figure alone would hide the change.
  const hidden = Object.fromEntries(Object.entries(own).filter(([part]) => !(part in change)))
  const { color, emphasis } = { ...inherited, ...change }
  const style = plainStyle({ color, emphasis: emphasis === 'plain' ? undefined : emphasis })
  return {
    deviceStyles: { ...deviceStyles, [device]: { ...style, atMs: scope.atMs } },
    ...(seriesStyles?.[id] !== undefined && { seriesStyles: withEntry(seriesStyles, id, hidden) }),
  }
}

/** The look without the style of a line: first the one it has in this figure alone, then that of its device. */
export function withoutStyle(
  look: FigureLook,
  line: StyledLine,
  atMs: number,
): Pick<FigureLook, 'seriesStyles' | 'deviceStyles'> {
  const none = { color: undefined, emphasis: undefined }
  return line.origin?.scope === 'device'
    ? withStyle(look, line, none, { of: 'device', atMs })
    : withStyle(look, line, none)
}

function withEntry(
  styles: FigureLook['seriesStyles'] = {},
  key: string,
  style: SeriesStyle,
): NonNullable<FigureLook['seriesStyles']> {
  const others = Object.fromEntries(Object.entries(styles).filter(([other]) => other !== key))
  const own = plainStyle(style)
  return isEmpty(own) ? others : { ...others, [key]: own }
}

/** Parts that are set, without what a device's style says besides. */
function plainStyle({ color, emphasis }: SeriesStyle): SeriesStyle {
  return { ...(color !== undefined && { color }), ...(emphasis !== undefined && { emphasis }) }
}

function isEmpty(style: SeriesStyle): boolean {
  return style.color === undefined && style.emphasis === undefined
}

/** The look with a line moved by one position. */
export function withMoved(
  lines: readonly StyledLine[],
  line: string,
  by: -1 | 1,
): Pick<FigureLook, 'seriesOrder'> {
  const ids = lines.map(({ id }) => id)
  const from = ids.indexOf(line)
  const other = ids[from + by]
  if (from < 0 || other === undefined) return {}
  ids[from] = other
  ids[from + by] = line
  return { seriesOrder: ids }
}

/**
 * A number in the unit of the figure as text, and back in base units; undefined for an empty field or if it is not a
 * number.
 */
export function shownNumber(value: number | undefined, factor: number): string {
  return value === undefined ? '' : String(Number((value / factor).toPrecision(12)))
}
export function typedNumber(text: string, factor: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
  return Number.isFinite(value) ? value * factor : undefined
}

/** The notes with one of them changed; removed if its text is empty. */
export function withNote(
  annotations: readonly Annotation[] = [],
  place: number,
  change: Partial<Annotation>,
): Pick<FigureLook, 'annotations'> {
  return {
    annotations: annotations
      .map((one, at) => (at === place ? { ...one, ...change } : one))
      .filter(({ text }) => text.trim() !== ''),
  }
}
