export interface SvgElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** Text directly inside, entities resolved. */
  readonly text: string
}

/**
 * Reads an SVG strictly: throws if a tag is not closed, an attribute is not quoted, or a `<` or `&` is unescaped. So a
 * label that broke out of its place is found, whatever it made of the rest.
 */
export function svgElements(svg: string): readonly SvgElement[] {
  const elements: { tag: string; attributes: Record<string, string>; text: string }[] = []
  const open: { tag: string; attributes: Record<string, string>; text: string }[] = []
  const token = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let at = 0
  while (at < svg.length) {
    token.lastIndex = at
    const match = token.exec(svg)
    if (!match) throw new Error(`Not well formed at ${at}: ${svg.slice(at, at + 80)}`)
    at = token.lastIndex
    const [, closing, tag = '', attributeText = '', alone, text] = match
    if (text !== undefined) {
      const inner = open[open.length - 1]
      if (inner) inner.text += unescaped(text)
      else if (text.trim() !== '') throw new Error(`Text outside the document: ${text}`)
    } else if (closing === '/') {
      const last = open.pop()
      if (last?.tag !== tag) throw new Error(`</${tag}> closes <${last?.tag}>`)
    } else {
      const attributes: Record<string, string> = {}
      for (const [, name = '', value = ''] of attributeText.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        if (name in attributes) throw new Error(`Attribute ${name} stands twice in <${tag}>`)
        attributes[name] = unescaped(value)
      }
      const element = { tag, attributes, text: '' }
      elements.push(element)
      if (alone !== '/') open.push(element)
    }
  }
  if (open.length > 0) throw new Error(`<${open[0]?.tag}> is not closed`)
  return elements
}

/** The same picture or page without the bytes of its faces, the digest over them and the ids made from its data: what a reader sees. */
export function withoutFaces(text: string): string {
  return text
    .replace(/url\(data:font\/ttf;base64,[\w+/=]*\)/g, 'url(…)')
    .replace(/sha256-[\w+/=]{44}/g, 'sha256-…')
    .replace(/\bfigure-[0-9a-z]{4,8}\b(?=['&"\-)])/g, 'figure-id')
}

function unescaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- XML forbids them
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('A character XML forbids')
  return text.replace(/&(#?\w*;?)/g, (_, name: string) => {
    const known = (
      { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', '#39;': "'" } as Record<string, string>
    )[name]
    if (known === undefined) throw new Error(`A bare & before ${name}`)
    return known
  })
}
