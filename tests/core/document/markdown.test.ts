import { describe, expect, it } from 'vitest'
import type { TableContent } from '../../../src/core/document/document'
import { documentToMarkdown, markdownText } from '../../../src/core/document/markdown'
import { joined } from './joined'

const document: TableContent = {
  title: 'Reads | writes',
  subtitle: '',
  table: {
    columns: [
      { heading: 'Drive', align: 'left' },
      { heading: 'Mean (MB/s)', align: 'right' },
    ],
    rows: [
      ['A|B', '1,234'],
      ['<b>x</b>', '−5.1'],
    ],
  },
  caption: 'Mean of 10 runs.',
  notes: ['- not a list'],
  smallPrint: ['fio 3.33', 'kernel 6.1_rc2'],
}

describe('Markdown', () => {
  it('has heading, picture, table, caption, notes and small print', () => {
    expect(
      joined(
        documentToMarkdown({
          title: 'Review',
          blocks: [{ type: 'figure', ...document, file: 'my figure.svg' }],
        }),
      ),
    ).toBe(
      [
        '## Reads \\| writes',
        '![Reads \\| writes](<my%20figure.svg>)',
        '| Drive | Mean (MB/s) |\n| --- | ---: |\n| A\\|B | 1,234 |\n| \\<b\\>x\\</b\\> | −5.1 |',
        '**Caption.** Mean of 10 runs.',
        '- \\- not a list',
        'fio 3.33\\\nkernel 6.1\\_rc2\n',
      ].join('\n\n'),
    )
  })

  it('has the texts of a picture once in an article, in its description, and of what it is above it', () => {
    const figure = { ...document, subtitle: 'vda', type: 'figure', file: 'a.svg', label: 'Figure 1' } as const
    const text = joined(documentToMarkdown({ title: 'Review', blocks: [figure], isArticle: true }))
    expect(text).toContain(
      '**Figure 1. Reads \\| writes**\n\nvda\n\n![Figure 1. Reads \\| writes. vda. Mean of 10 runs.](<a.svg>)',
    )
    expect(text.match(/Mean of 10 runs/g)).toHaveLength(1)
    expect(text).not.toMatch(/fio 3\.33/)
    expect(text).toContain('- \\- not a list')
  })

  it.each([
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
    ['![x](http://a/b)', '!\\[x\\](http\\://a/b)'],
    ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['**bold** _it_ `code` ~~no~~', '\\*\\*bold\\*\\* \\_it\\_ \\`code\\` \\~\\~no\\~\\~'],
    ['$x^2$', '\\$x\\^2\\$'],
    ['see www.example.org or a@b.org', 'see www\\.example.org or a\\@b.org'],
    ['1. first', '1\\. first'],
    ['1.5 is a number', '1.5 is a number'],
    ['# no heading', '\\# no heading'],
    ['+1', '\\+1'],
    ['--- | ---', '\\--- \\| ---'],
    ['two\nlines', 'two lines'],
    ['C:\\temp', 'C:\\\\temp'],
  ])('keeps the text %j plain text', (given, written) => {
    expect(markdownText(given)).toBe(written)
  })
})
