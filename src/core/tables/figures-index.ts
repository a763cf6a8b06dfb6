import { htmlPage, htmlText, inlineSvg } from './html'

/** A figure of the set that an index page shows. */
export interface IndexedFigure {
  readonly name: string
  readonly title: string
  readonly caption: string
  readonly smallPrint: readonly string[]
  /** The picture as a whole `<svg>` element; undefined for a table too long to be one. */
  readonly svg: string | undefined
  /** Names of the files beside the page, as they may stand in a link. */
  readonly files: readonly string[]
}

/** The page that lists a set of figures, each with its picture and links to all of its files. It loads nothing. */
export function figuresIndex(review: string, figures: readonly IndexedFigure[]): string {
  const contents = figures.map(
    ({ name }, at) => `<li><a href="#figure-${at + 1}">${htmlText(name)}</a></li>\n`,
  )
  const sections = figures.map(({ name, title, caption, smallPrint, svg, files }, at) => {
    const links = files.map((file) => `<a href="${encodeURIComponent(file)}">${htmlText(endingOf(file))}</a>`)
    return [
      `<section id="figure-${at + 1}">\n<h2>${at + 1}. ${htmlText(name)}</h2>\n`,
      `<p class="links">${links.join(' ')}</p>\n`,
      svg === undefined
        ? `<p>${htmlText(title)}. ${htmlText(caption)}</p>\n${smallPrint
            .map((line) => `<p class="small">${htmlText(line)}</p>\n`)
            .join('')}`
        : `<figure>\n${inlineSvg(svg)}\n</figure>\n`,
      '</section>\n',
    ].join('')
  })
  const body = [
    `<h1>${htmlText(review)}</h1>\n`,
    figures.length > 1 ? `<ol>\n${contents.join('')}</ol>\n` : '',
    ...sections,
  ].join('')
  return htmlPage(review, body)
}

function endingOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1).toUpperCase()
}
