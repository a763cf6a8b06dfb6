import { h } from 'vue'
import { expect, it } from 'vitest'
import { richText } from '../../../src/core/document/rich-text'
import { richTextNodes } from '../../../src/renderer/views/report/blocks/rich-text-nodes'
import { mounted } from '../mounted'

const shown = (markdown: string) =>
  mounted({
    render: () =>
      h(
        'div',
        richTextNodes(
          richText(markdown, (source) =>
            source === 'old'
              ? { text: '7 %', problem: 'The verdict is another one now.' }
              : { text: '5,000 IOPS' },
          ),
        ),
      ),
  })

it('shows marks, lists and tables as elements', () => {
  const { element, unmount } = shown(
    '## Head\n\n**bold** *it* ~~gone~~ `code`\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |',
  )
  const tags = [...element.querySelectorAll('h2, strong, em, s, code, ol > li, td')].map(
    (one) => `${one.tagName.toLowerCase()} ${one.textContent}`,
  )
  expect(tags).toEqual([
    'h2 Head',
    'strong bold',
    'em it',
    's gone',
    'code code',
    'li one',
    'li two',
    'td 1',
    'td 2',
  ])
  unmount()
})

it('shows fields by their number, and flags those with a changed verdict', () => {
  const { element, unmount } = shown('{{new}} and {{old}}')
  const fields = [...element.querySelectorAll<HTMLElement>('.field')]
  expect(fields.map(({ textContent }) => textContent)).toEqual(['5,000 IOPS', '7 %'])
  expect(fields.map(({ classList }) => classList.contains('problem'))).toEqual([false, true])
  expect(fields[1]?.title).toBe('The verdict is another one now.')
  unmount()
})

it('turns markup, pictures and links into plain text', () => {
  const { element, text, unmount } = shown(
    '<script>alert(1)</script> <img src=x onerror=alert(1)> ![p](http://x/y.png) [l](javascript:alert(1)) [ok](https://example.com)',
  )
  expect(element.querySelectorAll('script, img, a, iframe')).toHaveLength(0)
  expect(text()).toContain('<script>alert(1)</script>')
  const links = [...element.querySelectorAll<HTMLElement>('.link-text')].map(({ title }) => title)
  expect(links).toEqual(['http://x/y.png', 'https://example.com'])
  unmount()
})
