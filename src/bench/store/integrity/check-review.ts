import * as v from 'valibot'
import { readCalibration } from '../tables/campaigns/calibrations'
import { storedDesignChecksum } from '../tables/campaigns/campaign-design'
import { deviceTable, scorecardTable } from '../tables/cards'
import { countOpenRuns } from '../tables/campaigns/campaigns'
import { caseCount } from '../tables/runs/cases'
import { checkRuns } from './check-runs'
import { sameBytes } from './checksum'
import { blobOf, integerOf, jsonOf, levelsOf, textOf, type Row } from '../file/columns'
import type { Connection } from '../file/connection'
import { readDocument } from '../tables/documents'
import { integer } from '../file/encode'
import { readExcludedRun } from '../tables/runs/excluded-runs'
import { figureTable } from '../tables/figures'
import { Findings } from './findings'
import { limits } from '../file/format'
import { importedContent } from '../tables/campaigns/imported-files'
import { checkPictured, readNamed } from '../tables/named-rows'
import { checkedContent } from '../tables/pictures'
import { presetTable } from '../tables/presets'
import { readValue, publishedChecksum } from '../tables/runs/published-results'
import { checkRowDigests } from './row-digests'
import { isIntact, type SealedTable } from './seal'
import { targetSchema } from '../../../core/plan/plan'
import { isBeingImported } from '../tables/campaigns/unfinished-imports'
import { storedPlanSchema } from '../../../core/plan/plan-json'
import { hostRecordShape } from '../../../core/results/campaign/host-record'

/**
 * Verifies structure, references, every checksum and the rows of each table. Each finding is one sentence. No
 * findings mean that every number is as it was stored and none is missing.
 */
export function checkReview(connection: Connection): readonly string[] {
  const findings = new Findings()
  findings.attempt('The structure of the file cannot be checked', () => checkStructure(connection, findings))
  for (const [table, nameOf, checkRow] of sealedTables)
    checkRows(connection, findings, table, nameOf, checkRow)
  checkPublished(connection, findings)
  checkRows(connection, findings, 'campaign', campaignName, (row) => {
    findings.attempt(campaignName(row), () => checkCampaign(row))
    if (isBeingImported(row)) return
    findings.attempt(campaignName(row), () => checkEnd(connection, row, findings))
    findings.attempt(`The cases of ${campaignName(row)} cannot be read`, () =>
      checkDesign(connection, row, findings),
    )
    findings.attempt(`The runs of ${campaignName(row)} cannot be read`, () =>
      checkRuns(connection, integerOf(row, 'id'), campaignName(row), findings),
    )
  })
  checkRowDigests(connection, findings)
  return findings.list()
}

type RowCheck = readonly [table: SealedTable, nameOf: (row: Row) => string, checkRow?: (row: Row) => unknown]

const named = (what: string) => (row: Row) => `The ${what} "${textOf(row, 'name')}"`

/** What a row of each table is called, and what else must be true of it. */
const sealedTables: readonly RowCheck[] = [
  ['review', () => 'The record of title and notes'],
  ['plan', named('plan'), (row) => jsonOf(row, 'plan', storedPlanSchema)],
  ['figure', named('figure'), (row) => readNamed(figureTable, row)],
  ['article_preset', named('preset'), (row) => checkPictured(presetTable, row)],
  ['device_card', named('device card'), (row) => checkPictured(deviceTable, row)],
  ['scorecard', named('scorecard'), (row) => readNamed(scorecardTable, row)],
  ['document', named('document'), readDocument],
  ['picture', (row) => `The picture ${integerOf(row, 'id')} ("${textOf(row, 'name')}")`, checkedContent],
  [
    'earlier_attempt',
    (row) => `Attempt ${integerOf(row, 'attempt')} of run ${integerOf(row, 'run_id')}`,
    (row) => jsonOf(row, 'record', v.looseObject({})),
  ],
  ['imported_file', named('imported file'), (row) => importedContent(row, 'the content')],
  ['publication', (row) => `The source of ${ofCampaign(row)}`],
  ['calibration', (row) => `A calibration of ${ofCampaign(row)}`, readCalibration],
  ['excluded_run', (row) => `The reason why run ${integerOf(row, 'run_id')} is left out`, readExcludedRun],
  [
    'member_campaign',
    (row) => `The place of ${ofCampaign(row)} under campaign ${integerOf(row, 'leader_id')}`,
  ],
]

function checkStructure(connection: Connection, findings: Findings): void {
  for (const row of connection.all('PRAGMA file.integrity_check(20)')) {
    if (row.integrity_check !== 'ok')
      findings.add(`The structure of the file is damaged: ${textOf(row, 'integrity_check')}.`)
  }
  const orphans = connection.all('PRAGMA file.foreign_key_check')
  for (const row of orphans.slice(0, 20))
    findings.add(
      `A row of "${textOf(row, 'table')}" belongs to a row of "${textOf(row, 'parent')}" that is gone.`,
    )
}

/** Checks each row of a table against its checksum, then in its own way. */
function checkRows(
  connection: Connection,
  findings: Findings,
  table: SealedTable,
  nameOf: (row: Row) => string,
  checkRow: (row: Row) => unknown = () => undefined,
): void {
  let count = 0
  findings.attempt(`The table "${table}" cannot be read`, () => {
    connection.forEach(`SELECT rowid, * FROM file.${table}`, [], (row) => {
      count += 1
      const name = nameFrom(row, table, nameOf)
      findings.attempt(name, () => {
        if (!isIntact(table, row))
          findings.add(`${name} does not match its checksum; it was changed or damaged after it was saved.`)
        checkRow(row)
      })
    })
    if (table === 'review' && count !== 1) findings.add('The title and notes are missing.')
  })
}

function nameFrom(row: Row, table: string, nameOf: (row: Row) => string): string {
  try {
    return nameOf(row)
  } catch {
    return `A row of "${table}"`
  }
}

function checkCampaign(row: Row): void {
  jsonOf(row, 'plan', storedPlanSchema)
  jsonOf(row, 'host_record', hostRecordShape)
  jsonOf(row, 'target', targetSchema)
  levelsOf(row, 'base')
}

function checkEnd(connection: Connection, row: Row, findings: Findings): void {
  const open = row.state === 'done' ? countOpenRuns(connection, integerOf(row, 'id')) : 0
  const what = open === 1 ? 'waits or runs' : 'wait or run'
  if (open > 0)
    findings.add(`${campaignName(row)} is stored as done, but ${open} of its runs ${what}; resume it.`)
}

function checkDesign(connection: Connection, row: Row, findings: Findings): void {
  const campaignId = integerOf(row, 'id')
  caseCount(connection, campaignId)
  if (!sameBytes(storedDesignChecksum(connection, campaignId), blobOf(row, 'design_checksum'))) {
    findings.add(`The cases or the order of runs of ${campaignName(row)} do not match their checksum.`)
  }
  connection.forEach(
    'SELECT campaign_id, case_index, case_key, levels FROM campaign_case WHERE campaign_id = ?',
    [integer(campaignId, 'A campaign id')],
    (ofCase) => {
      findings.attempt(
        `The case "${textOf(ofCase, 'case_key', limits.levels)}" of ${campaignName(row)}`,
        () => void levelsOf(ofCase, 'levels'),
      )
    },
  )
}

/** Checks every published result against its checksum. */
function checkPublished(connection: Connection, findings: Findings): void {
  findings.attempt('The published results cannot be read', () => {
    connection.forEach('SELECT * FROM published_result', [], (row) => {
      const name = `Published result ${integerOf(row, 'id')} of ${ofCampaign(row)}`
      findings.attempt(name, () => {
        const expected = publishedChecksum(connection, integer(integerOf(row, 'id'), 'An id'))
        if (!sameBytes(blobOf(row, 'checksum'), expected))
          findings.add(`${name} does not match its checksum; it was changed or damaged after it was saved.`)
        readValue(row)
      })
    })
  })
}

function ofCampaign(row: Row): string {
  return `campaign ${integerOf(row, 'campaign_id')}`
}

function campaignName(row: Row): string {
  const configuration = textOf(row, 'configuration')
  const label = configuration === '' ? '' : `, ${configuration}`
  return `campaign ${integerOf(row, 'id')} ("${textOf(row, 'name')}"${label})`
}
