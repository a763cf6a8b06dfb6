import { template } from '../../words/template'
import type { Figure, FigurePanels } from './figure'

const captionElsewhere = template('figure-part', 'The caption is under part {last}.', { last: 'count' })

/**
 * The pictures of a printed figure: itself, or parts of about equally many panels, at most `perPart` each. A part has the
 * scales, colours and keys of the whole, and says which one it is; the last one has the caption and the small print.
 * Texts that were placed on the plot of the whole figure have no place in a part, so they follow the caption.
 */
export function figureParts(figure: Figure): readonly Figure[] {
  const { panels } = figure
  const all = panels?.titles.length ?? 1
  const most = panels?.perPart ?? all
  if (panels === undefined || all <= most) return [figure]
  const count = Math.ceil(all / most)
  const size = panelsPerPart(panels, count, most)
  return Array.from({ length: count }, (_, at) =>
    partOf(figure, panels, { at, count, from: at * size, to: Math.min(all, (at + 1) * size) }),
  )
}

/** As many for each part, in full rows if the last part then has one, too. */
function panelsPerPart({ titles: { length }, columns }: FigurePanels, count: number, most: number): number {
  const even = Math.ceil(length / count)
  const full = Math.ceil(even / columns) * columns
  return full <= most && length - full * (count - 1) >= columns ? full : even
}

function partOf(
  { annotations = [], ...figure }: Figure,
  panels: FigurePanels,
  part: { readonly at: number; readonly count: number; readonly from: number; readonly to: number },
): Figure {
  const { at, count, from, to } = part
  const titles = panels.titles.slice(from, to)
  const isLast = at === count - 1
  return {
    ...figure,
    title: `${figure.title} ${partText(at, count)}`,
    panels: {
      ...panels,
      ...{ titles, columns: Math.min(panels.columns, titles.length) },
      ...(panels.axes && { axes: panels.axes.slice(from, to) }),
    },
    series: figure.series.flatMap((series) => {
      const { panel = 0 } = series
      return panel >= from && panel < to ? [{ ...series, panel: panel - from }] : []
    }),
    ...(isLast && { caption: [figure.caption, ...annotations.map(({ text }) => text)].join(' · ') }),
    ...(!isLast && {
      ...{ caption: captionElsewhere({ last: count }), smallPrint: [], notes: [] },
      print: { short: [], none: [] },
    }),
  }
}

/** "(1 of 3)". */
export function partText(at: number, count: number): string {
  return `(${String(at + 1)} of ${String(count)})`
}
