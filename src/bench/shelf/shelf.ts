import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { headlinesOf } from '../../core/engines/registry'
import { createdMsOf, type CampaignSummary } from '../../core/results/campaign/campaign'
import { findMetric } from '../../core/results/metrics'
import {
  type ShelvedCampaign,
  type ShelvedFile,
  shelvedFileSchema,
  type UnreadFolder,
} from '../../core/results/shelf'
import type { MeasuredColumns } from '../../core/comparison/comparison-data'
import { AppError } from '../../core/errors/app-error'
import { systemErrorText } from '../../core/errors/system-error'
import { ownStateFolder } from '../files/own-state-folder'
import { mountedFolders, silentAmong } from '../hosts/local/until-answered'
import { openReview } from '../store/open-review'
import { ReviewFileError } from '../store/file/review-file-error'
import type { ReviewReader } from '../store/review-store'
import { writeFileWhole } from '../files/write-file-whole'
import { createFolder } from '../files/create-folder'

const indexShape = v.object({ version: v.literal(3), files: v.array(shelvedFileSchema) })

export interface Shelf {
  /** The folder without links. */
  readonly folder: string
  readonly files: readonly ShelvedFile[]
  /** Folders below it whose files are missing from the shelf. */
  readonly unreadFolders: readonly UnreadFolder[]
  /** Number of files that were opened; all others are unchanged. */
  readonly read: number
}

/** Follows and cancels the reading. */
export interface ShelfWatch {
  /** When aborted, rejects at the next file; what has been read stays in the index. */
  readonly signal?: AbortSignal
  /** `done` of `total` files are known. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * The results files of a folder and all folders below it. Their index is kept in this user's state folder,
 * never among the files; only changed files are opened, for reading. An unreadable file is listed with its
 * problem and tried again the next time; so is a folder. Rejects with a ShelfError if the folder cannot be read.
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
  const { found, unreadFolders } = await findFiles(folder, watch.signal)
  const files: ShelvedFile[] = []
  let read = 0
  for (const { path, mark } of found) {
    if (watch.signal?.aborted === true) {
      const marks = new Set(files.map((file) => file.mark))
      await writeIndex(indexPath, [...files, ...before.filter((file) => !marks.has(file.mark))])
      throw new ShelfError('The reading of the shelf was cancelled.', undefined, 'cancelled')
    }
    const same = known.get(mark)
    if (same) files.push({ ...same, path })
    else {
      files.push({ path, mark, ...readFile(folder, path) })
      read += 1
      // Reading a file takes long enough to hold up signals and windows.
      await new Promise((resolve) => setImmediate(resolve))
    }
    watch.onProgress?.(files.length, found.length)
  }
  if (JSON.stringify(files) !== JSON.stringify(before)) await writeIndex(indexPath, files)
  return { folder, files, unreadFolders, read }
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
    throw new ShelfError(
      `${given} cannot be read: ${systemErrorText(error)}.`,
      'Name a folder of results files.',
    )
  }
  throw new ShelfError(`${given} is not a folder.`, 'Name the folder that holds the results files.')
}

/** More is a mistake, such as a whole disk. */
const mostFolders = 100_000

interface FoundFile {
  readonly path: string
  readonly mark: string
}

/**
 * Results files by their path; hidden folders are skipped, links to folders are not followed. Throws a ShelfError if
 * the root itself cannot be read.
 */
async function findFiles(root: string, signal: AbortSignal | undefined) {
  const found: FoundFile[] = []
  const unreadFolders: UnreadFolder[] = []
  const folders = ['']
  const mounted = mountedFolders()
  for (let at = 0; at < folders.length && at < mostFolders; at += 1) {
    const folder = folders[at] ?? ''
    const entries = entriesOf(join(root, folder))
    if (typeof entries === 'string') {
      const remedy = 'Check its permissions, then read the folder again.'
      if (folder === '') throw new ShelfError(`${root} cannot be read: ${entries}.`, remedy)
      unreadFolders.push({ path: folder, problem: `${folder} cannot be read: ${entries}. ${remedy}` })
      continue
    }
    const shown = entries.filter(({ name }) => !name.startsWith('.'))
    const whole = ({ name }: Dirent) => join(root, folder, name)
    const elsewhere = shown.filter((one) => isResultsLink(one) || mounted.has(whole(one)))
    const silent = await silentAmong(elsewhere.map(whole), { signal })
    for (const entry of shown) {
      const path = join(folder, entry.name)
      const problem = silent.get(whole(entry))
      if (problem !== undefined) unreadFolders.push({ path, problem })
      else if (entry.isDirectory()) folders.push(path)
      else if (entry.name.endsWith('.benchwright')) found.push({ path, mark: markOf(whole(entry)) })
    }
  }
  found.sort((one, other) => collator.compare(one.path, other.path))
  return { found, unreadFolders }
}

const collator = new Intl.Collator('en', { numeric: true })

/** A link may lead to another drive. */
const isResultsLink = (entry: Dirent) => entry.isSymbolicLink() && entry.name.endsWith('.benchwright')

/** What a folder holds, or why it cannot be read. */
function entriesOf(folder: string): readonly Dirent[] | string {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    return systemErrorText(error)
  }
}

/** A mark that changes with every write to a file and survives a move; empty if there is none, as of a link to nowhere. */
function markOf(path: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(path)
    return [dev, ino, size, mtimeMs].join(' ')
  } catch {
    return ''
  }
}

/** A file that is being written is tried again the next time; many of them must not hold up the list. */
const busyMs = 200

function readFile(folder: string, path: string): Omit<ShelvedFile, 'path' | 'mark'> {
  const whole = join(folder, path)
  try {
    const review = openReview(whole, { mode: 'read', busyMs })
    try {
      return {
        title: review.summary().title,
        campaigns: review.campaigns().map((one) => shelved(review, one)),
      }
    } finally {
      review.close()
    }
  } catch (error) {
    return { title: '', campaigns: [], problem: problemText(error, { whole, path }) }
  }
}

/**
 * The problem of a file of the shelf and its remedy, in one line that names the file by its `path` within the
 * folder.
 */
export function problemText(
  error: unknown,
  { whole, path }: { readonly whole: string; readonly path: string },
): string {
  if (!(error instanceof AppError))
    return `${path} cannot be read: ${systemErrorText(error)}. Check the path and its permissions.`
  const message = error.message.replaceAll(whole, path)
  const named = message.includes(path) ? message : `${path}: ${message}`
  const isGone = error instanceof ReviewFileError && error.id === 'missing'
  const remedy = isGone ? 'Read the folder again: a file that was moved within it is found.' : error.remedy
  return [named, remedy ?? ''].join(' ').trim()
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
    createdAtMs: createdMsOf(one),
    runs: one.runsByState.done ?? 0,
    publishedResults: one.publishedResults,
    tests: [...new Set(quantities.map(({ test }) => test))],
    metrics: [...new Set(quantities.map(({ metric }) => metric))],
    best: bestOf(review, one),
  }
}

/** Best mean of a case by metric, of its runs or as published. Totals if there are any. */
function bestOf(review: ReviewReader, { id, engine }: CampaignSummary): Record<string, number> {
  const printed = review.published([id]).flatMap(({ metric, value }) => {
    return value.kind === 'summary' ? [{ metric, mean: value.mean }] : []
  })
  const metrics = printed.length > 0 ? printed.map(({ metric }) => metric) : headlinesOf(engine)
  const { campaigns } = review.figureColumns([id], [...new Set(metrics)]).source
  const columns = campaigns.flatMap((one) => one.columns)
  const best: Record<string, number> = {}
  for (const metric of new Set(metrics)) {
    const all = columns.filter((column) => column.metric === metric)
    const totals = all.filter(({ direction }) => direction === 'total')
    const means = [
      ...(totals.length > 0 ? totals : all).flatMap(meansOfCases),
      ...printed.filter((one) => one.metric === metric).map(({ mean }) => mean),
    ].filter(Number.isFinite)
    if (means.length === 0) continue
    const isBetter = findMetric(metric)?.better === 'lower' ? Math.min : Math.max
    best[metric] = means.reduce((one, other) => isBetter(one, other))
  }
  return best
}

function meansOfCases({ cases, values }: MeasuredColumns): readonly number[] {
  const sums = new Map<number, { sum: number; count: number }>()
  values.forEach((value, at) => {
    const known = sums.get(cases[at] ?? 0)
    if (known) {
      known.sum += value
      known.count += 1
    } else sums.set(cases[at] ?? 0, { sum: value, count: 1 })
  })
  return [...sums.values()].map(({ sum, count }) => sum / count)
}

/** The stored index; empty if there is none, or it is of another version. */
function readIndex(path: string): readonly ShelvedFile[] {
  try {
    const read = v.safeParse(indexShape, JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.output.files : []
  } catch {
    return []
  }
}

async function writeIndex(path: string, files: readonly ShelvedFile[]): Promise<void> {
  createFolder(dirname(path), 0o700)
  await writeFileWhole(path, JSON.stringify({ version: 3, files }))
}
