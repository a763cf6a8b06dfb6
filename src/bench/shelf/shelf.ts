import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { campaignSources, campaignStates, type CampaignSummary } from '../../core/results/campaign'
import { AppError } from '../../core/units/app-error'
import { ownStateFolder } from '../runner/record/own-state-folder'
import { openReview } from '../store/open-review'
import type { ReviewReader } from '../store/review-store'
import { writeFileWhole } from '../transfer/write-file-whole'

const campaignShape = v.object({
  id: v.number(),
  name: v.string(),
  configuration: v.string(),
  device: v.string(),
  host: v.string(),
  engine: v.string(),
  source: v.picklist(campaignSources),
  state: v.picklist(campaignStates),
  createdAtMs: v.number(),
  runs: v.number(),
  publishedResults: v.number(),
  tests: v.array(v.string()),
  metrics: v.array(v.string()),
})

const fileShape = v.object({
  path: v.string(),
  /** Of the file as it was read; where it is the same, the file is not opened again, whatever it is called now. */
  mark: v.string(),
  title: v.string(),
  campaigns: v.array(campaignShape),
  /** Why it could not be read, with the remedy. */
  problem: v.optional(v.string()),
})

const indexShape = v.object({ version: v.literal(1), files: v.array(fileShape) })

/** A campaign of a results file on the shelf. */
export type ShelvedCampaign = v.InferOutput<typeof campaignShape>
/** A results file on the shelf, by its path within the folder. */
export type ShelvedFile = v.InferOutput<typeof fileShape>

export interface Shelf {
  /** The folder without links. */
  readonly folder: string
  readonly files: readonly ShelvedFile[]
  /** Files that were opened for it; all others are as they were. */
  readonly read: number
}

/** Follows the reading, and gives it up. */
export interface ShelfWatch {
  /** Aborted: rejects at the next file; what was known before stays known. */
  readonly signal?: AbortSignal
  /** `done` of `total` files are known. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * The results files of a folder and all below it. Their index is kept in this user's own state folder, never among the
 * files; only those that changed are opened, for reading. A file that cannot be read is there with its problem and is tried
 * again the next time. Rejects with a ShelfError where the folder cannot be read.
 */
export async function readShelf(given: string, watch: ShelfWatch = {}): Promise<Shelf> {
  const folder = realFolder(given)
  const indexPath = join(
    ownStateFolder(),
    'shelf',
    `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`,
  )
  const before = readIndex(indexPath)
  const known = new Map(before.flatMap((file) => (file.problem === undefined ? [[file.mark, file]] : [])))
  const found = findFiles(folder)
  const files: ShelvedFile[] = []
  let read = 0
  for (const { path, mark } of found) {
    if (watch.signal?.aborted === true) throw new ShelfError('The reading of the shelf was cancelled.')
    const same = known.get(mark)
    if (same) files.push({ ...same, path })
    else {
      files.push({ path, mark, ...readFile(join(folder, path)) })
      read += 1
      // A file takes long enough for signals and windows to wait for it.
      await new Promise((resolve) => setImmediate(resolve))
    }
    watch.onProgress?.(files.length, found.length)
  }
  if (JSON.stringify(files) !== JSON.stringify(before)) await writeIndex(indexPath, files)
  return { folder, files, read }
}

/** Why there is no shelf. */
export class ShelfError extends AppError {
  override readonly name = 'ShelfError'
}

function realFolder(given: string): string {
  try {
    const folder = realpathSync(given)
    if (statSync(folder).isDirectory()) return folder
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ShelfError(`${given} cannot be read (${code}).`, 'Name a folder of results files.')
  }
  throw new ShelfError(`${given} is no folder.`, 'Name the folder that holds the results files.')
}

/** More is a slip of the hand, such as a whole disk. */
const mostFolders = 100_000

interface FoundFile {
  readonly path: string
  readonly mark: string
}

/** Results files by their path; hidden folders and those that cannot be read are passed over, links to folders are not followed. */
function findFiles(root: string): readonly FoundFile[] {
  const files: FoundFile[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < mostFolders; at += 1) {
    const folder = folders[at] ?? ''
    for (const entry of entriesOf(join(root, folder))) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.name.endsWith('.benchwright')) {
        const mark = markOf(join(root, path))
        if (mark !== undefined) files.push({ path, mark })
      }
    }
  }
  return files.sort((one, other) => collator.compare(one.path, other.path))
}

const collator = new Intl.Collator('en', { numeric: true })

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** What changes with every write to a file and stays when it is moved; undefined for what is no file. */
function markOf(path: string): string | undefined {
  try {
    const status = statSync(path)
    return status.isFile() ? [status.dev, status.ino, status.size, status.mtimeMs].join(' ') : undefined
  } catch {
    return undefined
  }
}

function readFile(path: string): Omit<ShelvedFile, 'path' | 'mark'> {
  try {
    const review = openReview(path, { mode: 'read' })
    try {
      return {
        title: review.summary().title,
        campaigns: review.campaigns().map((one) => shelved(review, one)),
      }
    } finally {
      review.close()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { title: '', campaigns: [], problem: [error.message, error.remedy ?? ''].join(' ').trim() }
  }
}

function shelved(review: ReviewReader, one: CampaignSummary): ShelvedCampaign {
  const quantities = review.measuredQuantities(one.id)
  return {
    id: one.id,
    name: one.name,
    configuration: one.configuration,
    device: one.device,
    host: one.host,
    engine: `${one.engine} ${one.engineVersion ?? ''}`.trim(),
    source: one.source,
    state: one.state,
    createdAtMs: one.createdAtMs,
    runs: one.runsByState.done ?? 0,
    publishedResults: one.publishedResults,
    tests: [...new Set(quantities.map(({ test }) => test))],
    metrics: [...new Set(quantities.map(({ metric }) => metric))],
  }
}

/** The index as it was; empty where there is none, or it is not one of this version. */
function readIndex(path: string): readonly ShelvedFile[] {
  try {
    const read = v.safeParse(indexShape, JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.output.files : []
  } catch {
    return []
  }
}

async function writeIndex(path: string, files: readonly ShelvedFile[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await writeFileWhole(path, JSON.stringify({ version: 1, files }))
}

/** A campaign with the file it is in. */
export interface ShelfEntry {
  readonly file: ShelvedFile
  readonly campaign: ShelvedCampaign
}

/** Campaigns in which every word is found, in whatever is known of them; all of them without words. */
export function searchShelf(
  { files }: Pick<Shelf, 'files'>,
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
  const { name, configuration, device, host, engine, source, state, createdAtMs, tests, metrics } = campaign
  const date = new Date(createdAtMs).toISOString().slice(0, 10)
  return [path, title, name, configuration, device, host, engine, source, state, date, ...tests, ...metrics]
    .join('\n')
    .toLowerCase()
}
