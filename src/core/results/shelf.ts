import * as v from 'valibot'
import { campaignSources, campaignStates } from './campaign/campaign'

const shelvedCampaignSchema = v.object({
  id: v.number(),
  name: v.string(),
  configuration: v.string(),
  device: v.string(),
  host: v.string(),
  engine: v.string(),
  source: v.picklist(campaignSources),
  state: v.picklist(campaignStates),
  /** Undefined for results from print whose publication has no known date. */
  createdAtMs: v.optional(v.number()),
  runs: v.number(),
  publishedResults: v.number(),
  tests: v.array(v.string()),
  metrics: v.array(v.string()),
  /** Best mean of a case by metric, in its base unit; only for its engine's headline metrics. */
  best: v.record(v.string(), v.number()),
})

/** The index entry of a results file, by its path within the folder. */
export const shelvedFileSchema = v.object({
  path: v.string(),
  /** Fingerprint of the file as it was read; if unchanged, the file is not opened again, even if renamed. */
  mark: v.string(),
  title: v.string(),
  campaigns: v.array(shelvedCampaignSchema),
  /** Why it could not be read, with the remedy. */
  problem: v.optional(v.string()),
})

/** A campaign of a results file on the shelf. */
export type ShelvedCampaign = v.InferOutput<typeof shelvedCampaignSchema>
/** A results file on the shelf. */
export type ShelvedFile = v.InferOutput<typeof shelvedFileSchema>

/** A folder below the shelf that could not be read, by its path within the shelf, and why, with the remedy. */
export interface UnreadFolder {
  readonly path: string
  readonly problem: string
}

/** A campaign with its file. */
export interface ShelfEntry {
  readonly file: ShelvedFile
  readonly campaign: ShelvedCampaign
}

/** The day on which a campaign was measured, or the year in which it was printed; undefined if that is not known. */
export function dateOf({ source, createdAtMs }: ShelvedCampaign): string | undefined {
  if (createdAtMs === undefined) return undefined
  return new Date(createdAtMs).toISOString().slice(0, source === 'published' ? 4 : 10)
}

/** Campaigns that contain every word in any of their known facts; all campaigns if there are no words. */
export function searchShelf(
  { files }: { readonly files: readonly ShelvedFile[] },
  words: readonly string[],
): readonly ShelfEntry[] {
  const wanted = words.map((word) => word.toLowerCase())
  return files.flatMap((file) =>
    file.campaigns.flatMap((campaign) => {
      const text = searchedText(file, campaign)
      return wanted.every((word) => text.includes(word)) ? [{ file, campaign }] : []
    }),
  )
}

function searchedText({ path, title }: ShelvedFile, campaign: ShelvedCampaign): string {
  const { name, configuration, device, host, engine, source, state, tests, metrics } = campaign
  const date = dateOf(campaign) ?? ''
  return [path, title, name, configuration, device, host, engine, source, state, date, ...tests, ...metrics]
    .join('\n')
    .toLowerCase()
}
