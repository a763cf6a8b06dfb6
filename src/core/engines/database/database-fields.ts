import type { ExtraOption, Field, FieldKind } from '../engine'
import { fieldValues } from '../field-values'
import { rampTimeField, runtimeField } from '../printed/times'

const mebibyte = 1024 ** 2

const option = String.raw`[a-z][a-z0-9_.-]*=[^\s=]+`
/** `innodb_io_capacity=2000 innodb_flush_neighbors=0` */
const optionList = `(?:${option}(?: +${option})*)?`

/** A field that takes one of these words. */
export function choices(...values: readonly string[]): FieldKind {
  return { type: 'choice', choices: values.map((value) => ({ value, label: value })) }
}

/** Parameters that mean the same for every tool on a private server, by id. */
export const databaseFields = {
  jobs: {
    id: 'jobs',
    label: 'Jobs',
    option: '--threads',
    group: 'workload',
    kind: { type: 'integer', min: 1, max: 4096 },
    help: 'Threads, each with its own connection to the server.',
    initial: 4,
    axisLevels: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  },
  configuration: {
    id: 'configuration',
    label: 'Server configuration',
    option: 'NAME: OPTION=VALUE …',
    group: 'workload',
    kind: { type: 'text', pattern: `[^:=]+(?:: *${optionList})?` },
    help: 'A name and the server options that make it up: B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16. As an axis, configurations are compared side by side.',
    axisLevels: ['A baseline', 'B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16'],
  },
  buffer_pool_size: {
    id: 'buffer_pool_size',
    label: 'Buffer pool',
    option: 'innodb_buffer_pool_size',
    group: 'workload',
    kind: { type: 'bytes', min: 5 * mebibyte, counts: 'binary' },
    help: 'Memory the server keeps data in; shared_buffers with PostgreSQL. Left empty, the server takes its default.',
    axisLevels: [128 * mebibyte, 1024 * mebibyte],
  },
  server: {
    id: 'server',
    label: 'Server',
    option: 'mariadbd mysqld postgres',
    group: 'database',
    kind: {
      type: 'choice',
      choices: [
        { value: 'mariadb', label: 'MariaDB' },
        { value: 'mysql', label: 'MySQL' },
        { value: 'postgresql', label: 'PostgreSQL' },
      ],
    },
    help: 'The program on the host that is started for the campaign, with its data in the target folder and a socket there.',
    initial: 'mariadb',
    axisLevels: ['mariadb', 'postgresql'],
  },
  data_between_runs: {
    id: 'data_between_runs',
    label: 'Data between runs',
    option: 'restore',
    group: 'database',
    kind: {
      type: 'choice',
      choices: [
        { value: 'restore', label: 'Restored', help: 'Every run begins with a copy of what was loaded.' },
        { value: 'keep', label: 'Kept', help: 'A run continues with the data that the previous run left.' },
      ],
    },
    help: 'Runs change the database. Restoring needs the space twice and time before each run.',
    initial: 'restore',
  },
  runtime: runtimeField({ initial: 300, axisLevels: [60, 300] }),
  ramp_time: rampTimeField({
    help: ' To see how the server warms up, leave it at 0 and drop the first part in the figure.',
    axisLevels: [0, 60],
  }),
  server_options: {
    id: 'server_options',
    label: 'Server options',
    option: 'OPTION=VALUE …',
    group: 'advanced',
    kind: { type: 'text', pattern: optionList },
    help: 'Further options of the server for all runs, such as innodb_log_file_size=1G; the configuration goes before them.',
  },
} satisfies Readonly<Record<string, Field>>

/** The address and account of the user's own server. */
export const ownServerFields: readonly Field[] = [
  {
    id: 'server_address',
    label: 'Own server',
    option: '--mysql-host --mysql-socket',
    group: 'database',
    kind: {
      type: 'text',
      pattern: String.raw`/[A-Za-z0-9_./-]{1,106}|(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?`,
    },
    help: 'HOST, HOST:PORT or the path of a socket of a MariaDB or MySQL server that is running, as the measured host reaches it. Nothing is started then; every run makes a schema, loads it and drops it.',
  },
  {
    id: 'server_account',
    label: 'Account',
    option: '--mysql-user',
    group: 'database',
    kind: { type: 'text', pattern: '[A-Za-z0-9_][A-Za-z0-9_.@-]{0,79}' },
    help: 'Account on your own server, with all rights on schemas named benchwright_…. Its password is asked for at the start and never stored.',
  },
]

/** Options of InnoDB varied in printed reviews. */
export const serverOptions: readonly ExtraOption[] = [
  {
    name: 'innodb_flush_log_at_trx_commit',
    kind: { type: 'integer', min: 0, max: 3 },
    help: '1 writes and flushes the log at every commit, 2 writes it, 0 does neither.',
  },
  {
    name: 'innodb_flush_method',
    kind: choices('O_DIRECT', 'O_DIRECT_NO_FSYNC', 'fsync', 'O_DSYNC'),
    help: 'How InnoDB opens its files; O_DIRECT leaves the page cache out.',
  },
  {
    name: 'innodb_io_capacity',
    kind: { type: 'integer', min: 100 },
    help: 'I/O operations a second for work in the background.',
  },
  { name: 'innodb_read_io_threads', kind: { type: 'integer', min: 1, max: 64 }, help: 'Threads that read.' },
  {
    name: 'innodb_write_io_threads',
    kind: { type: 'integer', min: 1, max: 64 },
    help: 'Threads that write.',
  },
  {
    name: 'innodb_flush_neighbors',
    kind: { type: 'integer', min: 0, max: 2 },
    help: 'Whether dirty pages beside the one that is written go with it; 0 suits flash.',
  },
  {
    name: 'innodb_max_dirty_pages_pct',
    kind: { type: 'integer', min: 0, max: 99 },
    help: 'Share of the buffer pool that may be dirty.',
  },
  {
    name: 'innodb_log_file_size',
    kind: { type: 'bytes', min: mebibyte, counts: 'binary' },
    help: 'Size of the redo log.',
  },
  {
    name: 'innodb_page_size',
    kind: { type: 'bytes', min: 4096, max: 65_536, counts: 'binary' },
    help: 'Size of a page; the data is recreated for each.',
  },
]

export const { numberOf, textOf, valuesIn, numbersIn } = fieldValues(Object.values(databaseFields))
