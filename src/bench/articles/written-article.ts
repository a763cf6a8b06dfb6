import type { Cancellation } from '../turns'
import { messageOf } from '../../core/errors/system-error'
import { setImmediate } from 'node:timers/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import {
  figureContent,
  type Block,
  type PagePicture,
  type ReviewDocument,
} from '../../core/document/document'
import type { ShownPhoto } from '../../core/contract/document-requests'
import { factsMarkdown } from '../../core/document/facts'
import { blockLabels } from '../../core/document/outline'
import { fieldProblems, plainParagraph, richText } from '../../core/document/rich-text'
import {
  pictureWidth,
  type DocumentContent,
  type FactsBlock,
  type StoredBlock,
  type StoredPicture,
} from '../../core/document/stored-document'
import { holdsNothing, nothingText } from '../../core/figures/kinds/build-figure'
import type { Figure, FigureFamily } from '../../core/figures/figure/figure'
import { counted } from '../../core/units/number-format'
import { figureParts, partText } from '../../core/figures/figure/figure-parts'
import { isTableKind, type FigureSettings } from '../../core/figures/kinds/figure-kinds'
import { figureTable } from '../../core/figures/figure/figure-table'
import type { NewPicture } from '../store/tables/pictures'
import type { ReviewReads } from '../store/review-reads'
import { figurePieces } from '../figures/export-figure'
import type { ExportPreset } from '../figures/export-look'
import { figureOfReview } from '../figures/figure-of-review'
import { documentFields, type FieldReader } from './field-reader'
import { liveFigure } from './live-figure'
import type { DocumentDraft } from './new-document'
import {
  factsProblems,
  figureGone,
  figureProblems,
  isStale,
  pictureGone,
  problemText,
  scorecardGone,
  staleText,
  type BlockProblem,
} from './block-problems'
import { photoProblems, photosOf, storedPhoto } from './device-photos'
import { factsSource, idsOf, scorecardFigure } from './preview-document'

/** How the figures of an article are written. */
export interface ArticleChoice {
  readonly preset?: ExportPreset | undefined
  /** In the page itself, reacting to the mouse; as separate files; or drawn by the writer. */
  readonly figures: 'live' | 'svg' | 'pdf' | 'png' | 'drawn'
  /** Prefix of the names of separate files, such as `review-pictures/`. */
  readonly folder?: string
  /** Drawings have outlines for their letters, for programs that ignore embedded faces. */
  readonly outlines?: boolean
  /** Converts WebP, which not every program shows. */
  readonly withoutWebp?: boolean
  readonly signal?: Cancellation | undefined
  readonly onProgress?: (done: number, total: number) => void
}

/** An article ready to be written, and the files that it refers to. */
export interface WrittenArticle {
  readonly document: ReviewDocument
  readonly files: readonly { readonly name: string; readonly content: Iterable<Uint8Array | string> }[]
  /** What an author should check before it is published. */
  readonly problems: readonly string[]
}

/**
 * Prepares a document of a review for writing; what cannot be shown is reported in its place and among the
 * problems.
 */
export async function writtenArticle(
  review: ReviewReads,
  { document, figures: drafts }: DocumentDraft,
  choice: ArticleChoice,
): Promise<WrittenArticle> {
  return new ArticleWriter(review, document, drafts, choice).write()
}

/**
 * Removes template headings with nothing written under them; one with smaller headings under it is not empty.
 */
function withoutEmptySections(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block, at) => {
    if (block.type !== 'heading') return true
    const next = blocks.slice(at + 1).find(({ type }) => type !== 'page-break')
    return next !== undefined && (next.type !== 'heading' || next.level > block.level)
  })
}

/** How a figure appears in an article. */
interface FigureInText {
  readonly label: string
  /** Replaces its title. */
  readonly caption?: string | undefined
  readonly withTable: boolean | 'only'
}

class ArticleWriter {
  readonly #review: ReviewReads
  readonly #document: DocumentContent
  readonly #choice: ArticleChoice
  readonly #labels: ReadonlyMap<string, string>
  readonly #fields: FieldReader
  readonly #settings: ReadonlyMap<number, FigureSettings>
  readonly #pictures: ReadonlyMap<number, StoredPicture>
  readonly #files: WrittenArticle['files'][number][] = []
  readonly #problems: string[] = []
  /** Tests of its figures that were adjusted together, each once. */
  readonly #families = new Map<string, FigureFamily>()

  constructor(
    review: ReviewReads,
    document: DocumentContent,
    drafts: DocumentDraft['figures'],
    choice: ArticleChoice,
  ) {
    this.#review = review
    this.#document = document
    this.#choice = choice
    this.#labels = blockLabels(document.blocks)
    this.#fields = documentFields(review, document, drafts)
    this.#settings = new Map([...review.figures(), ...drafts].map(({ id, settings }) => [id, settings]))
    this.#pictures = new Map(review.documents.pictures().map((picture) => [picture.id, picture]))
  }

  async write(): Promise<WrittenArticle> {
    const { title, author, blocks: stored } = this.#document
    const blocks: Block[] = []
    for (const [at, block] of stored.entries()) {
      // Lets other work and a cancellation through.
      await setImmediate()
      this.#choice.signal?.throwIfAborted()
      this.#choice.onProgress?.(at, stored.length)
      for (const made of await this.#blocks(block)) blocks.push(made)
    }
    this.#choice.onProgress?.(stored.length, stored.length)
    const families = familiesText([...this.#families.values()])
    const last: readonly Block[] =
      families === undefined ? [] : [{ type: 'text', content: [plainParagraph(families)] }]
    return {
      document: { title, author, blocks: [...withoutEmptySections(blocks), ...last], isArticle: true },
      files: this.#files,
      problems: [...new Set(this.#problems)],
    }
  }

  async #blocks(block: StoredBlock): Promise<readonly Block[]> {
    switch (block.type) {
      case 'heading':
      case 'quote':
      case 'page-break':
        return [block]
      case 'text':
        return this.#text(block.markdown)
      case 'facts':
        return this.#facts(block)
      case 'picture':
        return this.#picture(block)
      case 'scorecard': {
        const label = this.#labels.get(block.id) ?? ''
        const found = scorecardFigure(this.#review, block)
        if (!found) return this.#missing(label, scorecardGone)
        return this.#figure(found.settings, { label, withTable: block.form === 'radar' ? true : 'only' })
      }
      case 'figure':
      case 'table': {
        const { id, type, figureId, caption } = block
        const label = this.#labels.get(id) ?? ''
        const settings = this.#settings.get(figureId)
        if (settings === undefined) return this.#missing(label, figureGone(this.#review, figureId))
        return this.#figure(this.#fields.inUnits(settings), {
          ...{ label, caption },
          withTable: type === 'table' ? 'only' : block.withTable,
        })
      }
    }
  }

  async #facts(block: FactsBlock): Promise<readonly Block[]> {
    const source = factsSource(this.#review, block, this.#fields.unitOf)
    const written = factsMarkdown(block.about, source)
    const [gone] = factsProblems(this.#review, block)
    if (gone && source.campaigns.length === 0 && !block.edited) return this.#missing('', gone)
    if (gone) this.#problems.push(problemText(gone))
    if (isStale(block, written)) this.#problems.push(staleText)
    for (const one of source.unsure ?? []) this.#problems.push(problemText(one))
    const photos = photosOf(this.#review, block, idsOf(source))
    const [unpictured] = photoProblems(block, photos)
    const pictures = unpictured ? this.#missing('The photo', unpictured) : await this.#photos(photos)
    return [...pictures, ...this.#text(block.edited?.markdown ?? written)]
  }

  async #photos(photos: readonly ShownPhoto[]): Promise<readonly Block[]> {
    const blocks = photos.map((shown) => {
      const stored = storedPhoto(this.#review, shown)
      return stored ? [this.#photo(`device-${String(shown.deviceId)}`, stored, shown)] : []
    })
    return Promise.all(blocks.flat())
  }

  #text(markdown: string): readonly Block[] {
    const content = richText(markdown, this.#fields.resolve)
    for (const problem of fieldProblems(content)) this.#problems.push(problem)
    return content.length === 0 ? [] : [{ type: 'text', content }]
  }

  /** A mark for readers in the place of a block; its author also gets the remedy. */
  #missing(label: string, why: string | BlockProblem): readonly Block[] {
    const problem = typeof why === 'string' ? { text: why, remedy: '' } : why
    const text = `${label === '' ? 'This block' : label} cannot be shown. ${problem.text}`
    this.#problems.push(problemText({ text, remedy: problem.remedy }))
    return [{ type: 'text', content: [plainParagraph(`[${text}]`)] }]
  }

  async #figure(
    settings: FigureSettings,
    { label, caption, withTable }: FigureInText,
  ): Promise<readonly Block[]> {
    const gone = figureProblems(this.#review, settings)
    let figure: Figure
    try {
      figure = figureOfReview(this.#review, settings)
    } catch (error) {
      return this.#missing(label, gone[0] ?? messageOf(error))
    }
    if (holdsNothing(figure)) return this.#missing(label, gone[0] ?? nothingText(figure))
    for (const one of gone) this.#problems.push(`${label}: ${problemText(one)}`)
    for (const one of figure.families ?? []) this.#families.set(`${one.name} ${String(one.tests)}`, one)
    const content = {
      ...figureContent(figure, this.#choice.preset?.look.smallPrint),
      data: figureTable(figure),
      label,
      ...(caption !== undefined && { heading: caption }),
    }
    if (withTable === 'only' || isTableKind(figure.kind)) return [{ type: 'table', ...content }]
    // A page on a screen has room for all of it.
    const parts = this.#choice.figures === 'live' ? [figure] : figureParts(figure)
    const blocks: Block[] = []
    for (const [at, drawn] of parts.entries()) {
      const isLast = at === parts.length - 1
      const { caption: words, notes, smallPrint } = figureContent(drawn, this.#choice.preset?.look.smallPrint)
      blocks.push({
        ...{ type: 'figure', ...content, figure: drawn, withTable: isLast && withTable },
        ...(parts.length > 1 && { part: partText(at, parts.length) }),
        ...(!isLast && { caption: words, notes, smallPrint, data: { columns: [], rows: [] } }),
        ...(await this.#drawn(drawn, parts.length === 1 ? label : `${label}-${String(at + 1)}`)),
      })
    }
    return blocks
  }

  async #drawn(
    figure: Figure,
    label: string,
  ): Promise<{ readonly picture?: PagePicture; readonly file?: string }> {
    const { figures, preset, outlines = false, folder = '' } = this.#choice
    if (figures === 'drawn') return {}
    if (figures === 'live') return { picture: await liveFigure(figure, preset) }
    const stem = label.toLowerCase().replace(' ', '-')
    const formats = figures === 'svg' ? (['svg', 'png'] as const) : ([figures] as const)
    for (const format of formats)
      this.#files.push({
        name: `${stem}.${format}`,
        content: await figurePieces(figure, { format, scale: 2, outlines, ...(preset && { preset }) }),
      })
    return { file: `${folder}${stem}.${formats[0]}` }
  }

  async #picture(block: Extract<StoredBlock, { type: 'picture' }>): Promise<readonly Block[]> {
    const facts = this.#pictures.get(block.pictureId)
    const found = facts && this.#review.documents.picture(block.pictureId)
    if (!facts || !found) return this.#missing('', pictureGone)
    return [await this.#photo(`picture-${String(block.pictureId)}`, { ...facts, ...found }, block)]
  }

  /** `stem`: of the name of its file, if it is one. */
  async #photo(
    stem: string,
    { type, bytes: stored, width, height }: Omit<NewPicture, 'name' | 'content'> & { bytes: Uint8Array },
    { alt, caption, widthPercent }: Pick<ShownPhoto, 'alt' | 'caption' | 'widthPercent'>,
  ): Promise<Block> {
    const isConverted = this.#choice.withoutWebp === true && type === 'image/webp'
    const bytes = isConverted ? await asPng(stored) : stored
    const mime = isConverted ? 'image/png' : type
    const { figures, folder } = this.#choice
    const isFile = figures !== 'live' && figures !== 'drawn'
    const name = `${stem}.${mime === 'image/jpeg' ? 'jpg' : mime.slice(6)}`
    if (isFile && this.#files.every((file) => file.name !== name))
      this.#files.push({ name, content: [bytes] })
    return {
      ...{ type: 'picture', mime, bytes, width, height },
      ...{ alt, caption, widthPercent: pictureWidth(widthPercent) },
      ...(isFile && { file: `${folder ?? ''}${name}` }),
    }
  }
}

/** More families than this are counted, not named. */
const mostFamilies = 12

/** How many families of tests a document holds: each adjusts its own, so that more of them find more by chance. */
function familiesText(families: readonly FigureFamily[]): string | undefined {
  if (families.length === 0) return undefined
  const named = families
    .slice(0, mostFamilies)
    .map(({ name, tests }) => `${name} (${counted(tests, 'test')})`)
    .join('; ')
  const more = families.length - mostFamilies
  const count = families.length === 1 ? 'one family' : `${String(families.length)} families`
  return `This document holds ${count} of tests, each adjusted for itself: ${named}${more > 0 ? `; and ${String(more)} more` : ''}.`
}

async function asPng(bytes: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(bytes))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.encode('png')
}
