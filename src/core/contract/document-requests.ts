import * as v from 'valibot'
import type { OutlineEntry } from '../document/outline'
import { fieldQuerySchema, type FieldChoices } from '../document/field-choices'
import type { RichBlock } from '../document/rich-text'
import {
  documentContentSchema,
  knownDocumentSchema,
  templateNames,
  type FactsSubject,
  type StoredPicture,
  type StoredDocument,
  type TemplateName,
} from '../document/stored-document'
import { givenName, request, rowId } from './request'
import type { Deleted, SavedFigure } from './review'

/** Larger files are not examined. */
export const mostTakenPictureBytes = 32 * 1024 * 1024

/** A picture file as chosen by the user, not examined yet. */
const takenBytes: v.GenericSchema<unknown, Uint8Array> = v.pipe(
  v.instance(Uint8Array),
  v.check((bytes) => bytes.byteLength <= mostTakenPictureBytes, 'the file is larger than 32 MiB'),
)
const takenPicture = { name: v.pipe(v.string(), v.maxLength(1000)), bytes: takenBytes }
export const takenPictureSchema = v.strictObject(takenPicture)

/** The formats a document can be written in. */
export const reportFormats = ['html', 'cms', 'md', 'tex', 'pdf', 'odt', 'bundle'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Their file extensions. */
export const reportEndings: Readonly<Record<ReportFormat, string>> = {
  ...{ html: 'html', cms: 'html', md: 'md', tex: 'tex', pdf: 'pdf', odt: 'odt' },
  bundle: 'zip',
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

/** The photo on a device card, as a document shows it. */
export interface ShownPhoto {
  readonly deviceId: number
  /** Changes with the photo. */
  readonly stamp: number
  readonly alt: string
  /** Empty for a single photo: the text below names its device. */
  readonly caption: string
  readonly widthPercent: number
}

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
      /** Above the text. */
      readonly photos: readonly ShownPhoto[]
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

/** What an article about a review is for, as its campaigns differ. */
export interface DocumentPurpose {
  readonly template: TemplateName
  /** A clause that follows "because": what was found. */
  readonly because: string
}

/**
 * Requests of the window about documents; their list is part of the review's summary. `base`: the saved document as
 * this window knows it; answered with the error `changed-elsewhere` if the file has another version by now.
 */
export const documentRequests = {
  'document.get': request<StoredDocument>()({ documentId: rowId }),
  /** `base`: null for a new one. Saving an earlier version again undoes later changes. */
  'document.save': request<StoredDocument>()({
    base: v.nullable(knownDocumentSchema),
    document: documentContentSchema,
  }),
  'document.delete': request<Deleted>()({ base: knownDocumentSchema }),
  /** Creates and saves a document with the blocks of a template for the review's contents, and the figures it needs. */
  'document.new': request<StoredDocument>()({
    template: v.picklist(templateNames),
    name: v.optional(givenName(200)),
  }),
  /** Which template fits the review, and why, as a clause after "because"; null if there is nothing to write about. */
  'document.purpose': request<DocumentPurpose | null>()({}),
  /** What readers will see of a document, saved or not. */
  'document.preview': request<DocumentPreview>()({ document: documentContentSchema }),
  /** Numbers that a text can quote. */
  'document.fields': request<FieldChoices>()({ query: fieldQuerySchema, document: documentContentSchema }),
  /** Null if there is none. */
  'picture.get': request<{ type: StoredPicture['type']; bytes: Uint8Array } | null>()({ pictureId: rowId }),
  /** Stores a PNG, JPEG or WebP, without its metadata and scaled down if it is larger than a page needs. */
  'picture.add': request<StoredPicture>()(takenPicture),
}
