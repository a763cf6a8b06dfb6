import { databaseFields, ownServerFields } from '../../database/database-fields'
import { describeFields, oneOf } from '../../describe-fields'
import type { Field } from '../../engine'
import { fieldValues } from '../../field-values'
import { offeredFields } from '../offered-rate'
import { percentileField } from '../program'

/** sysbench's own scripts that all work on the same tables, by the name of their test. */
export const scripts: Readonly<Record<string, string>> = {
  'oltp-read-write': 'oltp_read_write',
  'oltp-read-only': 'oltp_read_only',
  'oltp-write-only': 'oltp_write_only',
  'point-select': 'oltp_point_select',
  insert: 'oltp_insert',
  delete: 'oltp_delete',
  'update-index': 'oltp_update_index',
  'update-non-index': 'oltp_update_non_index',
}

export const fields: readonly Field[] = [
  ...describeFields('workload', {
    pattern: {
      option: 'script',
      kind: {
        type: 'choice',
        choices: [
          { value: 'oltp-read-write', help: 'oltp_read_write' },
          { value: 'oltp-read-only', help: 'oltp_read_only' },
          { value: 'oltp-write-only', help: 'oltp_write_only' },
          { value: 'point-select', help: 'oltp_point_select' },
          { value: 'insert', help: 'oltp_insert' },
          { value: 'delete', help: 'oltp_delete' },
          { value: 'update-index', help: 'oltp_update_index' },
          { value: 'update-non-index', help: 'oltp_update_non_index' },
        ],
      },
      help: 'The transactions of a run.',
      initial: 'oltp-read-write',
      axisLevels: ['oltp-read-only', 'oltp-write-only', 'oltp-read-write'],
    },
  }),
  databaseFields.jobs,
  ...offeredFields('transactions'),
  databaseFields.configuration,
  databaseFields.buffer_pool_size,
  databaseFields.server,
  ...ownServerFields,
  ...describeFields('database', {
    tables: {
      option: '--tables',
      kind: { type: 'integer', min: 1, max: 10_000 },
      help: 'Number of tables.',
      initial: 4,
    },
    table_size: {
      option: '--table-size',
      kind: { type: 'integer', min: 1, max: 2_000_000_000 },
      help: 'Rows that each table is loaded with, of about 240 bytes each.',
      initial: 100_000,
      axisLevels: [100_000, 1_000_000],
    },
  }),
  databaseFields.data_between_runs,
  databaseFields.runtime,
  databaseFields.ramp_time,
  ...describeFields('advanced', {
    rand_type: {
      option: '--rand-type',
      kind: oneOf('uniform', 'pareto', 'special', 'gaussian', 'zipfian'),
      help: 'How the rows of the transactions are spread over the tables. zipfian is in sysbench 1.1 and newer.',
      initial: 'uniform',
      axisLevels: ['uniform', 'pareto'],
    },
  }),
  percentileField('response time'),
  databaseFields.server_options,
]

export const { numberOf, textOf, numbersIn } = fieldValues(fields)
