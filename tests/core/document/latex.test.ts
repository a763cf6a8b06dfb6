import { describe, expect, it } from 'vitest'
import type { ReviewDocument, TableContent } from '../../../src/core/document/document'
import { documentToLatex } from '../../../src/core/document/latex'
import { latexText } from '../../../src/core/document/rich-latex'
import { joined } from './joined'

const content = (rowCount: number): TableContent => ({
  title: 'Reads & writes',
  subtitle: '100 % of it',
  table: {
    columns: [
      { heading: 'Drive_1', align: 'left' },
      { heading: 'Mean (MB/s)', align: 'right' },
    ],
    rows: Array.from({ length: rowCount }, (_, at) => [`[${at}]`, `${at}.5`]),
  },
  caption: 'Mean of 10 runs.',
  notes: ['One failed.'],
  smallPrint: ['fio 3.33'],
})

const document = (rowCount: number, file?: string): ReviewDocument => ({
  title: 'Review',
  blocks: [{ type: 'figure', ...content(rowCount), file }],
})

describe('LaTeX', () => {
  it('sets a short table with booktabs, caption, notes and small print', () => {
    const text = joined(documentToLatex(document(2)))
    expect(text).toContain('\\caption{Reads \\& writes. 100 \\% of it. Mean of 10 runs.}')
    expect(text).toContain('\\begin{tabular}{lr}\n\\toprule\nDrive\\_1 & Mean (MB/s) \\\\\n\\midrule')
    // A bracket right behind \\ would be taken for its argument.
    expect(text).toContain('{[}0{]} & 0.5 \\\\\n{[}1{]} & 1.5 \\\\\n\\bottomrule')
    expect(text).toContain('\\scriptsize One failed.\\par fio 3.33\\end{minipage}')
    expect(text).not.toContain('longtable')
  })

  it('lets a long one run over pages, and shows a picture that lies beside it', () => {
    const text = joined(documentToLatex(document(50, '01-mix.pdf')))
    expect(text).toContain('\\usepackage{booktabs,graphicx,longtable}')
    expect(text).toContain('\\includegraphics[width=\\linewidth]{01-mix.pdf}')
    expect(text).toContain('\\endfirsthead')
    expect(text.match(/\\begin\{/g)).toHaveLength((text.match(/\\end\{/g) ?? []).length)
  })

  it.each([
    ['\\input{/etc/passwd}', '\\textbackslash{}input\\{/etc/passwd\\}'],
    ['50% & more_#1 $x$', '50\\% \\& more\\_\\#1 \\$x\\$'],
    ['a^b ~ c', 'a\\textasciicircum{}b \\textasciitilde{} c'],
    [
      '<x> | "y" `z`',
      '\\textless{}x\\textgreater{} \\textbar{} \\symbol{34}y\\symbol{34} \\textasciigrave{}z\\textasciigrave{}',
    ],
    ['[opt]*', '{[}opt{]}{*}'],
    ['a--b---c', 'a-{}-b-{}-{}-c'],
    ["it''s", "it'{}'s"],
    ['−5\u2009µs ± 2 ≤ 3 × 4', '$-$5\\,$\\mu$s $\\pm$ 2 $\\leq$ 3 $\\times$ 4'],
    ['^^41', '\\textasciicircum{}\\textasciicircum{}41'],
    ['line\nbreak', 'line break'],
  ])('prints %j as it is', (given, written) => {
    expect(latexText(given)).toBe(written)
  })

  it('leaves no special character of TeX bare, whatever the label', () => {
    const hostile = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
    const bare = latexText(hostile).replace(
      /\\(?:textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|textasciigrave)\{\}|\\symbol\{34\}|\\[{}#$%&_]|\{[[\]*]\}|\{\}/g,
      '',
    )
    expect(bare).not.toMatch(/[\\{}#$%&_~^]/)
  })
})
