import { h, type VNodeChild } from 'vue'
import type { Inline, RichBlock } from '../../../../core/document/rich-text'

/**
 * Rich text as nodes of the page. Everything is created element by element and all words are text nodes, so nothing
 * in a document can become markup or script. Links show their address but cannot be followed.
 */
export function richTextNodes(blocks: readonly RichBlock[]): VNodeChild[] {
  return blocks.map(blockNode)
}

/** As readers get it: the title of the page is the only heading of the first level. */
export function headingTag(level: number): string {
  return `h${Math.min(6, Math.max(2, level))}`
}

function blockNode(block: RichBlock): VNodeChild {
  switch (block.type) {
    case 'paragraph':
      return h('p', inlineNodes(block.children))
    case 'heading':
      return h(headingTag(block.level), { class: `level-${block.level}` }, inlineNodes(block.children))
    case 'list': {
      const items = block.items.map((item) => h('li', richTextNodes(item)))
      return block.start === undefined ? h('ul', items) : h('ol', { start: block.start }, items)
    }
    case 'quote':
      return h('blockquote', richTextNodes(block.blocks))
    case 'code':
      // It scrolls sideways, also by keyboard.
      return h('pre', { tabindex: 0 }, h('code', block.text))
    case 'table':
      return h('table', [
        h('thead', h('tr', cells('th', block.head, block.align))),
        h(
          'tbody',
          block.rows.map((row) => h('tr', cells('td', row, block.align))),
        ),
      ])
    case 'rule':
      return h('hr')
  }
}

function cells(
  tag: 'th' | 'td',
  row: readonly (readonly Inline[])[],
  align: readonly ('left' | 'right' | 'center')[],
): VNodeChild[] {
  return row.map((cell, at) => h(tag, { style: { textAlign: align[at] ?? 'left' } }, inlineNodes(cell)))
}

const tags = { strong: 'strong', emphasis: 'em', strike: 's' } as const

function inlineNodes(children: readonly Inline[]): VNodeChild[] {
  return children.map((one): VNodeChild => {
    switch (one.type) {
      case 'text':
        return one.text
      case 'strong':
      case 'emphasis':
      case 'strike':
        return h(tags[one.type], inlineNodes(one.children))
      case 'code':
        return h('code', one.text)
      case 'link':
        return h('span', { class: 'link-text', title: one.href }, inlineNodes(one.children))
      case 'break':
        return h('br')
      case 'field':
        return h(
          'span',
          {
            class: ['field', one.problem !== undefined && 'problem'],
            title: one.problem ?? 'A number from the data',
            'data-testid': 'report-field',
          },
          one.text,
        )
    }
  })
}
