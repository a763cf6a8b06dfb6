import { withoutBreaks } from '../../units/number-format'
import type { Inline } from '../rich-text'

/** A paragraph of a named style; `xml` is escaped already. */
export function paragraph(style: string, xml: string): string {
  return `<text:p text:style-name="${style}">${xml}</text:p>`
}

/** The title of the document is the only heading of its level. */
export function heading(level: number, xml: string): string {
  const outline = String(Math.min(6, Math.max(2, level)) - 1)
  return `<text:h text:style-name="Heading_20_${outline}" text:outline-level="${outline}">${xml}</text:h>`
}

/** "Figure 3." stands out. */
export function labelled(title: string): string {
  const [, label, rest] = /^((?:Figure|Table) \d+(?: \(\d+ of \d+\))?\.)( .*)$/s.exec(title) ?? []
  return label === undefined ? proseXml(title) : span('Strong', xmlText(label)) + proseXml(rest ?? '')
}

function span(style: string, xml: string): string {
  return `<text:span text:style-name="${style}">${xml}</text:span>`
}

/** A line with its marks, escaped. */
export function inline(children: readonly Inline[]): string {
  return children
    .map((one) => {
      switch (one.type) {
        case 'text':
        case 'field':
          return proseXml(one.text)
        case 'strong':
          return span('Strong', inline(one.children))
        case 'emphasis':
          return span('Emphasis', inline(one.children))
        case 'strike':
          return span('Strike', inline(one.children))
        case 'code':
          return span('Code', xmlText(one.text))
        case 'link':
          return `<text:a xlink:type="simple" xlink:href="${attribute(one.href)}">${inline(one.children)}</text:a>`
        case 'break':
          return '<text:line-break/>'
      }
    })
    .join('')
}

/** Characters for a text-only element, or for a quoted attribute; those not allowed in XML are left out. */
export function attribute(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${String(character.charCodeAt(0))};`)
}

/** Text for a paragraph; consecutive spaces, tabs and line ends are preserved. */
export function xmlText(text: string): string {
  return attribute(text.replace(/\r\n?/g, '\n'))
    .replace(/&#10;/g, '<text:line-break/>')
    .replace(/&#9;/g, '<text:tab/>')
    .replace(/^ +| {2,}/g, (spaces) => `<text:s text:c="${String(spaces.length)}"/>`)
    .replace(
      /(<text:(?:line-break|tab)\/>) +/g,
      (found, mark: string) => `${mark}<text:s text:c="${String(found.length - mark.length)}"/>`,
    )
}

/** The same in which no line breaks between a number and its unit. */
export function proseXml(text: string): string {
  return xmlText(withoutBreaks(text))
}
