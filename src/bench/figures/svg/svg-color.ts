/** A colour as old SVG readers accept it: opaque, with separate opacity. */
export interface SvgColor {
  readonly color: string
  /** 0 to 1. */
  readonly opacity: number
}

/**
 * Splits a CSS colour in one of the notations that pictures use: #rgb, #rrggbb, #rrggbbaa, rgb() and rgba().
 * Throws for any other.
 */
export function svgColor(css: string): SvgColor {
  const text = css.trim().toLowerCase()
  if (text === 'transparent') return { color: '#000000', opacity: 0 }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  if (short)
    return {
      color: `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`,
      opacity: 1,
    }
  const long = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/.exec(text)
  if (long)
    return { color: long[1] ?? text, opacity: long[2] === undefined ? 1 : Number.parseInt(long[2], 16) / 255 }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(text)
  if (!parts) throw new RangeError(`"${css}" is not a colour a picture can hold.`)
  const channels = parts.slice(1, 4).map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
  const alpha = parts[4]
  const opacity =
    alpha === undefined ? 1 : alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha)
  return { color: `#${channels.join('')}`, opacity }
}
