import type { Annotation, SeriesStyle } from '../../../core/figures/figure-look'
import type { Figure } from '../../../core/figures/figure'
import type { FigureLook } from '../../../core/figures/usual-settings'

/** A line of a figure as a person styles it. */
export interface StyledLine {
  readonly id: string
  readonly label: string
  /** As drawn; negative if it is grey. */
  readonly group: number
  /** The device that it represents; its style is then the device's. */
  readonly device: string | undefined
  readonly style: SeriesStyle
}

/** The measured lines of a figure in order, each once. */
export function styledLines(figure: Figure, look: FigureLook): readonly StyledLine[] {
  const lines = new Map<string, StyledLine>()
  for (const { role, line, lineLabel, group, device } of figure.series) {
    if (role !== 'measured' || lines.has(line)) continue
    const own = device === undefined ? look.seriesStyles?.[line] : look.deviceStyles?.[device]
    lines.set(line, { id: line, label: lineLabel, group, device, style: own ?? {} })
  }
  return [...lines.values()]
}

/** The look with another style of a line; undefined parts return to the figure's default. */
export function withStyle(
  { seriesStyles, deviceStyles }: FigureLook,
  { id, device, style }: Pick<StyledLine, 'id' | 'device' | 'style'>,
  change: { readonly color?: number | undefined; readonly emphasis?: 'strong' | 'grey' | undefined },
): Pick<FigureLook, 'seriesStyles' | 'deviceStyles'> {
  const { color, emphasis } = { ...style, ...change }
  const own = { ...(color !== undefined && { color }), ...(emphasis !== undefined && { emphasis }) }
  const styled = (styles: FigureLook['seriesStyles'], key: string) => {
    const others = Object.fromEntries(Object.entries(styles ?? {}).filter(([other]) => other !== key))
    return Object.keys(own).length === 0 ? others : { ...others, [key]: own }
  }
  return device === undefined
    ? { seriesStyles: styled(seriesStyles, id) }
    : { deviceStyles: styled(deviceStyles, device) }
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
