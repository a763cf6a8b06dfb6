import * as v from 'valibot'
import type { FigureSettings } from '../figures/figure-kinds'
import type { ShelvedFile } from '../results/shelf'

/** The results files of the folder that a person chose as the shelf. */
export interface ShelfListing {
  readonly folder: string
  readonly files: readonly ShelvedFile[]
  /** Files that were opened for it; the others were known. */
  readonly read: number
  /** The file of this review where it appears on the shelf. */
  readonly own?: string | undefined
}

/** Campaigns of a file of the shelf as it was last read: the path listed there, ids of that file. */
export interface ShelfPick {
  readonly file: string
  readonly campaignIds: readonly number[]
}

/** A campaign of the other file, by its id there. */
interface TakenCampaign {
  readonly from: number
  readonly name: string
  readonly configuration: string
}

/** What became of the campaigns that were to be taken; `id` is that of the file that took them. */
export interface TakeReport {
  readonly taken: readonly (TakenCampaign & {
    readonly id: number
    readonly runs: number
    readonly publishedResults: number
  })[]
  readonly known: readonly (TakenCampaign & { readonly id: number })[]
  readonly left: readonly (TakenCampaign & { readonly reason: string })[]
  /** What came beside campaigns with a merge. */
  readonly rest?: TakenRest
}

/** How many of each came with a merge; what is here already is not counted. */
export interface TakenRest {
  readonly plans: number
  /** Device cards that are new here, or say more than before. */
  readonly devices: number
  readonly scorecards: number
  readonly presets: number
  readonly pictures: number
  readonly figures: number
  readonly documents: number
  /** The notes were appended. */
  readonly notes: boolean
  /** What stayed as it is here although the other file says otherwise, a sentence each. */
  readonly kept: readonly string[]
}

/** A file's part of a take: its report, or why nothing was taken from it. */
export interface ShelfTake {
  readonly file: string
  readonly report?: TakeReport
  readonly problem?: string
}

export interface ShelfTaking {
  readonly files: readonly ShelfTake[]
  /** Given up: what stands in `files` was done, the rest was not begun. */
  readonly cancelled: boolean
}

/** Requests about the shelf; its folder comes by way of a native dialog (shell-requests.ts). */
export interface ShelfRequests {
  /** Copies campaigns into this review, all or none of a file, each once. Progress comes as events. */
  'shelf.take': { arguments: { picks: readonly ShelfPick[] }; answer: ShelfTaking }
  /** Gives up the reading or taking that is under way. A reading is then answered with the error `cancelled`. */
  'shelf.cancel': { arguments: Record<string, never>; answer: null }
  /** Settings of a ranking of these campaigns of the review, with the review's own device highlighted. */
  'shelf.ranking': { arguments: { campaignIds: readonly number[] }; answer: FigureSettings }
}

const campaignIds = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  v.minLength(1),
  v.maxLength(1000),
)

export const shelfArguments: {
  readonly [N in keyof ShelfRequests]: v.GenericSchema<unknown, ShelfRequests[N]['arguments']>
} = {
  'shelf.take': v.strictObject({
    picks: v.pipe(
      v.array(v.strictObject({ file: v.pipe(v.string(), v.maxLength(4096)), campaignIds })),
      v.minLength(1),
      v.maxLength(1000),
    ),
  }),
  'shelf.cancel': v.strictObject({}),
  'shelf.ranking': v.strictObject({ campaignIds }),
}
