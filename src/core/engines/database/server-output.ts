import type { Scalar } from '../../results/observation'
import type { RunFailure } from '../../results/run'
import type { EngineOutput } from '../engine'
import { givenReason, type GivenReasons } from '../printed/failures'
import { scalarOf } from '../observations'
import { dataSizeFile, statusFiles } from './database-steps'

/** Why `database.sh` gave up. */
export const serverReasons: GivenReasons = {
  'no-server': [
    'The server program was not found on the host',
    'Install it (its service is not needed), or choose another server.',
  ],
  'unknown-options': [
    'The server on the host does not know these options',
    'They were renamed, removed, or never existed: remove them from the plan, or use another version.',
  ],
  'account-cannot-enter': [
    'The server is not run as root, and a user id without rights may not enter the folder',
    'Choose a target folder that everybody may pass through, or run as an ordinary user.',
  ],
  'no-other-account': [
    'The server is not run as root, and this system cannot run it under a user id of its own',
    'Run as an ordinary user.',
  ],
  'server-ended': ['The server ended', 'Look at the raw output for what it said.'],
  'server-not-ready': ['The server was not ready', 'Look at the raw output for what it said.'],
  'login-refused': [
    'Your own server refused the login',
    'Check the account, its password, and that it may log in from this machine.',
  ],
  'server-away': [
    'Your own server could not be reached',
    'Check its address, that it is running, and that this machine may reach it.',
  ],
  'server-left': [
    'Your own server closed the connection',
    'Look at its log, and check that address and port are those of the database.',
  ],
  'server-strange': [
    'Your own server did not answer as MariaDB or MySQL do',
    'Check that the address and port are those of the database and not of another program.',
  ],
  'schema-not-made': [
    'The schema could not be created on your own server',
    'Grant the account all rights on it: GRANT ALL ON `benchwright\\_%`.* TO the account.',
  ],
  install: ['The data of the server could not be created', 'Look at the raw output for what it said.'],
  load: ['The database could not be loaded', 'Look at the raw output for what was said.'],
  restore: [
    'The loaded data could not be restored',
    'Check the space and health of the target, then run again.',
  ],
  folder: ['The folder for the data could not be used', 'Choose a folder you may write to.'],
}

/** What `own-check` reports for a user's server that cannot be used. */
export function loginFailure(said: string): RunFailure {
  return (
    givenReason(said, serverReasons) ?? {
      id: 'server-away',
      text: `Your own server could not be queried: ${said.slice(0, 300)}`,
    }
  )
}

/** What InnoDB read and wrote during the run; nothing for servers that do not count bytes. */
export function serverScalars(
  outputs: EngineOutput['outputs'],
  seconds: number,
  test: string,
): readonly Scalar[] {
  const [before, after] = statusFiles.map((name) => countersOf(outputs[name]))
  const rates = [
    ['database_read_bandwidth', 'innodb_data_read'],
    ['database_write_bandwidth', 'innodb_data_written'],
    ['database_log_bandwidth', 'innodb_os_log_written'],
  ] as const
  const kib = Number(outputs[dataSizeFile]?.trim() ?? Number.NaN)
  return [
    ...rates.flatMap(([metric, counter]) => {
      const gain = (after?.get(counter) ?? Number.NaN) - (before?.get(counter) ?? Number.NaN)
      return gain >= 0 ? scalarOf(test, 'total', metric, gain / seconds) : []
    }),
    ...(kib > 0 ? scalarOf(test, 'total', 'database_bytes', kib * 1024) : []),
  ]
}

/** Lines of a name and a number; servers differ in the letter case of the names. */
function countersOf(text = ''): ReadonlyMap<string, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name = '', value = ''] = line.split('\t')
      const count = value === '' ? Number.NaN : Number(value)
      return Number.isFinite(count) ? [[name.toLowerCase(), count] as const] : []
    }),
  )
}
