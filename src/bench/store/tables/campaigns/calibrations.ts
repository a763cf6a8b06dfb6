import type { Calibration } from '../../../../core/results/campaign/calibration'
import { integerOf, levelsOf, optionalOf, realOf, type Row, textOf, timeOf } from '../../file/columns'
import type { Connection } from '../../file/connection'
import type { Reads } from '../../file/reads'
import { integer, json, optional, real, text, time } from '../../file/encode'
import { seal, unsealed } from '../../integrity/seal'

/** What an engine was found to write, in the order it was sampled. */
export function listCalibrations(connection: Reads, campaignId: number): readonly Calibration[] {
  return connection
    .all('SELECT * FROM calibration WHERE campaign_id = ? ORDER BY id', integer(campaignId, 'A campaign id'))
    .map(readCalibration)
}

/** Throws a BadColumnError if the stored row is invalid. */
export function readCalibration(row: Row): Calibration {
  return {
    levels: levelsOf(row, 'levels'),
    sampledBytes: integerOf(row, 'sampled_bytes'),
    compressedShare: realOf(row, 'compressed_share'),
    uniqueCompressedShare: realOf(row, 'unique_compressed_share'),
    uniqueShare: realOf(row, 'unique_share'),
    engineVersion: optionalOf(row, 'engine_version', textOf),
    measuredAtMs: timeOf(row, 'measured_ms'),
  }
}

/** Replaces the samples taken before the campaign. */
export function saveCalibrations(
  connection: Connection,
  campaignId: number,
  calibrations: readonly Calibration[],
): void {
  const id = integer(campaignId, 'A campaign id')
  connection.change('DELETE FROM calibration WHERE campaign_id = ?', id)
  for (const one of calibrations) {
    const rowId = connection.insert(
      `INSERT INTO calibration (campaign_id, levels, sampled_bytes, compressed_share, unique_compressed_share, unique_share,
         engine_version, measured_ms, checksum) VALUES (?, ?, ?, ? / ?, ? / ?, ? / ?, ?, ?, ?)`,
      id,
      json(one.levels, 'The levels of a calibration'),
      integer(one.sampledBytes, 'The size of a sample'),
      ...real(one.compressedShare, 'The compressed share'),
      ...real(one.uniqueCompressedShare, 'The compressed share of distinct blocks'),
      ...real(one.uniqueShare, 'The share of distinct blocks'),
      optional(one.engineVersion, 'The engine version', text),
      time(Math.round(one.measuredAtMs), 'The time'),
      unsealed,
    )
    seal(connection, 'calibration', integer(rowId, 'A calibration id'))
  }
}
