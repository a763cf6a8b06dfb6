import { parser } from 'sax'
import { askAgain } from './foreign-output'

const mostElements = 500_000
const mostLevels = 64

/** An element of a document with its contents; paths are names separated by `/`, relative to this element. */
export interface XmlElement {
  readonly name: string
  /** The first element at a path. */
  readonly find: (path: string) => XmlElement | undefined
  /** Every element at a path, in the order of the document. */
  readonly all: (path: string) => readonly XmlElement[]
  /** The text of the first element at a path, or an attribute of this one; trimmed, undefined if there is none or it is empty. */
  readonly text: (path: string) => string | undefined
  /** The same as a number; undefined if it is not one. */
  readonly number: (path: string) => number | undefined
}

/**
 * Reads an XML document. Entities defined by the document are not expanded, and nothing is fetched. Returns one
 * sentence if the text is not well-formed or larger than any report: 500,000 elements, 64 levels.
 */
export function readXml(text: string): XmlElement | { readonly error: string } {
  const reader = parser(true, { trim: true, position: true })
  const top = new Node('', {})
  const open = [top]
  let count = 0
  reader.onopentag = (tag) => {
    count += 1
    if (count > mostElements || open.length > mostLevels)
      throw new Error('The document is larger than a report.')
    const attributes: Record<string, string> = {}
    for (const [key, value] of Object.entries<unknown>(tag.attributes))
      if (typeof value === 'string') attributes[key] = value
    const node = new Node(tag.name, attributes)
    open.at(-1)?.children.push(node)
    open.push(node)
  }
  // Text around the document, as in a post, is left out.
  const start = Math.max(0, text.search(/<(?:\?xml|[A-Za-z])/))
  reader.onclosetag = () => void open.pop()
  const addText = (part: string) => {
    const node = open.at(-1)
    if (node) node.content += part
  }
  reader.ontext = addText
  reader.oncdata = addText
  // An error at the end of the text, such as an element that is still open, is reported to this function only.
  reader.onerror = (error) => {
    throw error
  }
  try {
    reader
      .write(text.slice(0, start).replace(/[^\n]/g, '') + text.slice(start, text.lastIndexOf('>') + 1))
      .close()
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const place = `line ${reader.line + 1}`
    if (reason.startsWith('Text data outside of root'))
      return {
        error: `Another document or text begins in ${place}. Save each document in a file of its own.`,
      }
    return { error: `The XML cannot be read in ${place}: ${reason.replace(/\.?$/, '.')} ${askAgain}` }
  }
  return top.children[0] ?? { error: 'The document is empty.' }
}

class Node implements XmlElement {
  readonly children: Node[] = []
  content = ''

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(path: string): readonly Node[] {
    return path
      .split('/')
      .reduce<readonly Node[]>(
        (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
        [this],
      )
  }

  find(path: string): Node | undefined {
    return this.all(path)[0]
  }

  text(path: string): string | undefined {
    const text = this.attributes[path] ?? this.find(path)?.content
    return text === undefined || text === '' ? undefined : text
  }

  number(path: string): number | undefined {
    const value = Number(this.text(path) ?? Number.NaN)
    return Number.isFinite(value) ? value : undefined
  }
}
