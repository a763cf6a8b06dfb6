import { listCampaigns } from '../tables/campaigns/campaigns'
import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import { basename } from 'node:path'
import * as v from 'valibot'
import type { TakenFrom } from '../../../core/results/campaign/host-record'
import { blobOf, integerOf, jsonOf, textOf, type Row } from '../file/columns'
import type { Connection } from '../file/connection'
import { blob, integer, json, real, text, type Encoded } from '../file/encode'
import { limits } from '../file/format'
import { appendLog } from '../tables/campaigns/log'
import { insertMachines } from '../tables/campaigns/machine-campaigns'
import { publishedChecksum } from '../tables/runs/published-results'
import { quantityColumns, quantityIdOf, readQuantity } from '../tables/runs/quantities'
import { readDetails } from '../tables/review-details'
import { BadColumnError } from '../file/review-file-error'
import { sealRun } from '../integrity/run-seal'
import { seal, unsealed, type SealedTable } from '../integrity/seal'

type Changes = Readonly<Record<string, Encoded>>

/**
 * Copies a campaign and those of its hosts from one file into another, row by row, under new ids and with new
 * seals.
 */
export class CampaignCopy {
  readonly #runs = new Map<number, number>()
  readonly #quantities = new Map<number, number>()
  readonly #files = new Map<number, number>()
  readonly #insertions = new Map<
    string,
    { readonly sql: string; readonly columns: readonly StoredColumn[] }
  >()

  constructor(
    private readonly from: Connection,
    private readonly into: Connection,
  ) {}

  /** Id of the copy. */
  copy(campaignId: number, machineIds: readonly number[]): number {
    const copies = [campaignId, ...machineIds].map((id) => ({ id, newId: this.#copyOne(id) }))
    // The log of one may name runs of another.
    for (const { id, newId } of copies) this.#copyLog(id, newId)
    const [leader, ...machines] = copies.map(({ newId }) => newId)
    if (leader === undefined) throw new BadColumnError('A campaign', 'is missing.')
    insertMachines(this.into, leader, machines)
    return leader
  }

  #copyOne(campaignId: number): number {
    let newId = 0
    this.#rows('campaign', 'id = ?', campaignId, (row) => {
      this.#copyPlan(textOf(row, 'plan_id'))
      newId = this.#insert('campaign', row, { host_record: this.#recordWithOrigin(row) })
    })
    const campaign = integer(newId, 'A campaign id')
    this.#rows('campaign_case', 'campaign_id = ?', campaignId, (row) => {
      this.#insert('campaign_case', row, { campaign_id: campaign })
    })
    this.#copyFiles(campaignId, campaign)
    this.#copyRuns(campaignId, campaign)
    this.#copyPublished(campaignId, campaign)
    for (const table of ['publication', 'calibration'] as const)
      this.#rows(table, 'campaign_id = ?', campaignId, (row) => {
        this.#insert(table, row, { campaign_id: campaign })
      })
    seal(this.into, 'campaign', campaign)
    return newId
  }

  /** A plan that this review already has under the same id stays unchanged: the campaign contains its own. */
  #copyPlan(planId: string): void {
    const id = text(planId, 'A plan id')
    if (this.into.first('SELECT 1 FROM file.plan WHERE id = ?', id)) return
    for (const row of this.from.all('SELECT * FROM plan WHERE id = ?', id)) this.#insert('plan', row, {})
  }

  #copyRuns(campaignId: number, campaign: Encoded): void {
    const runs: { readonly id: number; readonly newId: number; readonly isSealed: boolean }[] = []
    this.#rows('run', 'campaign_id = ? ORDER BY position', campaignId, (row) => {
      const [id, newId] = [integerOf(row, 'id'), this.#insert('run', row, { campaign_id: campaign })]
      this.#runs.set(id, newId)
      runs.push({ id, newId, isSealed: row.checksum !== null })
    })
    this.#rows('scalar', 'campaign_id = ? ORDER BY quantity_id, run_id', campaignId, (row) => {
      this.#insert('scalar', row, { ...this.#keysOf(row), campaign_id: campaign })
    })
    // Run by run: SQLite would sort the outputs of all of them in memory.
    for (const { id, newId, isSealed } of runs) {
      for (const table of tablesOfRuns)
        this.#rows(table, 'run_id = ? ORDER BY rowid', id, (row) => {
          this.#insert(table, row, this.#keysOf(row))
        })
      if (isSealed) sealRun(this.into, newId)
    }
  }

  #copyPublished(campaignId: number, campaign: Encoded): void {
    this.#rows('published_result', 'campaign_id = ? ORDER BY id', campaignId, (row) => {
      const id = integer(
        this.#insert('published_result', row, { ...this.#keysOf(row), campaign_id: campaign }),
        'An id',
      )
      const checksum = blob(publishedChecksum(this.into, id))
      this.into.change('UPDATE published_result SET checksum = ? WHERE id = ?', checksum, id)
    })
  }

  /** Files of other programs are stored once per review, whatever their names. */
  #copyFiles(campaignId: number, campaign: Encoded): void {
    this.#rows('campaign_file', 'campaign_id = ?', campaignId, (row) => {
      const fileId = integerOf(row, 'file_id')
      if (!this.#files.has(fileId)) this.#files.set(fileId, this.#copyFile(fileId))
      this.#insert('campaign_file', row, { ...this.#keysOf(row), campaign_id: campaign })
    })
  }

  #copyFile(fileId: number): number {
    let newId = 0
    this.#rows('imported_file', 'id = ?', fileId, (row) => {
      const known = this.into.first(
        'SELECT id FROM imported_file WHERE sha256 = ?',
        text(textOf(row, 'sha256'), 'A SHA-256'),
      )
      newId = known ? integerOf(known, 'id') : this.#insert('imported_file', row, {})
    })
    return newId
  }

  #copyLog(campaignId: number, newId: number): void {
    const campaign = integer(newId, 'A campaign id')
    this.#rows('log', 'campaign_id = ? ORDER BY id', campaignId, (row) => {
      const runId = row.run_id === null ? undefined : this.#runs.get(integerOf(row, 'run_id'))
      const run = runId === undefined ? null : integer(runId, 'A run id')
      this.#insert('log', row, { campaign_id: campaign, run_id: run })
    })
    const { file, review, seal: sealText, takenAtMs } = this.#originOf(campaignId)
    const called = summaryNames(listCampaigns(this.from)).get(campaignId) ?? ''
    const words = `Taken over from ${file} (“${review}”), where it is called “${called}”; seal ${sealText}.`
    appendLog(this.into, newId, { atMs: takenAtMs, level: 'info', text: words })
  }

  #originOf(campaignId: number): TakenFrom {
    const { title, uuid } = readDetails(this.from)
    const row = this.from.first(
      'SELECT checksum FROM campaign WHERE id = ?',
      integer(campaignId, 'A campaign id'),
    )
    return {
      file: basename(this.from.path),
      review: title,
      reviewId: uuid,
      campaignId,
      seal: Buffer.from(blobOf(row ?? {}, 'checksum')).toString('hex'),
      takenAtMs: Date.now(),
    }
  }

  /** The host record with this origin of the campaign appended to earlier ones. */
  #recordWithOrigin(row: Row): Encoded {
    const shape = v.looseObject({ takenFrom: v.optional(v.array(v.unknown())) })
    const { takenFrom = [], ...record } = jsonOf(row, 'host_record', shape)
    const origin = this.#originOf(integerOf(row, 'id'))
    return json({ ...record, takenFrom: [...takenFrom, origin] }, 'The host record')
  }

  /** References to other rows, as ids of the receiving file. */
  #keysOf(row: Row): Changes {
    const changes: Record<string, Encoded> = {}
    if (row.run_id !== undefined) changes.run_id = this.#idOf(this.#runs, row, 'run_id')
    if (row.file_id !== undefined) changes.file_id = this.#idOf(this.#files, row, 'file_id')
    if (row.quantity_id !== undefined) {
      const id = integerOf(row, 'quantity_id')
      if (!this.#quantities.has(id)) this.#quantities.set(id, this.#copyQuantity(id))
      changes.quantity_id = this.#idOf(this.#quantities, row, 'quantity_id')
    }
    return changes
  }

  #idOf(known: ReadonlyMap<number, number>, row: Row, column: string): Encoded {
    const id = known.get(integerOf(row, column))
    if (id === undefined) throw new BadColumnError(`Column "${column}"`, 'names a row that does not exist.')
    return integer(id, 'An id')
  }

  #copyQuantity(quantityId: number): number {
    const row = this.from.first(
      `SELECT ${quantityColumns} FROM quantity AS q WHERE q.id = ?`,
      integer(quantityId, 'A quantity id'),
    )
    return quantityIdOf(this.into, readQuantity(row ?? {}))
  }

  #rows(table: string, where: string, id: number, visit: (row: Row) => void): void {
    this.from.forEach(`SELECT * FROM ${table} WHERE ${where}`, [integer(id, 'An id')], visit)
  }

  /** Stores a row with its changes, sealed if its table is; returns its id. */
  #insert(table: string, row: Row, changes: Changes): number {
    const { sql, columns } = this.#insertionInto(table)
    const values = columns.flatMap(({ name, type }): readonly Encoded[] => {
      const changed = changes[name]
      if (changed !== undefined) return [changed]
      if (name === 'checksum') return [row[name] === null ? null : unsealed]
      return encoded(row[name], type, `Column "${name}" of "${table}"`)
    })
    const id = this.into.insert(sql, ...values)
    const sealed = sealedHere.find((one) => one === table)
    if (sealed) seal(this.into, sealed, integer(id, 'Row'))
    return id
  }

  /** Every column of the table except the id that it assigns. */
  #insertionInto(table: string) {
    let known = this.#insertions.get(table)
    if (!known) {
      const columns = this.into
        .all(`SELECT name, type FROM pragma_table_info('${table}', 'file')`)
        .map((row) => ({ name: textOf(row, 'name'), type: textOf(row, 'type') }))
        .filter(({ name, type }) => name !== 'id' || type !== 'INTEGER')
      const places = columns.map(({ type }) => (type === 'REAL' ? '? / ?' : '?'))
      const names = columns.map(({ name }) => name)
      const sql = `INSERT INTO file.${table} (${names.join(', ')}) VALUES (${places.join(', ')})`
      this.#insertions.set(table, (known = { sql, columns }))
    }
    return known
  }
}

interface StoredColumn {
  readonly name: string
  readonly type: string
}

const tablesOfRuns = [
  'run_command',
  'earlier_attempt',
  'histogram',
  'series',
  'raw_output',
  'run_file',
  'excluded_run',
]

/**
 * Tables whose rows are complete once stored; runs and campaigns are sealed once all their parts are stored.
 */
const sealedHere: readonly SealedTable[] = [
  'plan',
  'publication',
  'calibration',
  'imported_file',
  'earlier_attempt',
  'excluded_run',
]

/** A stored value, encoded to be stored again. */
function encoded(value: unknown, type: string, what: string): readonly Encoded[] {
  if (value === null) return type === 'REAL' ? [null, null] : [null]
  if (type === 'TEXT' && typeof value === 'string') return [text(value, what, limits.json)]
  if (type === 'INTEGER' && typeof value === 'number') return [integer(value, what)]
  if (type === 'REAL' && typeof value === 'number') return real(value, what)
  if (type === 'BLOB' && value instanceof Uint8Array) return [blob(value)]
  throw new BadColumnError(what, 'holds something that is never stored.')
}
