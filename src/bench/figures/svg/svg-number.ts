/**
 * A coordinate with at most two decimals, as short as possible: finer steps are invisible, and diffs stay
 * readable.
 */
export function svgNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`A picture cannot hold the coordinate ${value}.`)
  const rounded = Math.round(value * 100) / 100
  return rounded === 0 ? '0' : String(rounded)
}

/** Text as it may appear in XML, in an element or in an attribute. */
export function svgText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Attributes of an element, each preceded by a space; those without a value are omitted. */
export function svgAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${svgText(value)}"`]))
    .join('')
}

/** An opacity from 0 to 1; undefined for an opaque mark. */
export function opacityText(opacity: number): string | undefined {
  return opacity >= 1 ? undefined : String(Math.round(opacity * 1000) / 1000)
}
