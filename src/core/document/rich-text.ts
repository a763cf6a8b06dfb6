import MarkdownIt, { type Token } from 'markdown-it'

/** Text with marks, as every writer takes it. Nothing in it is escaped for any format. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  /** `href` is http, https or mailto. */
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'break' }
  | FieldText

/** A field as readers see it. */
export interface FieldText {
  readonly type: 'field'
  /** As in the text, with its braces. */
  readonly source: string
  readonly text: string
  /** Why the author should check it: its target is gone, or its verdict has changed since it was written. */
  readonly problem?: string
}

/** A part of a text, from top to bottom. */
export type RichBlock =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly type: 'list'
      /** Number of the first item; undefined if the items have none. */
      readonly start: number | undefined
      readonly items: readonly (readonly RichBlock[])[]
    }
  | { readonly type: 'quote'; readonly blocks: readonly RichBlock[] }
  | { readonly type: 'code'; readonly text: string }
  | {
      readonly type: 'table'
      readonly align: readonly ('left' | 'right' | 'center')[]
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly type: 'rule' }

/** The value of a field; `source` is the text between the braces. */
export type ResolveField = (source: string) => Omit<FieldText, 'type' | 'source'>

/**
 * Reads Markdown (CommonMark with tables and struck text). HTML is text, pictures are links, and a link that is not
 * http, https or mailto stays text. `{{…}}` are fields, wherever text may appear except in code.
 */
export function richText(markdown: string, resolve: ResolveField): readonly RichBlock[] {
  return new Reader(reader.parse(markdown, {}), resolve).blocks()
}

/** A paragraph of plain text. */
export function plainParagraph(text: string): RichBlock {
  return { type: 'paragraph', children: [{ type: 'text', text }] }
}

/** The words of a text without its marks; blocks and cells separated by a line feed. */
export function plainText(blocks: readonly RichBlock[]): string {
  return blocks.map(blockText).join('\n')
}

/** The words of a line without its marks. */
export function inlineText(children: readonly Inline[]): string {
  return children
    .map((one) => {
      if ('children' in one) return inlineText(one.children)
      return one.type === 'break' ? ' ' : one.text
    })
    .join('')
}

/** Fields that the author should check, with the reason. */
export function fieldProblems(blocks: readonly RichBlock[]): readonly string[] {
  const problems: string[] = []
  forEachInline(blocks, (one) => {
    if (one.type === 'field' && one.problem !== undefined) problems.push(one.problem)
  })
  return problems
}

function forEachInline(blocks: readonly RichBlock[], look: (one: Inline) => void): void {
  const inLine = (children: readonly Inline[]): void => {
    for (const one of children) {
      look(one)
      if ('children' in one) inLine(one.children)
    }
  }
  for (const block of blocks) {
    if (block.type === 'paragraph' || block.type === 'heading') inLine(block.children)
    else if (block.type === 'list') for (const item of block.items) forEachInline(item, look)
    else if (block.type === 'quote') forEachInline(block.blocks, look)
    else if (block.type === 'table')
      for (const row of [block.head, ...block.rows]) for (const cell of row) inLine(cell)
  }
}

function blockText(block: RichBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.children)
    case 'list':
      return block.items.map(plainText).join('\n')
    case 'quote':
      return plainText(block.blocks)
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join('\n')).join('\n')
    case 'rule':
      return ''
  }
}

const reader = makeReader()

function makeReader() {
  const made = new MarkdownIt({ html: false, linkify: false, typographer: false })
  made.disable('image')
  made.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url.trim())
  made.inline.ruler.before('escape', 'field', (state, silent) => {
    if (!state.src.startsWith('{{', state.pos)) return false
    const end = state.src.indexOf('}}', state.pos + 2)
    if (end < 0 || end >= state.posMax || state.src.slice(state.pos, end).includes('\n')) return false
    if (!silent) state.push('field', '', 0).content = state.src.slice(state.pos + 2, end)
    state.pos = end + 2
    return true
  })
  return made
}

/** Iterates over the tokens of a text once. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #resolve: ResolveField
  #at = 0

  constructor(tokens: readonly Token[], resolve: ResolveField) {
    this.#tokens = tokens
    this.#resolve = resolve
  }

  /** Blocks up to their closing token, which is skipped, or to the end. */
  blocks(closing?: string): readonly RichBlock[] {
    const blocks: RichBlock[] = []
    for (let token = this.#next(); token !== undefined && token.type !== closing; token = this.#next()) {
      const block = this.#block(token)
      if (block) blocks.push(block)
    }
    return blocks
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++]
  }

  #block(token: Token): RichBlock | undefined {
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', children: this.#line('paragraph_close') }
      case 'heading_open':
        return { type: 'heading', level: Number(token.tag.slice(1)), children: this.#line('heading_close') }
      case 'bullet_list_open':
        return { type: 'list', start: undefined, items: this.#items('bullet_list_close') }
      case 'ordered_list_open':
        return {
          type: 'list',
          start: Number(token.attrGet('start') ?? 1),
          items: this.#items('ordered_list_close'),
        }
      case 'blockquote_open':
        return { type: 'quote', blocks: this.blocks('blockquote_close') }
      case 'fence':
      case 'code_block':
        return { type: 'code', text: token.content.replace(/\n$/, '') }
      case 'hr':
        return { type: 'rule' }
      case 'table_open':
        return this.#table()
      default:
        return undefined
    }
  }

  #line(closing: string): readonly Inline[] {
    const children: Inline[] = []
    for (let token = this.#next(); token !== undefined && token.type !== closing; token = this.#next())
      if (token.type === 'inline') for (const one of this.#inline(token.children ?? [])) children.push(one)
    return children
  }

  #items(closing: string): readonly (readonly RichBlock[])[] {
    const items: (readonly RichBlock[])[] = []
    for (let token = this.#next(); token !== undefined && token.type !== closing; token = this.#next())
      if (token.type === 'list_item_open') items.push(this.blocks('list_item_close'))
    return items
  }

  #table(): RichBlock {
    const rows: (readonly Inline[])[][] = []
    const align: ('left' | 'right' | 'center')[] = []
    for (
      let token = this.#next();
      token !== undefined && token.type !== 'table_close';
      token = this.#next()
    ) {
      if (token.type === 'tr_open') rows.push([])
      const isHead = token.type === 'th_open'
      if (!isHead && token.type !== 'td_open') continue
      if (isHead) align.push(alignOf(String(token.attrGet('style') ?? '')))
      rows[rows.length - 1]?.push(this.#line(isHead ? 'th_close' : 'td_close'))
    }
    const [head = [], ...body] = rows
    return { type: 'table', align, head, rows: body }
  }

  #inline(tokens: readonly Token[]): readonly Inline[] {
    let at = 0
    const until = (closing?: string): readonly Inline[] => {
      const children: Inline[] = []
      for (let token = tokens[at++]; token !== undefined && token.type !== closing; token = tokens[at++]) {
        const one = this.#mark(token, until)
        if (one) children.push(one)
      }
      return children
    }
    return until()
  }

  #mark(token: Token, until: (closing: string) => readonly Inline[]): Inline | undefined {
    switch (token.type) {
      case 'text':
        return token.content === '' ? undefined : { type: 'text', text: token.content }
      case 'softbreak':
        return { type: 'text', text: ' ' }
      case 'hardbreak':
        return { type: 'break' }
      case 'code_inline':
        return { type: 'code', text: token.content }
      case 'strong_open':
        return { type: 'strong', children: until('strong_close') }
      case 'em_open':
        return { type: 'emphasis', children: until('em_close') }
      case 's_open':
        return { type: 'strike', children: until('s_close') }
      case 'link_open':
        return { type: 'link', href: String(token.attrGet('href') ?? ''), children: until('link_close') }
      case 'field':
        return { type: 'field', source: `{{${token.content}}}`, ...this.#resolve(token.content) }
      default:
        return undefined
    }
  }
}

function alignOf(style: string): 'left' | 'right' | 'center' {
  if (style.includes('right')) return 'right'
  return style.includes('center') ? 'center' : 'left'
}
