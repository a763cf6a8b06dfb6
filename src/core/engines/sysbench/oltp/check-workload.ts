import type { LevelValue, Workload } from '../../../plan/plan'
import { checkValue } from '../../check-value'
import type { Field, OptionProblem } from '../../engine'
import { fields, numberOf, serverOptions, textOf } from './fields'

/** Server options that would lead the server out of its folder, or onto a network. */
const ownOptions =
  /^(?:datadir|socket|port|bind_address|user|pid_file|tmpdir|log_error|log_bin.*|general_log.*|slow_query_log.*|secure_file_priv|plugin.*|init_file|skip_networking|basedir|innodb_.*_(?:dir|directory|path|home_dir)|defaults.*|data_directory|listen_addresses|unix_socket_.*|hba_file|ident_file|.*_command|shared_preload_libraries|.*_library.*|loose_.*)$/

/** Problems of the options alone: unknown, out of range, or not the person's to set. `known`: the fields of the engine. */
export function checkWorkload(
  workload: Workload,
  known: readonly Field[] = fields,
): readonly OptionProblem[] {
  const problems = Object.entries(workload).flatMap(([key, value]) => checkOption(key, value, known))
  if (problems.length > 0) return problems
  return [...checkTimes(workload), ...checkServer(workload), ...checkOwn(workload)]
}

function checkOption(key: string, value: LevelValue, known: readonly Field[]): readonly OptionProblem[] {
  const kind =
    known.find(({ id }) => id === key)?.kind ?? serverOptions.find(({ name }) => name === key)?.kind
  if (kind) {
    const text = checkValue(value, kind)
    return text === undefined ? [] : [{ key, text }]
  }
  const field = known.find(({ option }) => option === `--${key}`)
  if (field) return [{ key, text: `${key} is set by ${field.label}.`, remedy: `Use ${field.id}.` }]
  return [
    {
      key,
      text: `${key} is not an option this app knows for this engine and its server.`,
      remedy: 'Put options of the server into a configuration.',
    },
  ]
}

function checkTimes(workload: Workload): readonly OptionProblem[] {
  return ['runtime', 'ramp_time']
    .filter((key) => !Number.isInteger(numberOf(workload, key) ?? 0))
    .map((key) => ({ key, text: 'Only whole seconds can be run.', remedy: 'Round it.' }))
}

function checkServer(workload: Workload): readonly OptionProblem[] {
  if (textOf(workload, 'server') !== 'postgresql') return []
  return serverOptions
    .filter(({ name }) => workload[name] !== undefined)
    .map(({ name }) => ({ key: name, text: `PostgreSQL has no ${name}.`, remedy: 'Remove it.' }))
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
        text: `${own} cannot be set so: the server's files stay in its folder, and it listens nowhere else.`,
        remedy: 'Remove it.',
      },
    ]
  })
}
