import type { Destination } from '../plan/destination'
import type { DeviceConfirmation } from './device-confirmation'
import type { DeviceSource, DriveNames, FileUnits, ImportReport } from './import-requests'
import type { CampaignSummary } from '../results/campaign/campaign'
import type { ArticlePreset } from '../figures/figure/article-look'
import type {
  CardPicture,
  DocumentExport,
  ExportFormat,
  FigurePicture,
  FiguresExport,
  ShellArguments,
} from './shell-requests'
import type { ShelfListing, TakeReport } from './shelf-requests'
import type { RequestError } from './bench-requests'

/** A campaign that could not be ended, because its hosts (their names) are away: what runs there runs on. */
export interface LeftCampaign {
  readonly campaign: string
  readonly hosts: string
}

/**
 * Requests that only the shell may send to the bench: everything with a path. The window cannot reach these; they use
 * the process's own channel, never the window's MessagePort.
 */
export interface PrivilegedRequests {
  /** Opens the results file of this bench. `create` refuses an existing file; `read` never writes to it. */
  'review.open': {
    arguments: {
      path: string
      mode: 'create' | 'write' | 'read'
      templateId?: string | undefined
      suiteId?: string | undefined
    }
    answer: { readOnly: boolean }
  }
  /** Closes the file. Detached runs keep running; the rest of their campaign waits until the file is opened again. */
  'review.close': { arguments: Record<string, never>; answer: null }
  /** The question to ask before a plan is started; null if none is needed. */
  'confirmation.ask': { arguments: { planId: string }; answer: DeviceConfirmation | null }
  /** What the user typed. Only the shell can send this, never a page. */
  'confirmation.give': { arguments: { confirmationId: string; typed: string }; answer: { accepted: boolean } }
  /** Ends running campaigns now; answers when no process of theirs is left but on hosts that are away. */
  'campaign.stop-all': { arguments: Record<string, never>; answer: { left: readonly LeftCampaign[] } }
  /** Reads a plan from a JSON file into the results file. */
  'plan.import': { arguments: { path: string }; answer: { planId: string } }
  /** Imports output files of engines and printed tables, or folders of them, into the results file. */
  'import.files': {
    arguments: {
      paths: readonly string[]
      configuration: string
      device: string
      deviceFrom?: DeviceSource | undefined
      drives?: DriveNames | undefined
      units?: FileUnits | undefined
    }
    answer: ImportReport
  }
  /** Reads the results files of a folder; emits progress events. */
  'shelf.read': { arguments: { folder: string }; answer: ShelfListing }
  /** Path of a file of the shelf as last read. */
  'shelf.path': { arguments: { file: string }; answer: { path: string } }
  /** Merges another results file: campaigns, plans, saved figures. */
  'review.merge': { arguments: { path: string }; answer: TakeReport }
  /** Writes a copy of the whole results file to an unused path, complete or not at all. */
  'review.copy': { arguments: { path: string }; answer: null }
  /** Copies campaigns into a new or another results file. */
  'campaign.copy': {
    arguments: { campaignIds: readonly number[]; path: string; isNew: boolean }
    answer: TakeReport
  }
  /** Draws a campaign as one picture for a post. */
  'campaign.write-card': { arguments: CardPicture & { path: string }; answer: null }
  'campaign.name': { arguments: { campaignId: number }; answer: { name: string } }
  /** Writes a plan as JSON. */
  'plan.write': { arguments: { planId: string; path: string }; answer: null }
  'plan.name': { arguments: { planId: string }; answer: { name: string } }
  /** Writes a document as an article, with its pictures next to it if the format has separate ones; emits progress events. */
  'document.write': {
    arguments: DocumentExport & { path: string }
    answer: { readonly problems: readonly string[] }
  }
  'document.name': { arguments: { documentId: number }; answer: { name: string } }
  /**
   * Writes a figure to a file, or its parts to several of which `path` is the first. `advice`: why the picture is higher
   * than requested, if it is.
   */
  'figure.write': {
    arguments: FigurePicture & { format: ExportFormat; path: string }
    answer: { path: string; advice?: string }
  }
  /** Writes saved figures in every format with an index page into a folder; emits progress events. */
  'figures.write': {
    arguments: ShellArguments<'figures.export'> & { folder: string }
    answer: FiguresExport
  }
  /** Reads a PNG or JPEG file into a preset. */
  'preset.take-picture': { arguments: { presetId: number; path: string }; answer: ArticlePreset }
  /** Draws a figure as PNG. */
  'figure.render': { arguments: FigurePicture; answer: { png: Uint8Array; title: string } }
}

export type PrivilegedRequestName = keyof PrivilegedRequests
export type PrivilegedArguments<N extends PrivilegedRequestName> = PrivilegedRequests[N]['arguments']
export type PrivilegedAnswer<N extends PrivilegedRequestName> = PrivilegedRequests[N]['answer']

/** Shell to bench. A `connect` message carries the bench's end of a MessagePort for a window. */
export type ShellToBench =
  | {
      readonly kind: 'request'
      readonly sequence: number
      readonly name: PrivilegedRequestName
      readonly arguments: unknown
    }
  | { readonly kind: 'connect' }

/** What a user who is not watching should know: a campaign ended, was interrupted, or waits for them. */
export interface CampaignNotice {
  readonly title: string
  readonly text: string
  readonly campaignId: number
  /** Where an answer is needed; absent if the campaign itself should be shown. */
  readonly hostId?: Destination
}

/** What the task bar shows of campaigns. */
export interface ShownProgress {
  /** 0 to 1; undefined: nothing, because no campaign is under way. */
  readonly share: number | undefined
  /** Why it does not advance: a person paused the campaign, or it was interrupted. */
  readonly halted?: 'paused' | 'error'
}

/** A line that the bench writes to its standard output: the file that it waits for, null once none is. */
export interface StallNews {
  readonly stalled: string | null
}

/** Bench to shell. */
export type BenchToShell =
  | { readonly kind: 'answer'; readonly sequence: number; readonly answer: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: RequestError }
  /** The campaign being executed; undefined if none is. Sent on every change. */
  | { readonly kind: 'running'; readonly campaign: CampaignSummary | undefined }
  | ({ readonly kind: 'progress' } & ShownProgress)
  | { readonly kind: 'notice'; readonly notice: CampaignNotice }
