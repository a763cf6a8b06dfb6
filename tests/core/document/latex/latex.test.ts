import { describe, expect, it } from 'vitest'
import type { ReviewDocument, TableContent } from '../../../../src/core/document/document'
import { documentToLatex } from '../../../../src/core/document/latex/latex'
import { latexText } from '../../../../src/core/document/latex/rich-latex'
import { richText } from '../../../../src/core/document/rich-text'
import { joined } from '../joined'

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
    expect(text).toContain('\\caption{Reads \\& writes. 100\\,\\% of it. Mean of 10 runs.}')
    expect(text).toContain('\\begin{tabular}{lr}\n\\toprule\nDrive\\_1 & Mean (MB/s) \\\\\n\\midrule')
    // A bracket right after \\ would be taken for its argument.
    expect(text).toContain('{[}0{]} & 0.5 \\\\\n{[}1{]} & 1.5 \\\\\n\\bottomrule')
    expect(text).toContain('\\scriptsize One failed.\\par fio 3.33\\end{minipage}')
    expect(text).not.toContain('longtable')
  })

  it('runs a long table over pages, and shows a picture stored next to it', () => {
    const text = joined(documentToLatex(document(50, '01-mix.pdf')))
    expect(text).toContain('\\usepackage{booktabs,graphicx,longtable}')
    expect(text).toContain('keepaspectratio]{01-mix.pdf}\n\\caption{Reads \\& writes.}')
    // The picture shows its subtitle, caption and small print.
    expect(text).not.toMatch(/of it|Mean of 10 runs|fio 3\.33/)
    expect(text.match(/One failed/g)).toHaveLength(1)
    expect(text).toContain('\\endfirsthead')
    expect(text.match(/\\begin\{/g)).toHaveLength((text.match(/\\end\{/g) ?? []).length)
  })

  it('sets a long table in the largest type that fits its widest cells, units under their headings', () => {
    const text = joined(documentToLatex(document(50)))
    expect(text).toContain('\\sbox0{\\begin{tabular}{ll}Drive\\_1 & (MB/s)\\end{tabular}}')
    expect(text).toMatch(/\\ifdim\\wd0>\\linewidth\\fontsize\{5\}/)
    expect(text).toContain('Drive\\_1 & \\shortstack[r]{Mean\\\\(MB/s)} \\\\')
  })

  it('breaks the headings of a wide table into lines no longer than the cells below them', () => {
    const headings = [
      'Device',
      'Usable dearer by (%)',
      'Price per TB written (USD/TB)',
      'Bandwidth per USD (MB/s)',
    ]
    const wide = headings.map((heading) => ({ heading, align: 'right' as const }))
    const table = { columns: wide, rows: [['Virident tachIOn 400 GB', '33.33', '1,234.56', '0.05582']] }
    const text = joined(documentToLatex({ title: '', blocks: [{ type: 'table', ...content(1), table }] }))
    expect(text).toContain(
      'Device & \\shortstack[r]{Usable\\\\dearer\\\\by\\\\(\\%)} & \\shortstack[r]{Price\\\\per TB\\\\written\\\\(USD/TB)} & ' +
        '\\shortstack[r]{Bandwidth\\\\per USD\\\\(MB/s)}',
    )
  })

  it('prints a table in parts, each with the names of its rows, where it would be less than 7 pt high', () => {
    const columns = [
      'Device',
      'Price (USD)',
      'Date',
      'Source',
      'Sold (GB)',
      'Usable (GB)',
      'Bandwidth (MB/s)',
    ]
    const wide = columns.map((heading, at) => ({ heading, align: at === 0 ? 'left' : 'right' }) as const)
    const row = [
      'Fusion-io 160 GB, 25 % less',
      '6,308.99',
      '2010-06-14',
      'a long price list',
      '160',
      '120',
      '759.1',
    ]
    const printed = (rowCount: number) => {
      const table = { columns: wide, rows: Array.from({ length: rowCount }, () => row) }
      return joined(documentToLatex({ title: '', blocks: [{ type: 'table', ...content(1), table }] }))
    }
    for (const text of [printed(1), printed(50)]) {
      expect(text.match(/\\begin\{(tabular|longtable)\}\{lr/g)).toHaveLength(2)
      expect(text.match(/\\caption\{/g)).toHaveLength(1)
      expect(text.match(/One failed/g)).toHaveLength(1)
    }
    expect(printed(1)).toContain(
      'Fusion-io 160 GB, 25 \\% less & 6,308.99 & 2010-06-14 & a long price list \\\\\n\\bottomrule',
    )
    expect(printed(1)).toContain('Fusion-io 160 GB, 25 \\% less & 160 & 120 & 759.1 \\\\\n\\bottomrule')
  })

  it('breaks remarks into lines instead of printing a scorecard in parts', () => {
    const headings = ['Category', 'Weight', 'Alpha', 'Beta', 'Winner']
    const columns = headings.map((heading) => ({
      heading,
      align: heading === 'Weight' ? ('right' as const) : ('left' as const),
    }))
    const remark = 'needs a reboot, and its settings are spread over three files'
    const row = ['Ease of installation', '2', remark, `[${remark}]`, 'Beta']
    const printed = (rowCount: number) => {
      const table = { columns, rows: Array.from({ length: rowCount }, () => row) }
      return joined(documentToLatex({ title: '', blocks: [{ type: 'table', ...content(1), table }] }))
    }
    for (const text of [printed(5), printed(50)]) {
      const [, form = ''] = /\\begin\{(?:tabular|longtable)\}\{(.*)\}$/m.exec(text) ?? []
      expect(text.match(/\\begin\{(?:tabular|longtable)\}\{[lrp]/g)).toHaveLength(1)
      expect(form).toMatch(/^[^r]+rp\{0\.\d+\\linewidth\}p\{0\.\d+\\linewidth\}l$/)
      const shares = Array.from(form.matchAll(/p\{([\d.]+)/g), ([, share]) => Number(share))
      expect(shares.reduce((total, share) => total + share, 0)).toBeLessThan(0.9)
      // A line that is not justified ends its row in another way.
      expect(text).toContain(`\\raggedright {[}${remark}{]} & Beta \\tabularnewline\\addlinespace[3pt]`)
    }
  })

  it('names the rows of each part by numbers, too, where words are not enough', () => {
    const words = ['Line', 'Queue depth', 'Mean latency (ms)', 'Lowest of all (ms)', 'Highest of all (ms)']
    const wide = [...words, 'Standard deviation', 'IOPS reached', 'Knee of it']
    const columns = wide.map((heading, at) => ({ heading, align: at === 0 ? 'left' : 'right' }) as const)
    const rows = [1, 2, 4].map((depth) => [
      'Random read and write',
      String(depth),
      ...Array<string>(6).fill('1,234,567.8901'),
    ])
    const table = { columns, rows }
    const text = joined(documentToLatex({ title: '', blocks: [{ type: 'table', ...content(1), table }] }))
    const parts = text.split('\\midrule').slice(1)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part.match(/Random read and write & [124] &/g)).toHaveLength(3)
  })

  it('asks for a package that strikes text through without underlining what is emphasised', () => {
    const text = { type: 'text' as const, content: richText('~~old~~ *new*', () => ({ text: '' })) }
    const whole = joined(documentToLatex({ title: 'Review', blocks: [text], isArticle: true }))
    expect(whole).toContain('\\usepackage[normalem]{ulem}.')
    expect(whole).toContain('\\sout{old} \\emph{new}')
  })

  it('states once what the picture of a numbered figure shows, but keeps its notes', () => {
    const { blocks } = document(2, '01-mix.pdf')
    const numbered = blocks.map((block) => ({ ...block, label: 'Figure 1' }))
    const text = joined(documentToLatex({ title: 'Review', blocks: numbered, isArticle: true }))
    expect(text).toContain('[width=\\linewidth,height=0.8\\textheight,keepaspectratio]{01-mix.pdf}')
    expect(text.match(/One failed/g)).toHaveLength(1)
    expect(text).not.toMatch(/Mean of 10 runs|fio 3\.33/)
  })

  it('keeps figures, tables and photos of an article in their sections, where a float would leave them', () => {
    const { blocks } = document(2, '01-mix.pdf')
    const photo = {
      type: 'picture',
      mime: 'image/png',
      bytes: new Uint8Array(),
      width: 4,
      height: 2,
    } as const
    const text = joined(
      documentToLatex({
        ...{ title: 'Review', isArticle: true },
        blocks: [
          { type: 'heading', level: 2, text: 'Mix' },
          ...blocks.map((block) => ({ ...block, label: 'Figure 1' })),
          { ...photo, file: 'front.png', alt: 'Front', caption: 'Front', widthPercent: 50 },
          { type: 'table', ...content(2), label: 'Table 1' },
        ],
      }),
    )
    expect(text).not.toMatch(/begin\{(figure|table)\}/)
    expect(text).toMatch(/subsection\*\{Mix\}\n\\par\\noindent\\begin\{minipage\}/)
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
    ['−5\u202fµs ± 2 ≤ 3 × 4', '$-$5\\,$\\mu$s $\\pm$ 2 $\\leq$ 3 $\\times$ 4'],
    ['^^41', '\\textasciicircum{}\\textasciicircum{}41'],
    ['line\nbreak', 'line break'],
  ])('prints %j unchanged', (given, written) => {
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
