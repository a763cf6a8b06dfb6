import * as v from 'valibot'
import { usedLevels } from '../../../../core/engines/used-levels'
import type { Publication } from '../../../../core/results/campaign/campaign'
import type {
  PublishedResult,
  PublishedValue,
  StoredPublishedResult,
} from '../../../../core/results/published-result'
import { directions, units } from '../../../../core/results/observation'
import { readCases } from './cases'
import { checksumOf } from '../../integrity/checksum'
import {
  integerOf,
  jsonOf,
  levelsOf,
  optionalOf,
  realOf,
  textOf,
  wordOf,
  notesOf,
  countOf,
  type Row,
} from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { blob, integer, json, optional, real, text, notes, type Encoded } from '../../file/encode'
import { limits } from '../../file/format'
import { quantityIdOf } from './quantities'
import { InvalidValueError } from '../../file/review-file-error'
import { unsealed, checksumPart, seal } from '../../integrity/seal'

const kinds = ['summary', 'difference'] as const

const digits = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20))
const formShape = v.object({
  ...{ unit: v.string(), factor: v.pipe(v.number(), v.finite(), v.gtValue(0)) },
  ...{ decimals: digits, deviationDecimals: v.exactOptional(digits) },
})

/** Only what the checksum covers: a published result has the levels of its case, whatever its quantity says. */
const resultColumns = `p.id, p.case_index, p.kind, p.value, p.deviation, p.n, p.baseline, p.note, p.form,
  q.test, q.direction, q.metric, q.unit`

/** Published results by campaign and in the order they were stored; all campaigns if no ids are given. */
export function readPublished(
  connection: Reads,
  campaignIds?: readonly number[],
): readonly StoredPublishedResult[] {
  const wanted = campaignIds && new Set(campaignIds)
  const campaigns = connection.all(
    `SELECT c.id, c.name, c.configuration, c.host, c.device, c.engine, c.base, u.source FROM campaign AS c
     LEFT JOIN publication AS u ON u.campaign_id = c.id ORDER BY c.id`,
  )
  return campaigns
    .filter((campaign) => !wanted || wanted.has(integerOf(campaign, 'id')))
    .flatMap((campaign) => readOfCampaign(connection, campaign))
}

function readOfCampaign(connection: Reads, campaign: Row): readonly StoredPublishedResult[] {
  const campaignId = integerOf(campaign, 'id')
  const rows = connection.all(
    `SELECT ${resultColumns} FROM published_result AS p JOIN quantity AS q ON q.id = p.quantity_id
     WHERE p.campaign_id = ? ORDER BY p.id`,
    integer(campaignId, 'A campaign id'),
  )
  if (rows.length === 0) return []
  const base = levelsOf(campaign, 'base')
  const cases = readCases(connection, campaignId)
  const ofCampaign = {
    campaignId,
    campaign: textOf(campaign, 'name'),
    configuration: textOf(campaign, 'configuration'),
    host: textOf(campaign, 'host'),
    device: textOf(campaign, 'device'),
    engine: textOf(campaign, 'engine'),
    source: optionalOf(campaign, 'source', textOf) ?? '',
  }
  return rows.map((row) => {
    const ofCase = cases.get(countOf(row, 'case_index'))
    return {
      id: integerOf(row, 'id'),
      ...ofCampaign,
      caseKey: ofCase?.key ?? '',
      test: textOf(row, 'test'),
      direction: wordOf(row, 'direction', directions),
      metric: textOf(row, 'metric'),
      unit: wordOf(row, 'unit', units),
      levels: usedLevels(ofCampaign.engine, { ...base, ...ofCase?.levels }),
      value: readValue(row),
      ...(row.note !== null && { note: notesOf(row, 'note') }),
    }
  })
}

/** Throws a BadColumnError if the stored row is not a published value. */
export function readValue(row: Row): PublishedValue {
  const deviation = optionalOf(row, 'deviation', realOf)
  const n = optionalOf(row, 'n', integerOf)
  const runs = n === undefined ? {} : { n }
  const form = row.form === null ? {} : { form: jsonOf(row, 'form', formShape, limits.levels) }
  if (wordOf(row, 'kind', kinds) === 'summary') {
    const spread = deviation === undefined ? {} : { standardDeviation: deviation }
    return { kind: 'summary', mean: realOf(row, 'value'), ...spread, ...runs, ...form }
  }
  const spread = deviation === undefined ? {} : { deviationPercent: deviation }
  const baseline = textOf(row, 'baseline')
  return {
    kind: 'difference',
    differencePercent: realOf(row, 'value'),
    ...spread,
    ...runs,
    baseline,
    ...form,
  }
}

export function insertPublished(
  connection: Connection,
  campaignId: number,
  caseIndex: number,
  result: PublishedResult,
): void {
  const { value } = result
  const isSummary = value.kind === 'summary'
  const what = `The published ${result.metric} of ${result.test}`
  const deviation = isSummary ? value.standardDeviation : value.deviationPercent
  if (deviation !== undefined && deviation < 0) throw new InvalidValueError(what, 'has a negative deviation.')
  if (value.n !== undefined && value.n < 1) throw new InvalidValueError(what, 'is of less than one run.')
  // Each real value is passed as two numbers; see `real`.
  const [deviationPart, deviationDivisor] =
    deviation === undefined ? [null, null] : real(deviation, `${what}, its deviation`)
  const id = connection.insert(
    `INSERT INTO published_result (campaign_id, case_index, quantity_id, kind, value, deviation, n, baseline, note, form, checksum)
     VALUES (?, ?, ?, ?, ? / ?, ? / ?, ?, ?, ?, ?, ?)`,
    integer(campaignId, 'A campaign id'),
    integer(caseIndex, 'A case'),
    integer(quantityIdOf(connection, result), 'A quantity id'),
    text(value.kind, 'The kind'),
    ...real(isSummary ? value.mean : value.differencePercent, what),
    deviationPart,
    deviationDivisor,
    optional(value.n, 'The number of runs', integer),
    isSummary ? null : text(value.baseline, 'The baseline'),
    optional(result.note, 'The note', notes),
    optional(value.form, 'The printed form', json),
    unsealed,
  )
  const rowId = integer(id, 'An id')
  connection.change(
    'UPDATE published_result SET checksum = ? WHERE id = ?',
    blob(publishedChecksum(connection, rowId)),
    rowId,
  )
}

const columns = [
  'id',
  'campaign_id',
  'case_index',
  'test',
  'direction',
  'metric',
  'unit',
  'kind',
  'value',
  'deviation',
  'n',
  'baseline',
  'note',
] as const

/**
 * Checksum over a published result and the names of its quantity; docs/results-file.md spells it out. Its printed form is
 * the last part where there is one, so that results stored before there was any keep theirs.
 */
export function publishedChecksum(connection: Reads, rowId: Encoded): Uint8Array {
  const row = connection.first(
    `SELECT p.id, p.campaign_id, p.case_index, q.test, q.direction, q.metric, q.unit, p.kind, p.value, p.deviation, p.n,
       p.baseline, p.note, p.form FROM published_result AS p LEFT JOIN quantity AS q ON q.id = p.quantity_id WHERE p.id = ?`,
    rowId,
  )
  const parts = columns.map((column) => checksumPart(row ?? {}, column))
  return checksumOf(...parts, ...(typeof row?.form === 'string' ? [row.form] : []))
}

/** Where a campaign was published; undefined if it was not. */
export function readPublication(connection: Reads, campaignId: number): Publication | undefined {
  const row = connection.first(
    'SELECT source, note FROM publication WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return row && { source: textOf(row, 'source'), note: notesOf(row, 'note') }
}

export function insertPublication(
  connection: Connection,
  campaignId: number,
  publication: Publication,
): void {
  const id = integer(campaignId, 'A campaign id')
  connection.change(
    'INSERT INTO publication (campaign_id, source, note, checksum) VALUES (?, ?, ?, ?)',
    id,
    text(publication.source, 'The source'),
    notes(publication.note, 'The note'),
    unsealed,
  )
  seal(connection, 'publication', id)
}
