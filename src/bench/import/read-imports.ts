import { note } from '../../core/results/reservation'
import { basename } from 'node:path'
import { RequestFailure } from '../../core/contract/request-failure'
import {
  isMissingResult,
  type DriveRule,
  type ImportProgress,
  type SkippedSource,
  type TakenFile,
  type UnitlessFile,
  type UnnamedDrive,
} from '../../core/contract/import-requests'
import { parseLogName } from '../../core/engines/fio/logs/log-rows'
import { openUnits } from '../../core/engines/foreign/foreign-output'
import { findEngine } from '../../core/engines/registry'
import { groupBy } from '../../core/iterables'
import { versionsText } from '../../core/engines/versions'
import type { ImportedCampaign, SourceFile } from '../store/tables/campaigns/imported-campaign'
import { campaignName, collectFiles, importLimits, type FoundFile, type FoundFiles } from './collect-files'
import { Unpacked } from './unpacked'
import { ContentStage } from './content-stage'
import { HeldObservations } from './held-observations'
import { foreignCampaign, type FoundRun } from './foreign-campaigns'
import type { ImportAnswers, ImportOptions } from './import-options'
import { drivesOfRuns, nameDrives, unnamedDrives, type DriveOfRuns } from './drives-of-runs'
import { matchLogs, type LoggedRun } from './match-logs'
import {
  hashOfFile,
  type PackedLogs,
  type PackedOutput,
  type PackedRun,
  type ReadSource,
  type Source,
} from './read-source'
import { repeatedRuns, storedAlready, type StoredRun } from './same-measurement'
import { readTableSource } from './read-table-source'
import { stoppedAmong } from '../hosts/local/until-answered'
import { readSources } from './source-readers'

/** Contents read from the files and not stored yet. */
export interface ReadImports {
  readonly campaigns: readonly ImportedCampaign[]
  readonly taken: readonly TakenFile[]
  readonly skipped: readonly SkippedSource[]
  /** How drives were told apart that the files do not name, if the person did not say it. */
  readonly toldApartBy?: readonly DriveRule[]
  /** Drives that the files do not name, if the person did not name them. */
  readonly asks?: readonly UnnamedDrive[]
  /** Files that do not state the unit of their numbers, if the person did not say it. */
  readonly asksUnits?: readonly UnitlessFile[]
  /** The same contents with answers to these questions. */
  readonly answered?: (answers: ImportAnswers) => ReadImports
  /** Releases the campaigns' contents, which can then no longer be stored. */
  readonly close: () => void
}

/** Returns why a file is not imported again; undefined if it is new. */
export type KnownFile = ((sha256: string) => string | undefined) & {
  /** The runs of these engines that were imported before. */
  readonly runsOf?: (engines: ReadonlySet<string>) => readonly StoredRun[]
}

/** Follows and cancels an import. */
export interface ImportWatch {
  /** When aborted, the import ends with the RequestFailure `cancelled` and leaves nothing behind. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

/**
 * Reads output files of engines and published tables; unusable files are skipped with the reason. Nothing is stored.
 * Close the answer when it is stored or not needed.
 */
export async function readImports(
  paths: readonly string[],
  options: ImportOptions,
  knownFile: KnownFile,
  importedAtMs: number,
  watch: ImportWatch = {},
): Promise<ReadImports> {
  const found = await collectFiles(paths, importLimits, watch.signal)
  return readFound(found, paths, options, knownFile, importedAtMs, watch)
}

/** `paths` name the campaigns of the files that were found. */
export async function readFound(
  found: FoundFiles,
  paths: readonly string[],
  options: ImportOptions,
  knownFile: KnownFile,
  importedAtMs: number,
  watch: ImportWatch = {},
): Promise<ReadImports> {
  const stage = new ContentStage()
  const unpacked = new Unpacked()
  try {
    const pile = new Pile(options, importedAtMs, stage)
    await readAll(await unpacked.of(found, watch.signal), options, knownFile, pile, watch)
    const result = (answers: ImportAnswers): ReadImports => ({
      ...pile.result(paths, answers),
      answered: result,
      close: () => stage.close(),
    })
    return result(options)
  } catch (error) {
    stage.close()
    throw watch.signal?.aborted === true ? importCancelled() : error
  } finally {
    unpacked.remove()
  }
}

async function readAll(
  found: FoundFiles,
  options: ImportOptions,
  knownFile: KnownFile,
  pile: Pile,
  watch: ImportWatch,
): Promise<void> {
  for (const one of found.skipped) pile.skip(one)
  const seen = new Map<string, string>()
  const told = (done: number) =>
    watch.onProgress?.({
      stage: 'reading',
      done,
      total: found.files.length,
      name: basename(found.files[done]?.path ?? ''),
    })
  told(0)
  let done = 0
  const stopped = await stoppedAmong(
    found.files.map(({ path, unpackedAt = path, sizeBytes }) => ({ path: unpackedAt, sizeBytes })),
    watch,
  )
  const reasonFor = ({ path, unpackedAt = path }: FoundFile) => stopped.get(unpackedAt)
  for (const file of found.files) {
    const reason = reasonFor(file)
    if (reason !== undefined) pile.skip({ path: file.path, part: '', kind: 'damaged', reason })
  }
  const files = found.files.filter((file) => reasonFor(file) === undefined)
  const outputs = files.filter(({ path }) => !isLog(path))
  for await (const read of readSources(outputs, options.table?.mapping !== undefined)) {
    if (watch.signal?.aborted === true) throw importCancelled()
    takeNew(pile, read, seen, knownFile)
    done += 1
    if (done < files.length) told(done)
  }
  pile.leaveRepeated()
  pile.leaveStored(knownFile)
  const { matched, left } = matchLogs(
    pile.loggedRuns(),
    files.filter(({ path }) => isLog(path)),
  )
  for (const one of left)
    pile.skip(
      withKnown(
        one,
        files.find(({ path }) => path === one.path),
        knownFile,
      ),
    )
  const asked = matched.map(({ run, files: of }, id) => ({ id, logs: run.logs, files: of }))
  for await (const read of readSources(asked, false)) {
    if (watch.signal?.aborted === true) throw importCancelled()
    if (read.kind !== 'logs') continue
    const of = matched[read.logs.id]
    if (of) pile.takeLogs(of.run.found, read.logs)
    done += of?.files.length ?? 0
    if (done < files.length) told(done)
  }
  if (watch.signal?.aborted === true) throw importCancelled()
}

function isLog(path: string): boolean {
  return parseLogName(basename(path)) !== undefined
}

/** The result of a log that was imported earlier is not read again, so that no run claims the log. */
function withKnown(left: SkippedSource, file: FoundFile | undefined, knownFile: KnownFile): SkippedSource {
  const hash = file && hashOfFile(file)
  const known = hash === undefined ? undefined : knownFile(hash)
  return known === undefined ? left : { ...left, kind: 'known-already', reason: known }
}

/** Leaves out files that the results file, or an earlier file of this import, already contains. */
function takeNew(pile: Pile, read: ReadSource, seen: Map<string, string>, knownFile: KnownFile): void {
  if (read.kind === 'logs') return
  if (read.kind === 'skipped') {
    pile.skip(read.skipped)
    return
  }
  const { path, sha256 } = read.kind === 'unknown' ? read : read.source
  const earlier = seen.get(sha256)
  const reason = earlier === undefined ? knownFile(sha256) : `It holds the same as ${earlier}.`
  if (reason !== undefined) pile.skip({ path, part: '', kind: 'known-already', reason })
  else if (read.kind === 'unknown')
    pile.skip({
      path,
      part: '',
      kind: 'unknown',
      reason:
        read.form ??
        'It is neither the output of a known program nor a table (.csv, .tsv). If it is a table, rename it to end in .csv; if it is output, save it again, whole.',
    })
  else {
    seen.set(sha256, path)
    if (read.kind === 'output') pile.takeOutputs(read.source, read.outputs)
    else pile.takeTable(read.source)
  }
}

export function importCancelled(): RequestFailure {
  return new RequestFailure({ id: 'cancelled', message: 'The import was cancelled; nothing was taken.' })
}

/** A run that may still get the series of its logs. */
interface OpenRun extends FoundRun {
  readonly engine: string
  run: PackedRun
  logs: readonly SourceFile[]
}

/** Of a run that was read in several units, one counts. */
function isCounted({ openUnit = openUnits[0] }: PackedRun): boolean {
  return openUnit === openUnits[0]
}

function unitNotStated(path: string): SkippedSource {
  const reason =
    'It does not state the unit of its numbers: kB/s, operations per second (iozone -O), or microseconds per operation (iozone -N).'
  return { path, part: '', kind: 'open-unit', reason }
}

/** Collects the contents of the files, then builds campaigns: one per engine and drive, and one per drive of a table. */
class Pile {
  #runs: OpenRun[] = []
  readonly #published: ImportedCampaign[] = []
  #taken: TakenFile[] = []
  readonly #skipped: SkippedSource[] = []
  readonly #held: HeldObservations

  constructor(
    readonly options: ImportOptions,
    readonly importedAtMs: number,
    readonly stage: ContentStage,
  ) {
    this.#held = new HeldObservations(stage)
  }

  skip(one: SkippedSource): void {
    this.#skipped.push(one)
  }

  /** The campaigns are named for those of the imported paths that contain their runs. */
  result(paths: readonly string[], { drives: names, units }: ImportAnswers): Omit<ReadImports, 'close'> {
    const unitOf = ({ source }: OpenRun) => units?.[source.path] ?? this.options.unit
    const runs = this.#runs.filter(
      (one) => one.run.openUnit === undefined || one.run.openUnit === unitOf(one),
    )
    const unitless = this.#runs.filter(
      (one) => unitOf(one) === undefined && one.run.openUnit === openUnits[0],
    )
    const withoutUnit = [...groupBy(unitless, ({ source }) => source.path)].map(([path, of]) => ({
      path,
      runs: of.length,
    }))
    const all = [...this.#skipped, ...withoutUnit.map(({ path }) => unitNotStated(path))]
    const left = all.filter(isMissingResult)
    const refused: SkippedSource[] = []
    const campaigns: ImportedCampaign[] = []
    const rules = new Set<DriveRule>()
    const drives = this.#drives(runs)
    for (const { engine, device, found, by } of names ? nameDrives(drives, names) : drives) {
      const of = new Set(found.map(({ source }) => source.path))
      if (by !== undefined) rules.add(by)
      const labels = {
        name: this.options.name ?? (by === 'folder' || by === 'file' ? device : campaignName(of, paths)),
        configuration: this.options.configuration ?? '',
        device,
        engine,
      }
      try {
        campaigns.push(foreignCampaign(found, labels, left, this.importedAtMs))
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        for (const path of new Set(found.map(({ source }) => source.path)))
          refused.push({ path, part: '', kind: 'damaged', reason: error.message })
      }
    }
    const { device, deviceFrom } = this.options
    const isSaid = deviceFrom !== undefined || names !== undefined || (device !== undefined && device !== '')
    return {
      campaigns: [...campaigns, ...this.#published],
      taken: this.#taken.filter(
        ({ path, ...taken }) =>
          refused.every((one) => one.path !== path) &&
          taken.runs !== withoutUnit.find((one) => one.path === path)?.runs,
      ),
      skipped: [...all, ...refused],
      toldApartBy: deviceFrom === undefined ? [...rules].sort() : [],
      asks: isSaid ? [] : unnamedDrives(this.#drives([...runs, ...unitless])),
      asksUnits: units ? [] : withoutUnit,
    }
  }

  /** A name that the person gave is that of all runs. */
  #drives(runs: readonly OpenRun[]): readonly DriveOfRuns<OpenRun>[] {
    const { device, deviceFrom } = this.options
    if (device === undefined || device === '') return drivesOfRuns(runs, deviceFrom)
    const engines = [...groupBy(runs, ({ engine }) => engine)]
    return engines.map(([engine, found]) => ({ engine, device, found, by: undefined }))
  }

  takeOutputs(read: SourceFile, outputs: readonly PackedOutput[]): void {
    const source = { ...read, content: this.stage.hold(read.content) }
    for (const output of outputs) this.#takeRuns(source, output)
    const found = outputs.filter(({ runs }) => runs.length > 0)
    if (found.length === 0) return
    const what = found.map(({ engine, runs }) => {
      const name = findEngine(engine)?.description.name ?? engine
      return `${name} ${versionsText(runs.map(({ engineVersion }) => engineVersion)) ?? ''}`.trim()
    })
    const runs = found.flatMap((output) => output.runs).filter(isCounted).length
    this.#taken.push({ path: source.path, what: what.join(' and '), runs, publishedResults: 0 })
  }

  #takeRuns(source: SourceFile, { engine, runs, skipped }: PackedOutput): void {
    for (const { part, reason } of skipped) this.skip({ path: source.path, part, kind: 'failed', reason })
    for (const one of runs) {
      const run = { ...one, observations: this.#held.of(one.observations) }
      this.#runs.push({ engine, run, source, logs: [] })
    }
  }

  /** One measurement in two formats is one run: that of the format that says more. */
  leaveRepeated(): void {
    const repeated = repeatedRuns(this.#runs)
    if (repeated.size === 0) return
    const left = groupBy([...repeated], ([{ source }]) => source.path)
    this.#runs = this.#runs.filter((run) => !repeated.has(run))
    for (const [path, of] of left) {
      const [[, kept]] = of
      const part = this.#runs.some(({ source }) => source.path === path)
        ? of.map(([{ run }]) => run.label).join(', ')
        : ''
      const reason = `It is the same measurement as in ${kept.source.path}, in another format.`
      this.skip({ path, part, kind: 'known-already', reason })
    }
    this.#withoutLeft(left)
  }

  /** What an earlier import took, in this format or another one, is not taken again. */
  leaveStored({ runsOf }: KnownFile): void {
    if (runsOf === undefined || this.#runs.length === 0) return
    const known = storedAlready(this.#runs, runsOf(new Set(this.#runs.map(({ engine }) => engine))))
    if (known.size === 0) return
    const left = groupBy([...known], ([{ source }]) => source.path)
    this.#runs = this.#runs.filter((run) => !known.has(run))
    for (const [path, of] of left) {
      const part = this.#runs.some(({ source }) => source.path === path)
        ? of.map(([{ run }]) => run.label).join(', ')
        : ''
      const names = [...new Set(of.map(([, { campaign }]) => `“${campaign}”`))].join(', ')
      const reason = `It is the same measurement as one in ${names}, which the results file has.`
      this.skip({ path, part, kind: 'known-already', reason })
    }
    this.#withoutLeft(left)
  }

  #withoutLeft(left: ReadonlyMap<string, readonly unknown[]>): void {
    this.#taken = this.#taken.flatMap((one) => {
      const runs = one.runs - (left.get(one.path)?.length ?? 0)
      return one.runs > 0 && runs === 0 ? [] : [{ ...one, runs }]
    })
  }

  /** The runs that wrote logs according to their output. */
  loggedRuns(): readonly (LoggedRun & { readonly found: OpenRun })[] {
    return this.#runs.flatMap((one) =>
      one.run.logs ? [{ path: one.source.path, logs: one.run.logs, found: one }] : [],
    )
  }

  takeLogs(of: OpenRun, { series, sources, left, problems }: PackedLogs): void {
    for (const one of left) this.skip(one)
    const name = basename(of.source.path)
    const { observations, warnings } = of.run
    const damaged = problems.length === 0 ? [] : [note('damaged-series', problems.slice(0, 5).join(' '))]
    of.run = {
      ...of.run,
      observations: [...observations, ...this.#held.of(series)],
      warnings: [...warnings, ...damaged],
    }
    if (series.length === 0) {
      const reason = problems[0] ?? 'It holds no complete interval.'
      for (const { path } of sources) this.skip({ path, part: '', kind: 'left-log', reason })
      return
    }
    of.logs = sources.map((source) => ({ ...source, content: this.stage.hold(source.content) }))
    for (const { path } of sources)
      this.#taken.push({ path, what: `log over time of ${name}`, runs: 0, publishedResults: 0 })
  }

  takeTable(source: Source): void {
    const { campaigns, skipped, columns } = readTableSource(source, this.options, this.importedAtMs)
    for (const campaign of campaigns) this.#published.push(campaign)
    for (const one of skipped) this.#skipped.push(one)
    const publishedResults = campaigns.reduce((sum, campaign) => sum + campaign.published.length, 0)
    if (publishedResults > 0)
      this.#taken.push({ path: source.path, what: 'published table', runs: 0, publishedResults, columns })
  }
}
