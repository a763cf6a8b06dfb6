import * as v from 'valibot'
import type { FigureSettings } from '../figures/kinds/figure-kinds'
import type { ShelvedFile, UnreadFolder } from '../results/shelf'
import { command, request, rowId } from './request'

/** The results files in the folder chosen as the shelf. */
export interface ShelfListing {
  readonly folder: string
  readonly files: readonly ShelvedFile[]
  readonly unreadFolders: readonly UnreadFolder[]
  /** Files that had to be opened; the others were already indexed. */
  readonly read: number
  /** The file of this review, if it is on the shelf. */
  readonly own?: string | undefined
}

export const takenIds = v.pipe(v.array(rowId), v.minLength(1), v.maxLength(1000), v.readonly())
/** Campaigns of a file of the shelf as last read: the path listed there, ids of that file. */
const shelfPickSchema = v.strictObject({
  file: v.pipe(v.string(), v.maxLength(4096)),
  campaignIds: takenIds,
})
export type ShelfPick = Readonly<v.InferOutput<typeof shelfPickSchema>>

/** A campaign of the other file, by its id there. */
interface TakenCampaign {
  readonly from: number
  readonly name: string
  readonly configuration: string
}

/** What became of the campaigns to copy; `id` is their id in the receiving file. */
export interface TakeReport {
  readonly taken: readonly (TakenCampaign & {
    readonly id: number
    readonly runs: number
    readonly publishedResults: number
  })[]
  readonly known: readonly (TakenCampaign & { readonly id: number })[]
  readonly left: readonly (TakenCampaign & { readonly reason: string })[]
  /** What a merge added besides campaigns. */
  readonly rest?: TakenRest
}

/** How many of each a merge added; those already present are not counted. */
export interface TakenRest {
  readonly plans: number
  /** Device cards that are new, or have more details than before. */
  readonly devices: number
  readonly scorecards: number
  readonly presets: number
  readonly pictures: number
  readonly figures: number
  readonly documents: number
  /** The notes were appended. */
  readonly notes: boolean
  /** What was left unchanged although the other file differs, one sentence each. */
  readonly kept: readonly string[]
}

/** One file's part of a copy: its report, or why nothing was copied from it. */
export interface ShelfTake {
  readonly file: string
  readonly report?: TakeReport
  readonly problem?: string
}

export interface ShelfTaking {
  readonly files: readonly ShelfTake[]
  /** Cancelled: the files in `files` are done, the rest was not started. */
  readonly cancelled: boolean
}

/** Requests about the shelf; its folder comes from a native dialog (shell-requests.ts). */
export const shelfRequests = {
  /** Copies campaigns into this review, all or none of a file, each once. Emits progress events. */
  'shelf.take': request<ShelfTaking>()({
    picks: v.pipe(v.array(shelfPickSchema), v.minLength(1), v.maxLength(1000)),
  }),
  /** Cancels the reading or copying in progress. A reading is then answered with the error `cancelled`. */
  'shelf.cancel': command({}),
  /** Undoes the last merge of this window: what it added is removed, what it completed is restored. */
  'review.undo-merge': command({}),
  /** Settings of a ranking of these campaigns of the review, with the review's own device highlighted. */
  'shelf.ranking': request<FigureSettings>()({ campaignIds: takenIds }),
}
