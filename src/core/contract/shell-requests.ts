import * as v from 'valibot'
import type { ArticlePreset } from '../figures/figure/article-look'
import { figureSettingsSchema } from '../figures/kinds/figure-kinds'
import { paletteNames } from '../figures/figure/figure-look'
import { presetIdSchema } from './article-requests'
import { reportFormats } from './document-requests'
import { deviceSources, driveNamesSchema, fileUnitsSchema, type ImportReport } from './import-requests'
import { command, label, planId, request, rowId, rowIds, type AnswerOf, type ArgumentsOf } from './request'
import { takenIds, type ShelfListing, type ShelfTake, type TakeReport } from './shelf-requests'

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
  /** Why Chromium's sandbox is off: unavoidable for root, asked for by an option otherwise. */
  readonly unconfined?: 'root' | 'option'
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
/** The result of an export of all figures. */
export interface FiguresExport {
  readonly folder: string
  /** The page that lists the figures; undefined if the export was cancelled. */
  readonly index: string | undefined
  readonly files: number
  /** Figures that could not be drawn, with the reason. */
  readonly failures: readonly { readonly name: string; readonly message: string }[]
}

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Where the files of an import come from; `again` are those of the window's import before, which asked a question. */
export const importSources = ['files', 'folder', 'drop', 'again'] as const

const path = v.pipe(v.string(), v.maxLength(4096))
const opened = request<{ path: string } | null>()
/** What is written may replace the serial numbers of drives with stand-ins. */
const redactSerials = v.optional(v.boolean())
/** A figure as a picture. */
const picture = {
  settings: figureSettingsSchema,
  /** Dots per CSS pixel of a PNG. */
  scale: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
  theme: v.picklist(['light', 'dark']),
  /** CSS pixels; the default width if not given. */
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(4000))),
  /** Texts and marks as large as in the window, regardless of the width. */
  asShown: v.optional(v.boolean()),
  /** Preset for its look; replaces `theme`, and `width` if that is not given. */
  presetId: v.optional(presetIdSchema),
  redactSerials,
  /** SVG text as outlines instead of embedded fonts. */
  outlines: v.optional(v.boolean()),
  /** Without title, caption and small print. */
  pictureOnly: v.optional(v.boolean()),
}

/**
 * Requests of the window to the shell: everything that needs a native dialog, the clipboard or another window. `null`
 * means that the user cancelled.
 */
export const shellRequests = {
  'app.facts': request<AppFacts>()({}),
  'app.theme': command({ theme: v.picklist(themes) }),
  'app.notifications': command({ shown: v.boolean() }),
  'start.recent': request<readonly RecentReview[]>()({}),
  'start.forget': command({ path }),
  'start.samples': request<readonly SampleReview[]>()({}),
  /** Asks for a file name, creates the results file, opens it in this window (or a new one) with a plan from the template, or the plans of the suite. */
  'review.create': opened({
    templateId: v.optional(v.pipe(v.string(), v.maxLength(64))),
    suiteId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  /** Asks which file, opens it. */
  'review.open': opened({}),
  /** Opens one of the recent files; any other path is rejected. */
  'review.open-recent': request<{ path: string }>()({ path }),
  'review.open-sample': request<{ path: string }>()({ id: v.pipe(v.string(), v.maxLength(64)) }),
  /** Opens the results files of the last drop: the first in this window if it shows the start screen, others in their own. */
  'review.open-dropped': command({}),
  /** Cancels the opening in progress for this window; that request is answered with the error `cancelled`. */
  'review.cancel-opening': command({}),
  'review.show-in-folder': command({}),
  /** Asks for an unused name and writes a copy of the whole results file there; also one of a read-only or moved file. */
  'review.save-copy': opened({}),
  'target.choose-folder': opened({ startAt: v.optional(path) }),
  /**
   * Has the user confirm what a plan does to its raw device, in a separate window of the shell. Without an id in the
   * answer, nothing needs to be confirmed.
   */
  'plan.confirm-device': request<{ confirmationId?: string } | null>()({ planId }),
  'plan.export': opened({ planId }),
  'plan.import': request<{ planId: string } | null>()({}),
  /**
   * Asks for output files or a folder of them, or uses those of the last drop, and imports them into the review. Asks
   * first for the names of drives that no file names, and for units that no file states.
   */
  'review.import': request<ImportReport | null>()({
    from: v.picklist(importSources),
    configuration: label,
    device: label,
    deviceFrom: v.optional(v.picklist(deviceSources)),
    drives: v.optional(driveNamesSchema),
    units: v.optional(fileUnitsSchema),
  }),
  /** Reads the folder chosen as the shelf, or asks for another one; null if none was chosen. */
  'shelf.read': request<ShelfListing | null>()({ folder: v.picklist(['chosen', 'ask']) }),
  /** Opens a file of the shelf, by its path on the shelf, in its own window. */
  'shelf.open': request<{ path: string }>()({ file: path }),
  /**
   * Asks for a results file, or uses those of the last drop, and merges everything in it into this review: campaigns,
   * plans, saved figures. Rejects if the only file cannot be merged; one of several has its problem in the answer.
   */
  'review.merge': request<readonly ShelfTake[] | null>()({ from: v.picklist(['file', 'drop']) }),
  /** Asks for a new or another results file, and copies campaigns into it. */
  'campaign.copy': request<(TakeReport & { readonly path: string }) | null>()({
    campaignIds: takenIds,
    to: v.picklist(['new', 'other']),
  }),
  /** Asks for a file and draws a campaign as one picture for a post into it, 1200 by 630 pixels. */
  'campaign.save-card': opened({
    campaignId: rowId,
    format: v.picklist(['png', 'svg']),
    theme: v.picklist(paletteNames),
    redactSerials,
  }),
  /** Asks for a file and writes a document as an article; `problems` are what a reader would miss. */
  'document.export': request<{ readonly path: string; readonly problems: readonly string[] } | null>()({
    documentId: rowId,
    format: v.picklist(reportFormats),
    presetId: v.optional(presetIdSchema),
    redactSerials,
  }),
  /** `advice`: why the picture is higher than requested, if it is. */
  'figure.export': request<{ path: string; advice?: string } | null>()({
    ...picture,
    format: v.picklist(exportFormats),
  }),
  /** Asks for a folder and writes saved figures (all of them if no ids are given) in every format with an index page. */
  'figures.export': request<FiguresExport | null>()({
    figureIds: v.optional(rowIds),
    presetId: v.optional(presetIdSchema),
    redactSerials,
  }),
  /** Asks for a PNG or JPEG file that becomes the preset's picture. */
  'preset.choose-picture': request<ArticlePreset | null>()({ presetId: rowId }),
  'figure.copy': command(picture),
  /** Opens a file exported by this window in the system's default program, or shows it in its folder; any other path is rejected. */
  'exported.show': command({ path, how: v.picklist(['open', 'folder']) }),
  'clipboard.write-text': command({ text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
}

export type ShellRequestName = keyof typeof shellRequests
export type ShellArguments<N extends ShellRequestName> = ArgumentsOf<(typeof shellRequests)[N]>
export type ShellAnswer<N extends ShellRequestName> = AnswerOf<(typeof shellRequests)[N]>

export type FigurePicture = ShellArguments<'figure.copy'>
export type CardPicture = ShellArguments<'campaign.save-card'>
/** Which document is written, and how its figures look. */
export type DocumentExport = ShellArguments<'document.export'>
