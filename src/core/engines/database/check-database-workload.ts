import type { Workload } from '../../plan/plan'
import { readConfiguration } from '../../plan/server-configuration'
import { checkOptions } from '../check-value'
import type { Field, OptionProblem } from '../engine'
import { checkTimes } from '../printed/times'
import { serverOptions, textOf } from './database-fields'
import { checkServerOption, type Server } from './server-options'

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
    ...checkPassedOptions(workload),
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

/** The options that are passed to a private server as they are. */
function checkPassedOptions(workload: Workload): readonly OptionProblem[] {
  const server = serverOf(textOf(workload, 'server'))
  const passed = {
    configuration: readConfiguration(textOf(workload, 'configuration')).options,
    server_options: textOf(workload, 'server_options')
      .split(/\s+/)
      .filter((word) => word !== ''),
  }
  return Object.entries(passed).flatMap(([key, options]) =>
    options.flatMap((one) => {
      const problem = checkServerOption(one, server)
      return problem ? [{ key, ...problem }] : []
    }),
  )
}

function serverOf(name: string): Server {
  return name === 'mysql' || name === 'postgresql' ? name : 'mariadb'
}
