import { messageOf } from '../../core/errors/system-error'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { SavedFigure } from '../../core/contract/review'
import { RequestFailure } from '../../core/contract/request-failure'
import { exportFormats, type ExportFormat, type FiguresExport } from '../../core/contract/shell-requests'
import type { Figure } from '../../core/figures/figure/figure'
import { figuresIndex, figuresIndexStyle, type IndexedFigure } from '../../core/document/html/figures-index'
import { holdsNothing, nothingText } from '../../core/figures/kinds/build-figure'
import { isTableKind } from '../../core/figures/kinds/figure-kinds'
import type { ReviewReads } from '../store/review-reads'
import { type FigureFile, figureFiles, pagePicture } from './export-figure'
import { pageWithFonts } from './figure-fonts'
import type { ExportPreset } from './export-look'
import { figureOfReview } from './figure-of-review'
import type { Cancellation } from '../turns'
import { writeFileWhole, type FileContent } from '../files/write-file-whole'
import { createFolder } from '../files/create-folder'

export interface FiguresChoice {
  /** Created if it does not exist. */
  readonly folder: string
  /** All saved figures if unset. */
  readonly figureIds?: readonly number[] | undefined
  readonly preset?: ExportPreset | undefined
  /** Cancels the export, whose files are then removed. */
  readonly signal?: Cancellation | undefined
  /** Called before each figure and at the end. */
  onProgress?(progress: { readonly done: number; readonly total: number; readonly name: string }): void
}

const indexName = 'index.html'
/** Identifies a page of this program. */
const ownMark = '<meta name="generator" content="Benchwright">'

/**
 * Writes saved figures in every format into a folder, with one page that shows them all. A figure that cannot
 * be drawn is reported in the answer and does not stop the others. Other files are never replaced: throws a
 * RequestFailure if the folder has files of these names that were not written by an earlier export.
 */
export async function exportFigures(review: ReviewReads, choice: FiguresChoice): Promise<FiguresExport> {
  const { folder, signal } = choice
  const all = review.figures()
  const wanted = choice.figureIds
  const figures = wanted === undefined ? all : wanted.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const unknown = review.unknownFigures().filter(({ id }) => wanted?.includes(id) !== false)
  if (figures.length + unknown.length === 0) throw nothingSaved()
  const stems = figures.map(({ name }, at) => fileStem(name, at, figures.length))
  await checkFolder(folder, stems)
  const existed = existsSync(folder)
  createFolder(folder)
  const written: string[] = []
  const indexed: IndexedFigure[] = []
  const failures = unknown.map(({ name, problem: message }) => ({ name, message }))
  const write = async (name: string, content: FileContent) => {
    await writeFileWhole(join(folder, name), content)
    written.push(name)
  }
  for (const [at, figure] of figures.entries()) {
    // Lets other requests and a cancellation through.
    await setImmediate()
    if (signal?.aborted === true) break
    choice.onProgress?.({ done: at, total: figures.length, name: figure.name })
    try {
      indexed.push(await writeFigure(review, figure, stems[at] ?? 'figure', choice, write))
    } catch (error) {
      // A full disk is not a problem of one figure.
      if (error instanceof RequestFailure && error.id === 'not-written') throw error
      failures.push({ name: figure.name, message: messageOf(error) })
    }
  }
  if (signal?.aborted === true) {
    for (const name of written) await rm(join(folder, name), { force: true })
    if (!existed) await rm(folder, { recursive: true, force: true })
    return { folder, index: undefined, files: 0, failures: [] }
  }
  const { title } = review.summary()
  const heading = title === '' ? 'Figures' : title
  const body = [figuresIndex(heading, indexed)]
  await write(indexName, pageWithFonts(heading, body, { style: figuresIndexStyle }))
  choice.onProgress?.({ done: figures.length, total: figures.length, name: '' })
  return { folder, index: join(folder, indexName), files: written.length, failures }
}

async function writeFigure(
  review: ReviewReads,
  saved: SavedFigure,
  stem: string,
  { preset, signal }: FiguresChoice,
  write: (name: string, content: FileContent) => Promise<void>,
): Promise<IndexedFigure> {
  const figure = figureOfReview(review, saved.settings)
  if (holdsNothing(figure)) throw new RangeError(nothingText(figure))
  const files: string[] = []
  for (const format of exportFormats) {
    await setImmediate()
    if (signal?.aborted === true) break
    for (const { path, content } of (await drawn(figure, format, stem, preset)) ?? []) {
      await write(path, content)
      files.push(path)
    }
  }
  const { title, caption, smallPrint } = figure
  const picture = await unlessTooLong(figure, () => pagePicture(figure, { ...(preset && { preset }) }))
  return { name: saved.name, title, caption, smallPrint, picture, files }
}

/** The files of one format; undefined if a table is too long to be a picture. */
async function drawn(
  figure: Figure,
  format: ExportFormat,
  stem: string,
  preset: ExportPreset | undefined,
): Promise<readonly FigureFile[] | undefined> {
  const picture = format === 'md' ? `${stem}.svg` : `${stem}.pdf`
  return unlessTooLong(figure, () =>
    figureFiles(
      figure,
      {
        format,
        scale: preset?.look.width.unit === 'mm' ? 4 : 2,
        ...(preset && { preset }),
        ...(!isTableKind(figure.kind) && { picture }),
      },
      `${stem}.${format}`,
    ),
  )
}

/** Undefined if a table is too long to be a picture. */
async function unlessTooLong<T>(figure: Figure, draw: () => Promise<T>): Promise<T | undefined> {
  try {
    return await draw()
  } catch (error) {
    if (isTableKind(figure.kind) && error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * `03-mix-of-two-drives`: in the order of the gallery, with only characters that every system and TeX accept.
 */
function fileStem(name: string, at: number, count: number): string {
  const number = String(at + 1).padStart(Math.max(2, String(count).length), '0')
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${number}-${words === '' ? 'figure' : words}`
}

async function checkFolder(folder: string, stems: readonly string[]): Promise<void> {
  const endings = exportFormats.join('|')
  const ours = [...stems.map((stem) => new RegExp(`^${stem}(?:-\\d+)?\\.(?:${endings})$`)), /^index\.html$/]
  const names = existsSync(folder) ? await readdir(folder) : []
  const taken = names.find((name) => ours.some((one) => one.test(name)))
  if (taken === undefined) return
  const index = join(folder, indexName)
  if (existsSync(index) && (await readFile(index, 'utf8')).includes(ownMark)) return
  throw new RequestFailure({
    id: 'file-exists',
    message: `${join(folder, taken)} is there already, and no export of figures has written it.`,
    remedy: 'Choose an empty folder, or one that an earlier export has filled.',
  })
}

function nothingSaved(): RequestFailure {
  return new RequestFailure({
    id: 'no-figures',
    message: 'No figure is saved in this review.',
    remedy: 'Save figures in the rooms Results and Compare first.',
  })
}
