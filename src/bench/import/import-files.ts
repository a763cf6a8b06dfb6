import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summaryNames } from '../../core/results/campaign/campaign-naming'
import type { ImportReport } from '../../core/contract/import-requests'
import type { ReviewReader, ReviewWriter } from '../store/review-store'
import { groupBy } from '../../core/iterables'
import { Turns } from '../turns'
import { sharedMetrics, type StoredRun } from './same-measurement'
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
  const known = (sha256: string) => {
    const campaignId = campaigns.get(sha256)
    return campaignId === undefined
      ? undefined
      : `It is in the results file already, in “${names.get(campaignId) ?? ''}”.`
  }
  return Object.assign(known, {
    runsOf: (engines: ReadonlySet<string>) => storedRuns(review, engines, names),
  })
}

/** More runs of a campaign than this are a load of their own, and too many to hold every new run against. */
const mostStored = 20_000

/** The finished runs of imported campaigns of these engines, each with the numbers that formats share. */
function storedRuns(
  review: ReviewReader,
  engines: ReadonlySet<string>,
  names: ReadonlyMap<number, string>,
): readonly StoredRun[] {
  const imported = review
    .campaigns()
    .filter(
      ({ source, engine, runsByState: { done = 0 } }) =>
        source === 'imported' && engines.has(engine) && done <= mostStored,
    )
  return imported.flatMap(({ id, engine }) => {
    const warned = new Map(review.runs(id).map((run) => [run.id, run.warnings]))
    const rows = groupBy(
      [...review.rows({ campaignIds: [id] })].filter(({ metric }) => sharedMetrics.includes(metric)),
      ({ runId }) => runId,
    )
    return [...rows].map(([runId, own]): StoredRun => ({
      ...{ engine, campaign: names.get(id) ?? '', levels: own[0].levels },
      numbers: new Map(own.map(({ direction, metric, value }) => [`${direction} ${metric}`, value])),
      isRounded: warned.get(runId)?.some((one) => one.id === 'rounded-output') === true,
    }))
  })
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
