import { histogramsOf, seriesOf } from '../../../../core/results/observation'
import type { Steps } from '../../../../core/iterables'
import { insertCampaignRow, insertCase, setHostRecord, setImportFacts } from './campaign-changes'
import type { ChecksumPart } from '../../integrity/checksum'
import { integerOf } from '../../file/columns'
import type { Connection } from '../../file/connection'
import { blob, integer, optional, text, time, type Encoded } from '../../file/encode'
import { limits } from '../../file/format'
import { insertHistogram, partOfHistogram } from '../runs/histograms'
import type { ImportedCampaign, ImportedRun, SourceFile } from './imported-campaign'
import { insertImportedFile, linkFileToCampaign, linkFileToRun } from './imported-files'
import { appendLog } from './log'
import { insertPublication, insertPublished } from '../runs/published-results'
import { storeSeries, warningsText } from '../runs/run-changes'
import { runChecksum } from '../../integrity/run-seal'
import { placesOf, scalarParts, storeScalars, type PackedScalars, type PlacedScalars } from '../runs/scalars'
import { importMark, removeUnfinished, writeInParts } from './unfinished-imports'

/**
 * Stores campaigns of other programs or of published tables with all their results, each step in its own
 * transaction. They are hidden until the last step, which shows all of them together. If a step fails, or the
 * steps are ended early, the remaining steps remove what was stored.
 */
export function* importCampaigns(
  connection: Connection,
  campaigns: readonly ImportedCampaign[],
  onStored?: (stored: number, total: number) => void,
): Steps<readonly number[]> {
  const total = campaigns.reduce((sum, { runs, published }) => sum + runs.length + published.length, 0)
  const ids: number[] = []
  let stored = 0
  let isShown = false
  try {
    const onPart = () => onStored?.(stored, total)
    const count = () => (stored += 1)
    yield* writeInParts(connection, hiddenRows(connection, campaigns, ids), onPart)
    for (const [at, campaign] of campaigns.entries()) {
      const rows = resultRows(connection, ids[at] ?? 0, campaign, count)
      yield* writeInParts(connection, rows, onPart)
    }
    connection.write(() => {
      campaigns.forEach((campaign, at) => {
        show(connection, ids[at] ?? 0, campaign)
      })
    })
    isShown = true
    return ids
  } finally {
    if (!isShown) yield* removeUnfinished(connection, ids)
  }
}

/** Each campaign as one that is being imported, with its cases. */
function* hiddenRows(
  connection: Connection,
  campaigns: readonly ImportedCampaign[],
  ids: number[],
): Steps<void> {
  for (const campaign of campaigns) {
    const { name } = campaign.hostRecord
    const id = insertCampaignRow(
      connection,
      {
        plan: campaign.plan,
        configuration: campaign.configuration,
        hostId: 'imported',
        hostName: name,
        cases: campaign.cases,
        runs: campaign.runs.map(({ caseIndex, repetition }) => ({
          caseIndex,
          repetition,
          phase: 'measure',
          seed: 0,
        })),
        dataFile: undefined,
        source: campaign.source,
      },
      { name, raw: importMark() },
    )
    ids.push(id)
    for (const one of campaign.cases) {
      insertCase(connection, id, one)
      yield
    }
  }
}

function* resultRows(
  connection: Connection,
  id: number,
  campaign: ImportedCampaign,
  count: () => void,
): Steps<void> {
  const fileIds = new Map<SourceFile, number>()
  const newIds = new NewIds(connection, 'imported_file')
  for (const file of campaign.files) {
    const fileId = insertImportedFile(connection, file, campaign.importedAtMs, () => newIds.take())
    linkFileToCampaign(connection, id, fileId)
    fileIds.set(file, fileId)
    yield
  }
  const rows = new RunRows(connection, id)
  for (const [position, run] of campaign.runs.entries()) {
    rows.insert(run, position, fileIds.get(run.file))
    count()
    yield
    if (rows.isFull) yield* rows.storeNumbers()
  }
  yield* rows.storeNumbers()
  for (const { caseIndex, result } of campaign.published) {
    insertPublished(connection, id, caseIndex, result)
    count()
    yield
  }
}

/** Makes the campaign visible to everybody. */
function show(connection: Connection, id: number, campaign: ImportedCampaign): void {
  setHostRecord(connection, id, campaign.hostRecord, campaign.engineVersion)
  setImportFacts(connection, id, campaign.startedAtMs, campaign.finishedAtMs)
  if (campaign.publication) insertPublication(connection, id, campaign.publication)
  for (const entry of campaign.log) appendLog(connection, id, entry)
}

/** Number of scalars that are stored together. */
const scalarsAtOnce = 200_000

/** Stores runs that already have their result, each with one statement for its row, and their scalars together. */
class RunRows {
  /** By list of quantities, which most runs of an import share. */
  readonly #places = new Map<PackedScalars['of'], PlacedScalars['places']>()
  #waiting: PlacedScalars[] = []
  #waitingScalars = 0
  readonly #newIds: NewIds

  constructor(
    private readonly connection: Connection,
    private readonly campaignId: number,
  ) {
    this.#newIds = new NewIds(connection, 'run')
  }

  get isFull(): boolean {
    return this.#waitingScalars >= scalarsAtOnce
  }

  *storeNumbers(): Steps<void> {
    yield* storeScalars(this.connection, this.campaignId, this.#waiting)
    this.#waiting = []
    this.#waitingScalars = 0
  }

  insert(run: ImportedRun, position: number, fileId: number | undefined): void {
    const { connection } = this
    const runId = this.#newIds.take()
    const histograms = histogramsOf(run.observations)
    const series = seriesOf(run.observations)
    const hasSeries = series.length > 0
    const row = {
      id: integer(runId, 'A run id'),
      campaign_id: integer(this.campaignId, 'A campaign id'),
      case_index: integer(run.caseIndex, "A run's case"),
      position: integer(position, "A run's position"),
      repetition: integer(run.repetition, "A run's repetition"),
      phase: text('measure', "A run's phase"),
      seed: integer(0, "A run's seed"),
      state: text('done', 'The state'),
      attempt: integer(1, 'An attempt'),
      started_ms: optional(run.startedAtMs, 'The start', wholeTime),
      finished_ms: wholeTime(run.finishedAtMs, 'The end'),
      exit_code: null,
      engine_version: optional(run.engineVersion, 'The engine version', text),
      failure: null,
      warnings: null,
    }
    const command = run.command && JSON.stringify(run.command)
    // Series first: they need the row, and those that could be stored are part of its seal.
    if (hasSeries) connection.change(insertRun, ...Object.values(row), null)
    const left = hasSeries ? storeSeries(connection, runId, 1, series) : []
    const whole = { ...row, warnings: warningsText([...run.warnings, ...left]) }
    const scalars = run.observations.flatMap((one) =>
      one.kind === 'scalars' ? this.#placed(runId, one) : [],
    )
    const parts = {
      scalars: scalars.flatMap(scalarParts),
      command: command === undefined ? null : (['', command] satisfies ChecksumPart),
      histograms: histograms.map(partOfHistogram),
      outputs: [],
      file: fileId === undefined ? null : run.file.sha256,
      ...(!hasSeries && { series: [] }),
    }
    const checksum = blob(runChecksum(connection, whole, parts))
    if (!hasSeries) connection.change(insertRun, ...Object.values(whole), checksum)
    else
      connection.change(
        'UPDATE run SET warnings = ?, checksum = ? WHERE id = ?',
        whole.warnings,
        checksum,
        row.id,
      )
    if (fileId !== undefined) linkFileToRun(connection, runId, fileId)
    if (command !== undefined)
      connection.change(
        'INSERT INTO run_command (run_id, directory, command) VALUES (?, ?, ?)',
        row.id,
        text('', 'The run directory'),
        text(command, 'The command', limits.json),
      )
    for (const [ordinal, one] of histograms.entries()) insertHistogram(connection, runId, ordinal, one)
    for (const one of scalars) {
      this.#waiting.push(one)
      this.#waitingScalars += one.places.length
    }
  }

  #placed(runId: number, { of, values }: PackedScalars): PlacedScalars {
    const places = this.#places.get(of) ?? placesOf(this.connection, of)
    this.#places.set(of, places)
    return { runId, places, values }
  }
}

/** Ids of new rows, known before they are stored because their checksums cover them. */
class NewIds {
  #transaction = -1
  #next = 0

  constructor(
    private readonly connection: Connection,
    private readonly table: 'run' | 'imported_file',
  ) {}

  /** Looked up once per transaction, in which nobody else adds rows. */
  take(): number {
    const { transaction } = this.connection
    if (transaction !== this.#transaction) {
      const last = this.connection.first(`SELECT seq FROM file.sqlite_sequence WHERE name = '${this.table}'`)
      this.#next = last ? integerOf(last, 'seq') + 1 : 1
      this.#transaction = transaction
    }
    this.#next += 1
    return this.#next - 1
  }
}

const insertRun = `INSERT INTO run (id, campaign_id, case_index, position, repetition, phase, seed, state, attempt, started_ms,
  finished_ms, exit_code, engine_version, failure, warnings, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function wholeTime(value: number, what: string): Encoded {
  return time(Math.round(value), what)
}
