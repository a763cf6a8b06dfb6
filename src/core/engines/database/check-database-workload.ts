import type { Workload } from '../../plan/plan'
import { checkOptions } from '../check-value'
import type { Field, OptionProblem } from '../engine'
import { checkTimes } from '../printed/times'
import { serverOptions, textOf } from './database-fields'

/** Server options that would lead the server out of its folder, or onto a network. */
const ownOptions =
  /^(?:datadir|socket|port|bind_address|user|pid_file|tmpdir|log_error|log_bin.*|general_log.*|slow_query_log.*|secure_file_priv|plugin.*|init_file|skip_networking|basedir|innodb_.*_(?:dir|directory|path|home_dir)|defaults.*|data_directory|listen_addresses|unix_socket_.*|hba_file|ident_file|.*_command|shared_preload_libraries|.*_library.*|loose_.*)$/

/** Problems of the options alone: unknown, out of range, or not settable by the user. `fields` are those of the engine. */
export function checkDatabaseWorkload(
  workload: Workload,
  fields: readonly Field[],
): readonly OptionProblem[] {
  const problems = checkOptions(workload, {
    fields,
    options: serverOptions,
    unknown: (key) => ({
      text: `${key} is not an option this app knows for this engine and its server.`,
      remedy: 'Put options of the server into a configuration.',
    }),
  })
  if (problems.length > 0) return problems
  return [
    ...checkTimes(workload),
    ...checkServer(workload),
    ...checkOwn(workload),
    ...checkOwnServer(workload),
  ]
}

function checkServer(workload: Workload): readonly OptionProblem[] {
  if (textOf(workload, 'server') !== 'postgresql') return []
  return serverOptions
    .filter(({ name }) => workload[name] !== undefined)
    .map(({ name }) => ({ key: name, text: `PostgreSQL has no ${name}.`, remedy: 'Remove it.' }))
}

/** Options that only a private server accepts, and an incompletely specified user's server. */
function checkOwnServer(workload: Workload): readonly OptionProblem[] {
  const [address, account] = ['server_address', 'server_account'].map((key) => textOf(workload, key))
  if (address === '' && account === '') return []
  if (address === '')
    return [{ key: 'server_address', text: 'The account has no server.', remedy: 'Name the own server.' }]
  if (account === '')
    return [
      { key: 'server_account', text: 'No account is given for your own server.', remedy: 'Name an account.' },
    ]
  const refused = [
    'configuration',
    'buffer_pool_size',
    'server_options',
    ...serverOptions.map(({ name }) => name),
  ]
  return [
    ...refused
      .filter((key) => workload[key] !== undefined && workload[key] !== '')
      .map((key) => ({
        key,
        text: `${key} is set when a server is started, and the one at ${address} is running already.`,
        remedy: 'Remove it, or remove the server address.',
      })),
    ...(textOf(workload, 'data_between_runs') === 'keep'
      ? [
          {
            key: 'data_between_runs',
            text: 'On your own server every run loads its own schema and drops it afterwards.',
            remedy: 'Use restore.',
          },
        ]
      : []),
    ...(textOf(workload, 'server') === 'postgresql'
      ? [
          {
            key: 'server',
            text: 'Your own server can be MariaDB or MySQL only.',
            remedy: 'Choose one of these, or remove the server address.',
          },
        ]
      : []),
  ]
}

function checkOwn(workload: Workload): readonly OptionProblem[] {
  return ['configuration', 'server_options'].flatMap((key) => {
    const named = [...textOf(workload, key).matchAll(/(?:^|[\s:])([a-z][a-z0-9_.-]*)=(\S+)/g)]
    const [, own] =
      named.find(
        ([, name = '', value = '']) => ownOptions.test(name.replaceAll('-', '_')) || value.includes('/'),
      ) ?? []
    if (own === undefined) return []
    return [
      {
        key,
        text: `${own} is refused: the server keeps its files in its folder and listens nowhere else.`,
        remedy: 'Remove it.',
      },
    ]
  })
}
