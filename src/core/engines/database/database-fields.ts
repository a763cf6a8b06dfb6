import { describeFields, field, oneOf, option, whole } from '../describe-fields'
import type { ExtraOption, Field } from '../engine'
import { fieldValues } from '../field-values'
import { rampTimeField, runtimeField } from '../printed/times'
import type { Server } from './server-options'

const mebibyte = 1024 ** 2

const assignment = String.raw`[a-z][a-z0-9_.-]*=[^\s=]+`
/** `innodb_io_capacity=2000 innodb_flush_neighbors=0` */
const optionList = `(?:${assignment}(?: +${assignment})*)?`

/** The servers that a tool can be measured with; the last one is compared with the first. */
export function serverField(first: Server, ...others: readonly Server[]): Field {
  return field('database', 'server', {
    option: 'mariadbd mysqld postgres',
    kind: oneOf(first, ...others),
    help: 'The program on the host that is started for the campaign, with its data in the target folder and a socket there.',
    initial: first,
    axisLevels: [first, ...others.slice(-1)],
  })
}

/** Parameters that mean the same for every tool on a private server, by id. */
export const databaseFields = {
  jobs: field('workload', 'jobs', {
    option: '--threads',
    kind: { type: 'integer', min: 1, max: 4096 },
    help: 'Threads, each with its own connection to the server.',
    initial: 4,
    axisLevels: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  }),
  configuration: field('workload', 'configuration', {
    option: 'NAME: OPTION=VALUE …',
    kind: { type: 'text', pattern: `[^:=]+(?:: *${optionList})?` },
    help: 'A name and the server options that make it up: B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16. As an axis, configurations are compared side by side.',
    axisLevels: ['A baseline', 'B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16'],
  }),
  buffer_pool_size: field('workload', 'buffer_pool_size', {
    option: 'innodb_buffer_pool_size',
    kind: { type: 'bytes', min: 5 * mebibyte, counts: 'binary' },
    help: 'Memory the server keeps data in; shared_buffers with PostgreSQL. Left empty, the server takes its default.',
    axisLevels: [128 * mebibyte, 1024 * mebibyte],
  }),
  server: serverField('mariadb', 'mysql', 'postgresql'),
  data_between_runs: field('database', 'data_between_runs', {
    option: 'restore',
    kind: {
      type: 'choice',
      choices: [
        { value: 'restore', help: 'Every run begins with a copy of what was loaded.' },
        { value: 'keep', help: 'A run continues with the data that the previous run left.' },
      ],
    },
    help: 'Runs change the database. Restoring needs the space twice and time before each run.',
    initial: 'restore',
  }),
  runtime: runtimeField({ initial: 300, axisLevels: [60, 300] }),
  ramp_time: rampTimeField({
    help: ' To see how the server warms up, leave it at 0 and drop the first part in the figure.',
    axisLevels: [0, 60],
  }),
  server_options: field('advanced', 'server_options', {
    option: 'OPTION=VALUE …',
    kind: { type: 'text', pattern: optionList },
    help: 'Further options of the server for all runs, such as innodb_log_file_size=1G; the configuration goes before them.',
  }),
}

/** The address and account of the user's own server. */
export const ownServerFields: readonly Field[] = describeFields('database', {
  server_address: {
    option: '--mysql-host --mysql-socket',
    kind: {
      type: 'text',
      pattern: String.raw`/[A-Za-z0-9_./-]{1,106}|(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?`,
    },
    help: 'HOST, HOST:PORT or the path of a socket of a MariaDB or MySQL server that is running, as the measured host reaches it. Nothing is started then; every run makes a schema, loads it and drops it.',
  },
  server_account: {
    option: '--mysql-user',
    kind: { type: 'text', pattern: '[A-Za-z0-9_][A-Za-z0-9_.@-]{0,79}' },
    help: 'Account on your own server, with all rights on schemas named benchwright_…. Its password is asked for at the start and never stored.',
  },
})

/** Options of InnoDB varied in printed reviews. */
export const serverOptions: readonly ExtraOption[] = [
  option(
    'innodb_flush_log_at_trx_commit',
    whole(0, 3),
    '1 writes and flushes the log at every commit, 2 writes it, 0 does neither.',
  ),
  option(
    'innodb_flush_method',
    oneOf('O_DIRECT', 'O_DIRECT_NO_FSYNC', 'fsync', 'O_DSYNC'),
    'How InnoDB opens its files; O_DIRECT leaves the page cache out.',
  ),
  option(
    'innodb_io_capacity',
    { type: 'integer', min: 100 },
    'I/O operations a second for work in the background.',
  ),
  option('innodb_read_io_threads', whole(1, 64), 'Threads that read.'),
  option('innodb_write_io_threads', whole(1, 64), 'Threads that write.'),
  option(
    'innodb_flush_neighbors',
    whole(0, 2),
    'Whether dirty pages beside the one that is written go with it; 0 suits flash.',
  ),
  option('innodb_max_dirty_pages_pct', whole(0, 99), 'Share of the buffer pool that may be dirty.'),
  option('innodb_log_file_size', { type: 'bytes', min: mebibyte, counts: 'binary' }, 'Size of the redo log.'),
  option(
    'innodb_page_size',
    { type: 'bytes', min: 4096, max: 65_536, counts: 'binary' },
    'Size of a page; the data is recreated for each.',
  ),
]

export const { numberOf, textOf, valuesIn, numbersIn } = fieldValues(Object.values(databaseFields))
