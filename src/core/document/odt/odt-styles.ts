/** The namespaces of OpenDocument that are used. */
export const odfNames = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['meta', 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
]
  .map(([prefix = '', uri = '']) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** A named style; `parent` provides everything not set here. */
function style(
  name: string,
  parent: string,
  paragraph: string,
  text = '',
  more: { readonly label?: string; readonly next?: string; readonly level?: number } = {},
): string {
  const { label, next, level } = more
  return [
    `<style:style style:name="${name}"${label === undefined ? '' : ` style:display-name="${label}"`} style:family="paragraph"`,
    parent === '' ? '' : ` style:parent-style-name="${parent}"`,
    next === undefined ? '' : ` style:next-style-name="${next}"`,
    level === undefined ? '' : ` style:default-outline-level="${String(level)}"`,
    `><style:paragraph-properties ${paragraph}/>`,
    text === '' ? '' : `<style:text-properties ${text}/>`,
    '</style:style>',
  ].join('')
}

const characters = (name: string, text: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${text}/></style:style>`

const quiet = 'fo:color="#5c6370"'
const line = '0.5pt solid #9aa0ab'
const headingSizes = [17, 13.5, 11.5, 10.5, 10.5]

const headings = headingSizes.map((size, at) =>
  style(
    `Heading_20_${String(at + 1)}`,
    'Standard',
    `fo:margin-top="${at === 0 ? '0.7cm' : '0.5cm'}" fo:margin-bottom="0.15cm" fo:keep-with-next="always"`,
    `fo:font-size="${String(size)}pt" fo:font-weight="bold"`,
    { label: `Heading ${String(at + 1)}`, next: 'Text_20_body', level: at + 1 },
  ),
)

/** Cells, their texts to the left, right and in the middle, smaller in tables of many columns. */
const cellTexts = ['Head', 'Cell'].flatMap((kind) =>
  [
    ['', 8.5],
    ['Narrow', 6.5],
  ].flatMap(([size, points]) =>
    [
      ['', 'start'],
      ['Right', 'end'],
      ['Center', 'center'],
    ].map(([side = '', align = '']) =>
      style(
        `${kind}${String(size)}${side}`,
        'Standard',
        `fo:text-align="${align}" fo:margin-top="0cm" fo:margin-bottom="0cm"`,
        `fo:font-size="${String(points)}pt"${kind === 'Head' ? ' fo:font-weight="bold"' : ''}`,
      ),
    ),
  ),
)

const levels = Array.from({ length: 10 }, (_, at) => at + 1)
const indent = (level: number) =>
  `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="${String(level * 0.8)}cm"/></style:list-level-properties>`

const lists = [
  `<text:list-style style:name="Bullets">${levels.map((level) => `<text:list-level-style-bullet text:level="${String(level)}" text:bullet-char="•">${indent(level)}</text:list-level-style-bullet>`).join('')}</text:list-style>`,
  `<text:list-style style:name="Numbers">${levels.map((level) => `<text:list-level-style-number text:level="${String(level)}" style:num-format="1" style:num-suffix=".">${indent(level)}</text:list-level-style-number>`).join('')}</text:list-style>`,
]

const cell = (name: string, borders: string) =>
  `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:padding="0.08cm" ${borders}/></style:style>`

/** Styles of tables and cells, which must be in `content.xml`: programs ignore those in `styles.xml`. */
export const odtTableStyles = [
  '<style:style style:name="Table" style:family="table"><style:table-properties style:width="17cm" table:align="left"/></style:style>',
  '<style:style style:name="ShortTable" style:family="table"><style:table-properties style:width="17cm" table:align="left" style:may-break-between-rows="false"/></style:style>',
  cell(
    'HeadCell',
    `fo:border-top="1pt solid #9aa0ab" fo:border-bottom="${line}" style:vertical-align="bottom"`,
  ),
  cell('Cell', 'fo:border-bottom="0.25pt solid #d5d8dd"'),
].join('')

/** `styles.xml` without its declaration: named styles, so that an author changes the look of all paragraphs of a kind at once. */
export const odtStyles = [
  `<office:document-styles ${odfNames} office:version="1.3">`,
  '<office:font-face-decls><style:font-face style:name="Sans" svg:font-family="Liberation Sans" style:font-family-generic="swiss"/><style:font-face style:name="Mono" svg:font-family="Liberation Mono" style:font-family-generic="modern" style:font-pitch="fixed"/></office:font-face-decls>',
  '<office:styles>',
  '<style:default-style style:family="paragraph"><style:text-properties style:font-name="Sans" fo:font-size="10.5pt" fo:language="en" fo:country="US"/></style:default-style>',
  '<style:style style:name="Standard" style:family="paragraph"/>',
  style('Title', 'Standard', 'fo:margin-bottom="0.2cm"', 'fo:font-size="22pt" fo:font-weight="bold"'),
  style('Subtitle', 'Standard', 'fo:margin-bottom="0.5cm"', quiet),
  style('Text_20_body', 'Standard', 'fo:margin-bottom="0.25cm" fo:line-height="130%"', '', {
    label: 'Text body',
  }),
  ...headings,
  style('Item', 'Text_20_body', 'fo:margin-bottom="0.1cm"'),
  style('Quotations', 'Text_20_body', 'fo:margin-left="0.8cm" fo:margin-right="0.8cm"'),
  style(
    'Pull',
    'Text_20_body',
    `fo:margin-left="0.4cm" fo:margin-top="0.5cm" fo:padding-left="0.4cm" fo:border-left="2pt solid #9aa0ab"`,
    'fo:font-size="14pt"',
  ),
  style(
    'Source',
    'Standard',
    'fo:margin-left="0.8cm" fo:margin-bottom="0.5cm"',
    `${quiet} fo:font-size="9pt"`,
  ),
  style(
    'Preformatted',
    'Standard',
    'fo:margin-bottom="0.25cm" fo:padding="0.15cm" fo:border="0.5pt solid #c5c9d0"',
    'style:font-name="Mono" fo:font-size="9pt"',
  ),
  style('Picture', 'Standard', 'fo:margin-top="0.5cm" fo:margin-bottom="0.3cm"'),
  style('PictureAbove', 'Picture', 'fo:margin-bottom="0.1cm" fo:keep-with-next="always"'),
  style('Caption', 'Standard', 'fo:margin-bottom="0.3cm"', 'fo:font-size="9pt"'),
  style(
    'CaptionAbove',
    'Caption',
    'fo:margin-top="0.5cm" fo:margin-bottom="0.15cm" fo:keep-with-next="always"',
  ),
  style('Small', 'Standard', 'fo:margin-bottom="0.1cm"', `fo:font-size="8pt" ${quiet}`),
  style('AfterTable', 'Standard', 'fo:margin-bottom="0.1cm"', 'fo:font-size="4pt"'),
  style('Rule', 'Standard', `fo:margin-bottom="0.4cm" fo:border-bottom="${line}"`, 'fo:font-size="4pt"'),
  style('PageBreak', 'Standard', 'fo:break-after="page"', 'fo:font-size="2pt"'),
  ...cellTexts,
  characters('Strong', 'fo:font-weight="bold"'),
  characters('Emphasis', 'fo:font-style="italic"'),
  characters('Strike', 'style:text-line-through-style="solid" style:text-line-through-type="single"'),
  characters('Code', 'style:font-name="Mono" fo:font-size="9.5pt"'),
  ...lists,
  '</office:styles><office:automatic-styles>',
  '<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm" style:print-orientation="portrait"/><style:footer-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-top="0.4cm"/></style:footer-style></style:page-layout>',
  '</office:automatic-styles><office:master-styles>',
  '<style:master-page style:name="Standard" style:page-layout-name="A4"><style:footer><text:p text:style-name="CellRight"><text:page-number text:select-page="current"/></text:p></style:footer></style:master-page>',
  '</office:master-styles></office:document-styles>\n',
].join('')
