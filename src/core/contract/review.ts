import type { ArticlePreset, PictureFacts } from '../figures/figure/article-look'
import type { DeviceCard } from '../devices/device-card'
import type { Scorecard } from '../scorecard/scorecard'
import type { DocumentSummary } from '../document/stored-document'
import type { CampaignSummary } from '../results/campaign/campaign'
import type { FigureSettings } from '../figures/kinds/figure-kinds'

/** The contents of a results file, for the Review screen and `benchwright show`. */
export interface ReviewSummary {
  readonly path: string
  readonly readOnly: boolean
  /** Why nothing can be written, e.g. "The file is on read-only media." */
  readonly readOnlyReason?: string
  readonly title: string
  readonly notes: string
  readonly plans: readonly PlanSummary[]
  readonly campaigns: readonly CampaignSummary[]
  readonly figures: readonly SavedFigure[]
  /** Saved figures of a kind or with settings unknown to this program, e.g. from a newer version. */
  readonly unknownFigures: readonly UnknownFigure[]
  /** Device cards and scorecards by name. */
  readonly devices: readonly StoredDevice[]
  readonly scorecards: readonly StoredScorecard[]
  /** Documents, in the user's order. */
  readonly documents: readonly DocumentSummary[]
  /** Article presets: those shipped with the app, then the review's own. */
  readonly presets: readonly ArticlePreset[]
  /** Id of the preset in use; undefined if none was chosen. */
  readonly chosenPreset?: number
  /** What was deleted and can be brought back, latest first. */
  readonly bin: readonly BinItem[]
}

/** Kinds of things that go into the bin when they are deleted. */
export const binKinds = ['campaign', 'plan', 'figure', 'document', 'device', 'scorecard', 'preset'] as const
export type BinKind = (typeof binKinds)[number]

/** Something in the bin. */
export interface BinItem {
  readonly kind: BinKind
  /** Which one of its kind. */
  readonly key: number
  readonly name: string
  /** Milliseconds since 1970. */
  readonly deletedAtMs: number
  /** Of a campaign: its runs that have a result. */
  readonly doneRuns?: number
}

/** Something that was deleted, and what it was used in. */
export interface Deleted {
  readonly item: Pick<BinItem, 'kind' | 'key' | 'name'>
  readonly usedIn: readonly { readonly kind: BinKind; readonly name: string }[]
}

export interface PlanSummary {
  readonly id: string
  readonly name: string
  readonly engine: string
  readonly caseCount: number
  readonly runCount: number
  /** Milliseconds since 1970. */
  readonly modifiedAtMs: number
}

export interface SavedFigure {
  readonly id: number
  readonly name: string
  readonly settings: FigureSettings
  readonly modifiedAtMs: number
}

/** A saved figure as known to a window. */
export type KnownFigure = Pick<SavedFigure, 'id' | 'name' | 'settings'>

/** A device card as it appears in a results file. */
export interface StoredDevice {
  readonly id: number
  /** Used once in a file. */
  readonly name: string
  readonly card: DeviceCard
  /** What is known about its photo; the photo itself is requested by the card's id. */
  readonly photo?: PictureFacts
  readonly modifiedAtMs: number
}

/** A saved device card as known to a window, without its photo. */
export type KnownDevice = Pick<StoredDevice, 'id' | 'name' | 'card'>

/** A scorecard as it appears in a results file. */
export interface StoredScorecard {
  readonly id: number
  /** Used once in a file. */
  readonly name: string
  readonly card: Scorecard
  readonly modifiedAtMs: number
}

/** A saved scorecard as known to a window. */
export type KnownScorecard = Omit<StoredScorecard, 'modifiedAtMs'>

/** A saved figure that this program cannot draw. It stays in the file unchanged. */
export interface UnknownFigure {
  readonly id: number
  readonly name: string
  /** Kind as written in the file; undefined if not even that can be read. */
  readonly kind?: string
  /** Why it cannot be drawn, and what helps. */
  readonly problem: string
  readonly modifiedAtMs: number
}
