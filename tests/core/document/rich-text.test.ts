import { describe, expect, it } from 'vitest'
import { richToMarkdown } from '../../../src/core/document/markdown'
import { richToLatex } from '../../../src/core/document/latex/rich-latex'
import { richText } from '../../../src/core/document/rich-text'

const source = [
  'Some **bold**, *slanted*, ~~struck~~ and `code` with [a link](https://example.com/a_b?c=1&d=50%25#e).',
  '- one\n- two\n  1. deeper',
  '7. seven\n8. eight',
  '> said by others',
  '```\nfio --rw=read \\\n    --bs=4k # 50 %\n```',
  '| name | number |\n| --- | ---: |\n| A | 12 |',
  '---',
].join('\n\n')

const read = (markdown: string) => richText(markdown, () => ({ text: '1_000 & 50 %' }))

describe('a text with marks', () => {
  it('reads back from Markdown unchanged', () => {
    const written = richToMarkdown(read(source))
    expect(read(written)).toEqual(read(source))
  })

  it('shows the number of a field in its place, as text', () => {
    expect(richToMarkdown(read('Mean {{value x=1}}.'))).not.toContain('{{')
    expect(richToLatex(read('Mean {{value x=1}}.'))).toBe('Mean 1\\_000 \\& 50\\,\\%.\n\n')
  })

  it.each([
    '<b>x</b>',
    '![x](https://example.com/x.png)',
    '[x](javascript:alert(1))',
    '\\input{/etc/passwd}',
  ])('contains nothing of %s but words, in Markdown and LaTeX', (hostile) => {
    const markdown = richToMarkdown(read(hostile))
    expect(read(markdown)).toEqual(read(hostile))
    expect(markdown).not.toMatch(/(?<!\\)<b>|(?<!\\)!\[|(?<!\\)\]\(javascript/)
    expect(richToLatex(read(hostile))).not.toMatch(/\\(?:input|includegraphics)|\\href\{javascript/)
  })

  it('has its marks, lists, tables and code in LaTeX', () => {
    const latex = richToLatex(read(source))
    for (const part of [
      ...['\\textbf{bold}', '\\emph{slanted}', '\\sout{struck}', '\\texttt{code}'],
      '\\href{https://example.com/a\\_b?c=1\\&d=50\\%25\\#e}{a link}',
      '\\begin{itemize}\n\\item one\n\\item two',
      '\\begin{enumerate}\n\\setcounter{enumi}{6}\n\\item seven\n\\item eight\n\\end{enumerate}',
      '\\begin{quote}\nsaid by others\n\\end{quote}',
      '\\begin{tabular}{lr}\n\\toprule\nname & number \\\\\n\\midrule\nA & 12 \\\\\n\\bottomrule',
      '~~~~-{}-bs=4k \\# 50 \\%',
      '\\rule{\\linewidth}{0.4pt}',
    ])
      expect(latex).toContain(part)
  })
})
