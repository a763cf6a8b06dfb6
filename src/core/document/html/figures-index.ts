import type { PagePicture } from '../document'
import { htmlText, pictureToHtml, proseText } from './html-parts'

/** A figure of the set that an index page shows. */
export interface IndexedFigure {
  readonly name: string
  readonly title: string
  readonly caption: string
  readonly smallPrint: readonly string[]
  /** Undefined for a table too long to be one. */
  readonly picture: PagePicture | undefined
  /** Names of the files next to the page, as they may appear in a link. */
  readonly files: readonly string[]
}

/** The style of the page that lists figures, in addition to that of every page. */
export const figuresIndexStyle = 'figure>svg{margin-inline:auto}'

/** The body of the page that lists a set of figures, each with its picture and links to all of its files. */
export function figuresIndex(review: string, figures: readonly IndexedFigure[]): string {
  const contents = figures.map(
    ({ name }, at) => `<li><a href="#figure-${at + 1}">${htmlText(name)}</a></li>\n`,
  )
  const sections = figures.map(({ name, title, caption, smallPrint, picture, files }, at) => {
    const links = files.map((file) => `<a href="${encodeURIComponent(file)}">${htmlText(endingOf(file))}</a>`)
    return [
      `<section id="figure-${at + 1}">\n<header><h2>${at + 1}. ${htmlText(name)}</h2>\n`,
      `<p class="links">${links.join(' ')}</p></header>\n`,
      picture === undefined
        ? `<p>${proseText(title)}. ${proseText(caption)}</p>\n${smallPrint
            .map((line) => `<p class="small">${proseText(line)}</p>\n`)
            .join('')}`
        : pictureToHtml(picture),
      '</section>\n',
    ].join('')
  })
  return [
    `<h1>${htmlText(review)}</h1>\n`,
    `<p class="lead">${figures.length === 1 ? '1 figure' : `${figures.length} figures`}</p>\n`,
    figures.length > 1 ? `<ol class="contents">\n${contents.join('')}</ol>\n` : '',
    ...sections,
  ].join('')
}

function endingOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1).toUpperCase()
}
