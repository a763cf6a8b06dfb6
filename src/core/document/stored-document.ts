import * as v from 'valibot'

/** The kinds a document can start as. */
export const templateNames = [
  ...(['drive-review', 'drives', 'two-kernels', 'databases', 'over-time', 'cache-software'] as const),
  ...(['print', 'empty'] as const),
] as const
export type TemplateName = (typeof templateNames)[number]

/** Texts the app generates from recorded facts. */
const factsSubjects = ['findings', 'answer', 'drive', 'machine', 'method', 'commands', 'devices'] as const
export type FactsSubject = (typeof factsSubjects)[number]

/** Maximum length of a title, a caption or another single line. */
export const longestLine = 2000
/** Maximum length of a text block. */
export const longestText = 200_000
const mostBlocks = 2000

const line = v.pipe(v.string(), v.maxLength(longestLine))
const text = v.pipe(v.string(), v.maxLength(longestText))
const rowId = v.pipe(v.number(), v.integer(), v.minValue(1))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** Unique within its document; numbered references and the window's list name a block by it. */
const blockId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/))

const width = v.pipe(v.number(), v.minValue(10), v.maxValue(100))

/** One block as stored. Markdown is text with fields (see field.ts); everything else is plain text. */
const storedBlockSchema = v.variant('type', [
  v.strictObject({ id: blockId, type: v.literal('heading'), level: v.picklist([1, 2, 3]), text: line }),
  v.strictObject({ id: blockId, type: v.literal('text'), markdown: text }),
  v.strictObject({
    id: blockId,
    type: v.literal('figure'),
    /** A saved figure, which may have been deleted since. */
    figureId: rowId,
    /** Replaces the figure's own title below it. */
    caption: v.exactOptional(line),
    /** The table of its numbers is shown below it. */
    withTable: v.boolean(),
  }),
  /** The numbers of a saved figure without its picture, or a saved table. */
  v.strictObject({ id: blockId, type: v.literal('table'), figureId: rowId, caption: v.exactOptional(line) }),
  v.strictObject({
    id: blockId,
    type: v.literal('scorecard'),
    scorecardId: rowId,
    /** Its points as a radar above their table; only the table, with all remarks, if unset. */
    form: v.exactOptional(v.literal('radar')),
  }),
  v.strictObject({
    id: blockId,
    type: v.literal('facts'),
    about: v.picklist(factsSubjects),
    /** Empty: all campaigns of the review. */
    campaignIds: v.pipe(v.array(rowId), v.maxLength(1000)),
    /**
     * Shows the photos on the cards of the devices that these campaigns measured, if it is about drives or devices.
     * `alt`: empty for “Photo of” with the name of the card. `widthPercent`: as for a picture.
     */
    photo: v.exactOptional(v.strictObject({ alt: line, widthPercent: width })),
    /** The user's version, and the app's text at the time: if that has changed since, the block is flagged. */
    edited: v.exactOptional(v.strictObject({ markdown: text, basis: text })),
  }),
  v.strictObject({
    id: blockId,
    type: v.literal('picture'),
    pictureId: rowId,
    /** Description for readers who cannot see it. */
    alt: line,
    caption: line,
    /** Written as the nearest of `pictureWidths`. */
    widthPercent: width,
  }),
  v.strictObject({ id: blockId, type: v.literal('quote'), text, source: line }),
  v.strictObject({ id: blockId, type: v.literal('page-break') }),
])
export type StoredBlock = v.InferOutput<typeof storedBlockSchema>
export type FactsBlock = Extract<StoredBlock, { type: 'facts' }>
export type StoredBlockType = StoredBlock['type']

export const storedBlocksSchema = v.pipe(
  v.array(storedBlockSchema),
  v.maxLength(mostBlocks),
  v.check(
    (blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length,
    'two blocks have the same id',
  ),
)

/** Widths of a picture in percent of the column; every format and the page in the window have the same. */
export const pictureWidths = { least: 10, most: 100, step: 5 } as const

/** Whether facts about it can show photos of devices. */
export function showsPhotos(about: FactsSubject): boolean {
  return about === 'drive' || about === 'devices'
}

/** The nearest width that a picture can have. */
export function pictureWidth(percent: number): number {
  const { least, most, step } = pictureWidths
  return Math.min(most, Math.max(least, Math.round(percent / step) * step))
}

export function everyPictureWidth(): readonly number[] {
  const { least, most, step } = pictureWidths
  return Array.from({ length: (most - least) / step + 1 }, (_, at) => least + at * step)
}

/** The editable parts of a document. */
const content = {
  /** Its name in lists and on the command line, unique in a file. */
  name,
  /** Its heading when published. */
  title: line,
  author: line,
  template: v.picklist(templateNames),
  blocks: storedBlocksSchema,
}
export const documentContentSchema = v.strictObject(content)
export type DocumentContent = v.InferOutput<typeof documentContentSchema>

/** A saved document as known to a window. */
export const knownDocumentSchema = v.strictObject({ id: rowId, ...content })
export type KnownDocument = v.InferOutput<typeof knownDocumentSchema>

export interface StoredDocument extends KnownDocument {
  /** Milliseconds since 1970. */
  readonly modifiedAtMs: number
}

/** A document in a list. */
export type DocumentSummary = Omit<StoredDocument, 'blocks'>

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** A picture of the results file, without its bytes. */
export interface StoredPicture {
  readonly id: number
  /** Name of the original file. */
  readonly name: string
  readonly type: (typeof pictureTypes)[number]
  /** Dots. */
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** What was known about a document when it was opened. */
export function knownDocument({ id, name, title, author, template, blocks }: StoredDocument): KnownDocument {
  return { id, name, title, author, template, blocks }
}
