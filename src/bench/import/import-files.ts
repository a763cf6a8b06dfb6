import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summaryNames } from '../../core/results/campaign/campaign-naming'
import type { ImportReport } from '../../core/contract/import-requests'
import type { ReviewReader, ReviewWriter } from '../store/review-store'
import { Turns } from '../turns'
import type { ImportOptions } from './import-options'
import {
  importCancelled,
  readFound,
  readImports,
  type ImportWatch,
  type KnownFile,
  type ReadImports,
} from './read-imports'

/** Reads the files and stores their contents, all or nothing. Writes nothing if they contain nothing new. */
export async function importFiles(
  review: ReviewWriter,
  paths: readonly string[],
  options: ImportOptions = {},
  watch: ImportWatch = {},
): Promise<ImportReport> {
  const read = await readImports(paths, options, await knownIn(review), Date.now(), watch)
  return storeImports(review, read, watch)
}

/** As `importFiles`, but stores nothing before the person has named the drives that no file names, and the units that none states. */
export async function importAsking(
  review: ReviewWriter,
  paths: readonly string[],
  options: ImportOptions,
  watch: ImportWatch = {},
): Promise<ImportReport> {
  const read = await readImports(paths, options, await knownIn(review), Date.now(), watch)
  return askOrStore(review, read, watch)
}

const pastedName = 'pasted-text.txt'

/** Imports the output of a program as pasted: the same as that of a file of this name. */
export async function importPasted(
  review: ReviewWriter,
  text: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-pasted-'))
  try {
    const unpackedAt = join(folder, pastedName)
    writeFileSync(unpackedAt, text, { mode: 0o600 })
    const file = {
      path: pastedName,
      unpackedAt,
      sizeBytes: statSync(unpackedAt).size,
      writtenAtMs: Date.now(),
    }
    const found = { files: [file], skipped: [] }
    return await askOrStore(
      review,
      await readFound(found, [], { name: 'Pasted text', ...options }, await knownIn(review), Date.now()),
      {},
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function askOrStore(review: ReviewWriter, read: ReadImports, watch: ImportWatch): Promise<ImportReport> {
  const { asks = [], asksUnits = [] } = read
  if (asks.length + asksUnits.length === 0) return storeImports(review, read, watch)
  read.close()
  return Promise.resolve({
    campaigns: [],
    taken: [],
    skipped: [],
    asks,
    ...(asksUnits.length > 0 && { asksUnits }),
  })
}

/** Returns why a file with this content is not imported into the review again. */
export async function knownIn(review: ReviewReader): Promise<KnownFile> {
  const campaigns = await new Turns().finish(review.campaignsByFile())
  const names = summaryNames(review.campaigns())
  return (sha256) => {
    const campaignId = campaigns.get(sha256)
    return campaignId === undefined
      ? undefined
      : `It is in the results file already, in “${names.get(campaignId) ?? ''}”.`
  }
}

/** Stores what was read, all or nothing, closes it, and reports what became of each file. */
export async function storeImports(
  review: ReviewWriter,
  read: ReadImports,
  watch: ImportWatch = {},
): Promise<ImportReport> {
  const ids = await storeCampaigns(review, read, watch)
  return {
    campaigns: read.campaigns.map((campaign, at) => ({
      id: ids[at] ?? 0,
      name: campaign.plan.name,
      configuration: campaign.configuration,
      device: campaign.hostRecord.device?.name ?? '',
      engine: campaign.plan.engine,
      runs: campaign.runs.length,
      publishedResults: campaign.published.length,
    })),
    taken: read.taken,
    skipped: read.skipped,
    ...(read.toldApartBy && read.toldApartBy.length > 0 && { toldApartBy: read.toldApartBy }),
  }
}

async function storeCampaigns(
  review: ReviewWriter,
  { campaigns, close }: ReadImports,
  { signal, onProgress }: ImportWatch,
): Promise<readonly number[]> {
  const onStored = (done: number, total: number) => onProgress?.({ stage: 'storing', done, total })
  try {
    return campaigns.length === 0
      ? []
      : await new Turns().finish(review.importCampaigns(campaigns, onStored), signal)
  } catch (error) {
    throw signal?.aborted === true ? importCancelled() : error
  } finally {
    close()
  }
}
