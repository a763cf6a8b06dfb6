/** Size and weight out of a CSS font such as `600 12px Inter`; the family stands at the root. */
export function fontAttributes(font: string): Record<string, string | undefined> {
  const size = /(\d+(?:\.\d+)?)px/.exec(font)?.[1]
  const weight = /(?:^|\s)([1-9]00|bold)\s/.exec(font)?.[1]
  return { 'font-size': size, 'font-weight': weight === '400' ? undefined : weight }
}
