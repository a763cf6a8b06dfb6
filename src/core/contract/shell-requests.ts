import { type FigureSettings, figureSettingsSchema } from '../figures/figure-kinds'
import * as v from 'valibot'
import type { ArticlePreset } from '../figures/article-look'
import { presetIdSchema } from './article-requests'
import { reportFormats, type DocumentExport } from './document-requests'
import type { ImportReport } from './import-requests'
import type { ShelfListing, TakeReport } from './shelf-requests'

/** A recently opened results file. */
export interface RecentReview {
  readonly path: string
  readonly name: string
  readonly openedAtMs: number
  readonly exists: boolean
  /** A campaign in it was running when the app ended. */
  readonly unfinished: boolean
}

export interface SampleReview {
  readonly id: string
  readonly title: string
  readonly description: string
}

export interface AppFacts {
  readonly version: string
  readonly electron: string
  /** Chromium's sandbox is off, as required for root. */
  readonly unconfined: boolean
  /** Electron is the fallback for machines that only reach package registries; never part of a release. */
  readonly testRuntime: boolean
  readonly platform: string
  /** Name of this machine. */
  readonly host: string
  /** The results file of this window; undefined on the start screen. */
  readonly review: string | undefined
  /** The results file being opened for this window, which shows nothing else in the meantime. */
  readonly opening: string | undefined
  /** The user's choice; `system` follows the desktop. The page gets light or dark from `prefers-color-scheme`. */
  readonly theme: Theme
  /** Whether a desktop notification is shown when a campaign ends, fails or needs attention. */
  readonly notifications: boolean
}

/** The formats a figure or table can be saved in from the window. */
export const exportFormats = ['png', 'svg', 'pdf', 'csv', 'md', 'html', 'tex'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** A figure as a picture. */
export interface FigurePicture {
  readonly settings: FigureSettings
  /** Dots per CSS pixel of a PNG, 1 to 4. */
  readonly scale: number
  readonly theme: 'light' | 'dark'
  /** CSS pixels; the default width if not given. */
  readonly width?: number | undefined
  /** Texts and marks as large as in the window, regardless of the width. */
  readonly asShown?: boolean | undefined
  /** Preset for its look; replaces `theme`, and `width` if that is not given. */
  readonly presetId?: number | undefined
  /** Replaces the serial numbers of drives with stand-ins. */
  readonly redactSerials?: boolean | undefined
  /** SVG text as outlines instead of embedded fonts. */
  readonly outlines?: boolean | undefined
}

/** The result of an export of all figures. */
export interface FiguresExport {
  readonly folder: string
  /** The page that lists the figures; undefined if the export was cancelled. */
  readonly index: string | undefined
  readonly files: number
  /** Figures that could not be drawn, with the reason. */
  readonly failures: readonly { readonly name: string; readonly message: string }[]
}

/** A campaign as one picture for a post, 1200 by 630 pixels. */
export interface CardPicture {
  readonly campaignId: number
  readonly format: 'png' | 'svg'
  readonly theme: 'light' | 'dark' | 'grey'
  /** Replaces the serial numbers of drives with stand-ins. */
  readonly redactSerials?: boolean | undefined
}

export type Theme = 'system' | 'light' | 'dark'

/**
 * Requests of the window to the shell: everything that needs a native dialog, the clipboard or another window. `null`
 * means that the user cancelled.
 */
export interface ShellRequests {
  'app.facts': { arguments: Record<string, never>; answer: AppFacts }
  'app.theme': { arguments: { theme: Theme }; answer: null }
  'app.notifications': { arguments: { shown: boolean }; answer: null }
  'start.recent': { arguments: Record<string, never>; answer: readonly RecentReview[] }
  'start.forget': { arguments: { path: string }; answer: null }
  'start.samples': { arguments: Record<string, never>; answer: readonly SampleReview[] }
  /** Asks for a file name, creates the results file, opens it in this window (or a new one) with a plan from the template, or the plans of the suite. */
  'review.create': {
    arguments: { templateId?: string | undefined; suiteId?: string | undefined }
    answer: { path: string } | null
  }
  /** Asks which file, opens it. */
  'review.open': { arguments: Record<string, never>; answer: { path: string } | null }
  /** Opens one of the recent files; any other path is rejected. */
  'review.open-recent': { arguments: { path: string }; answer: { path: string } }
  'review.open-sample': { arguments: { id: string }; answer: { path: string } }
  /** Opens the results files of the last drop: the first in this window if it shows the start screen, others in their own. */
  'review.open-dropped': { arguments: Record<string, never>; answer: null }
  /** Cancels the opening in progress for this window; that request is answered with the error `cancelled`. */
  'review.cancel-opening': { arguments: Record<string, never>; answer: null }
  'review.show-in-folder': { arguments: Record<string, never>; answer: null }
  'target.choose-folder': { arguments: { startAt?: string | undefined }; answer: { path: string } | null }
  /**
   * Has the user confirm what a plan does to its raw device, in a separate window of the shell. Without an id in the
   * answer, nothing needs to be confirmed.
   */
  'plan.confirm-device': { arguments: { planId: string }; answer: { confirmationId?: string } | null }
  'plan.export': { arguments: { planId: string }; answer: { path: string } | null }
  'plan.import': { arguments: Record<string, never>; answer: { planId: string } | null }
  /** Asks for output files or a folder of them, or uses those of the last drop, and imports them into the review. */
  'review.import': {
    arguments: { from: 'files' | 'folder' | 'drop'; configuration: string; device: string }
    answer: ImportReport | null
  }
  /** Reads the folder chosen as the shelf, or asks for another one; null if none was chosen. */
  'shelf.read': { arguments: { folder: 'chosen' | 'ask' }; answer: ShelfListing | null }
  /** Opens a file of the shelf, by its path on the shelf, in its own window. */
  'shelf.open': { arguments: { file: string }; answer: { path: string } }
  /** Asks for a results file, and merges everything in it into this review: campaigns, plans, saved figures. */
  'review.merge': {
    arguments: Record<string, never>
    answer: (TakeReport & { readonly path: string }) | null
  }
  /** Asks for a new or another results file, and copies campaigns into it. */
  'campaign.copy': {
    arguments: { campaignIds: readonly number[]; to: 'new' | 'other' }
    answer: (TakeReport & { readonly path: string }) | null
  }
  /** Asks for a file and draws a campaign's card into it. */
  'campaign.save-card': { arguments: CardPicture; answer: { path: string } | null }
  /** Asks for a file and writes a document as an article; `problems` are what a reader would miss. */
  'document.export': {
    arguments: DocumentExport
    answer: { readonly path: string; readonly problems: readonly string[] } | null
  }
  /** `tooLow`: why the picture is higher than requested, if it is. */
  'figure.export': {
    arguments: FigurePicture & { format: ExportFormat }
    answer: { path: string; tooLow?: string } | null
  }
  /** Asks for a folder and writes saved figures (all of them if no ids are given) in every format with an index page. */
  'figures.export': {
    arguments: {
      figureIds?: readonly number[] | undefined
      presetId?: number | undefined
      redactSerials?: boolean | undefined
    }
    answer: FiguresExport | null
  }
  /** Asks for a PNG or JPEG file that becomes the preset's picture. */
  'preset.choose-picture': { arguments: { presetId: number }; answer: ArticlePreset | null }
  'figure.copy': { arguments: FigurePicture; answer: null }
  /** Opens a file exported by this window in the system's default program, or shows it in its folder; any other path is rejected. */
  'exported.show': { arguments: { path: string; how: 'open' | 'folder' }; answer: null }
  'clipboard.write-text': { arguments: { text: string }; answer: null }
}

export type ShellRequestName = keyof ShellRequests
export type ShellArguments<N extends ShellRequestName> = ShellRequests[N]['arguments']
export type ShellAnswer<N extends ShellRequestName> = ShellRequests[N]['answer']

const nothing = v.strictObject({})
const path = v.pipe(v.string(), v.maxLength(4096))
const label = v.pipe(v.string(), v.maxLength(500))
const scale = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4))
const figureId = v.pipe(v.number(), v.integer(), v.minValue(1))
const colors = v.picklist(['light', 'dark'])
const picture = {
  settings: figureSettingsSchema,
  scale,
  theme: colors,
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(4000))),
  asShown: v.optional(v.boolean()),
  presetId: v.optional(presetIdSchema),
  redactSerials: v.optional(v.boolean()),
  outlines: v.optional(v.boolean()),
}

/** Checks of the arguments, one per request; unknown keys are rejected. */
export const shellArguments: {
  readonly [N in ShellRequestName]: v.GenericSchema<unknown, ShellArguments<N>>
} = {
  'app.facts': nothing,
  'app.theme': v.strictObject({ theme: v.picklist(['system', 'light', 'dark']) }),
  'app.notifications': v.strictObject({ shown: v.boolean() }),
  'start.recent': nothing,
  'start.forget': v.strictObject({ path }),
  'start.samples': nothing,
  'review.create': v.strictObject({
    templateId: v.optional(v.pipe(v.string(), v.maxLength(64))),
    suiteId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  'review.open': nothing,
  'review.open-recent': v.strictObject({ path }),
  'review.open-sample': v.strictObject({ id: v.pipe(v.string(), v.maxLength(64)) }),
  'review.open-dropped': nothing,
  'review.cancel-opening': nothing,
  'review.show-in-folder': nothing,
  'exported.show': v.strictObject({ path, how: v.picklist(['open', 'folder']) }),
  'target.choose-folder': v.strictObject({ startAt: v.optional(path) }),
  'plan.confirm-device': v.strictObject({ planId: v.pipe(v.string(), v.maxLength(64)) }),
  'plan.export': v.strictObject({ planId: v.pipe(v.string(), v.maxLength(64)) }),
  'plan.import': nothing,
  'review.import': v.strictObject({
    from: v.picklist(['files', 'folder', 'drop']),
    configuration: label,
    device: label,
  }),
  'shelf.read': v.strictObject({ folder: v.picklist(['chosen', 'ask']) }),
  'shelf.open': v.strictObject({ file: path }),
  'review.merge': nothing,
  'campaign.copy': v.strictObject({
    campaignIds: v.pipe(v.array(figureId), v.minLength(1), v.maxLength(1000)),
    to: v.picklist(['new', 'other']),
  }),
  'campaign.save-card': v.strictObject({
    campaignId: figureId,
    format: v.picklist(['png', 'svg']),
    theme: v.picklist(['light', 'dark', 'grey']),
    redactSerials: v.optional(v.boolean()),
  }),
  'document.export': v.strictObject({
    documentId: figureId,
    format: v.picklist(reportFormats),
    presetId: v.optional(presetIdSchema),
    redactSerials: v.optional(v.boolean()),
  }),
  'figure.export': v.strictObject({ ...picture, format: v.picklist(exportFormats) }),
  'figures.export': v.strictObject({
    figureIds: v.optional(v.pipe(v.array(figureId), v.maxLength(10_000))),
    presetId: v.optional(presetIdSchema),
    redactSerials: v.optional(v.boolean()),
  }),
  'preset.choose-picture': v.strictObject({ presetId: figureId }),
  'figure.copy': v.strictObject(picture),
  'clipboard.write-text': v.strictObject({ text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
}
