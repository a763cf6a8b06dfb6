import * as v from 'valibot'
import type { OutlineEntry } from '../document/outline'
import type { FieldChoices, FieldQuery } from '../document/field-choices'
import { fieldQuerySchema } from '../document/field-choices'
import type { RichBlock } from '../document/rich-text'
import {
  documentContentSchema,
  knownDocumentSchema,
  templateNames,
  type DocumentContent,
  type FactsSubject,
  type KnownDocument,
  type StoredPicture,
  type StoredDocument,
  type TemplateName,
} from '../document/stored-document'
import type { SavedFigure } from './review'

/** Larger files are not examined. */
export const mostTakenPictureBytes = 32 * 1024 * 1024

/**
 * Requests of the window about documents; their list is part of the review's summary. `base`: the saved document as
 * this window knows it; answered with the error `changed-elsewhere` if the file has another version by now.
 */
export interface DocumentRequests {
  'document.get': { arguments: { documentId: number }; answer: StoredDocument }
  /** `base`: null for a new one. Saving an earlier version again undoes later changes. */
  'document.save': {
    arguments: { base: KnownDocument | null; document: DocumentContent }
    answer: StoredDocument
  }
  'document.delete': { arguments: { base: KnownDocument }; answer: null }
  /** The documents in this order; unnamed ones follow. */
  'document.order': { arguments: { documentIds: readonly number[] }; answer: null }
  /** Creates and saves a document with the blocks of a template for the review's contents, and the figures it needs. */
  'document.new': { arguments: { template: TemplateName; name?: string | undefined }; answer: StoredDocument }
  /** What readers will see of a document, saved or not. */
  'document.preview': { arguments: { document: DocumentContent }; answer: DocumentPreview }
  /** Numbers that a text can quote. */
  'document.fields': { arguments: { query: FieldQuery; document: DocumentContent }; answer: FieldChoices }

  'picture.list': { arguments: Record<string, never>; answer: readonly StoredPicture[] }
  /** Null if there is none. */
  'picture.get': {
    arguments: { pictureId: number }
    answer: { type: StoredPicture['type']; bytes: Uint8Array } | null
  }
  /** Stores a PNG, JPEG or WebP, without its metadata and scaled down if it is larger than a page needs. */
  'picture.add': { arguments: TakenPicture; answer: StoredPicture }
  /** Rejected if a saved document shows it. */
  'picture.delete': { arguments: { pictureId: number }; answer: null }
}

/** A picture file as chosen by the user, not examined yet. */
export interface TakenPicture {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The formats a document can be written in. */
export const reportFormats = ['html', 'cms', 'md', 'tex', 'pdf', 'odt', 'bundle'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Their file extensions. */
export const reportEndings: Readonly<Record<ReportFormat, string>> = {
  ...{ html: 'html', cms: 'html', md: 'md', tex: 'tex', pdf: 'pdf', odt: 'odt' },
  bundle: 'zip',
}

/** Which parts of a document are written, and how its figures look. */
export interface DocumentExport {
  readonly documentId: number
  readonly format: ReportFormat
  readonly presetId?: number | undefined
  /** Replaces the serial numbers of drives with stand-ins. */
  readonly redactSerials?: boolean | undefined
}

/** A document as readers will see it, except the pictures of its figures, which the window draws. */
export interface DocumentPreview {
  readonly blocks: readonly PreviewBlock[]
  /** Headings from the top. */
  readonly outline: readonly OutlineEntry[]
  readonly words: number
}

/** A figure of the document, saved or not. */
export type ShownFigure = Pick<SavedFigure, 'name' | 'settings'>

export type PreviewBlock = {
  readonly id: string
  /** What the author should check: missing things, a field whose verdict has changed. */
  readonly problems: readonly string[]
} & PreviewContent

export type PreviewContent =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'text'; readonly content: readonly RichBlock[] }
  | {
      readonly type: 'figure' | 'table'
      /** "Figure 3". */
      readonly label: string
      /** Null if the saved figure is gone or cannot be drawn. */
      readonly figure: SavedFigure | null
      /** Empty: the figure's own title. */
      readonly caption: string
      readonly withTable: boolean
    }
  | {
      readonly type: 'scorecard'
      /** "Table 2", or "Figure 3" as a radar. */
      readonly label: string
      /** Null if the scorecard is gone. */
      readonly figure: ShownFigure | null
    }
  | {
      readonly type: 'facts'
      readonly about: FactsSubject
      readonly title: string
      readonly content: readonly RichBlock[]
      /** The app's current text as Markdown, the starting point for editing. */
      readonly written: string
      readonly isEdited: boolean
    }
  | {
      readonly type: 'picture'
      /** Null if it is gone. */
      readonly picture: StoredPicture | null
      readonly alt: string
      readonly caption: string
      readonly widthPercent: number
    }
  | { readonly type: 'quote'; readonly text: string; readonly source: string }
  | { readonly type: 'page-break' }

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const takenPictureSchema: v.GenericSchema<unknown, TakenPicture> = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(1000)),
  bytes: v.pipe(
    v.instance(Uint8Array),
    v.check((bytes) => bytes.byteLength <= mostTakenPictureBytes, 'the file is larger than 32 MiB'),
  ),
})

/** Checks of the arguments; unknown keys are rejected. */
export const documentArguments: {
  readonly [N in keyof DocumentRequests]: v.GenericSchema<unknown, DocumentRequests[N]['arguments']>
} = {
  'document.get': v.strictObject({ documentId: id }),
  'document.save': v.strictObject({ base: v.nullable(knownDocumentSchema), document: documentContentSchema }),
  'document.delete': v.strictObject({ base: knownDocumentSchema }),
  'document.order': v.strictObject({ documentIds: v.pipe(v.array(id), v.maxLength(10_000)) }),
  'document.new': v.strictObject({
    template: v.picklist(templateNames),
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  }),
  'document.preview': v.strictObject({ document: documentContentSchema }),
  'document.fields': v.strictObject({ query: fieldQuerySchema, document: documentContentSchema }),
  'picture.list': v.strictObject({}),
  'picture.get': v.strictObject({ pictureId: id }),
  'picture.add': takenPictureSchema,
  'picture.delete': v.strictObject({ pictureId: id }),
}
