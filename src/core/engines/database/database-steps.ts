import type { Workload } from '../../plan/plan'
import { readConfiguration } from '../../plan/server-configuration'
import type { CommandRequest } from '../engine'
import { runsCases } from '../preparation/prepared-workload'
import { outputFile, startedFile } from '../observations'
import type { EngineCommand, EngineSteps, Process, RunFile } from '../steps'
import { numberOf, serverOptions, textOf } from './database-fields'
import database from './database.sh'

/** Names of the outputs within the run directory. */
export const statusFiles = ['status-before.txt', 'status-after.txt'] as const
const variablesFile = 'variables.txt'
const serverFile = 'server.txt'
/** Records how the run's initial data was created: `reflink`, `copy` or `kept`. */
const restoredFile = 'restored.txt'
export const dataSizeFile = 'data-kib.txt'
/** Names a schema that could not be dropped. */
export const leftSchemaFile = 'left-schema.txt'

/** Prefix of the data folders: 0 is the working copy, 1 is the copy that runs start from. */
export const dataPrefix = 'bw-database.'

/**
 * The options that a workload's server is started with, one each: `innodb_io_capacity=2000`; of two with the same
 * name the more specific one.
 */
export function serverOptionsOf(workload: Workload): readonly string[] {
  const pool = numberOf(workload, 'buffer_pool_size')
  const isPostgres = textOf(workload, 'server') === 'postgresql'
  const poolOption = isPostgres
    ? `shared_buffers=${String(Math.floor((pool ?? 0) / 8192))}`
    : `innodb_buffer_pool_size=${String(pool)}`
  const all = [
    // Bypasses the page cache, which older servers do not do by default.
    ...(isPostgres ? [] : ['innodb_flush_method=O_DIRECT']),
    ...words(textOf(workload, 'server_options')),
    ...serverOptions.flatMap(({ name }) =>
      workload[name] === undefined ? [] : [`${name}=${String(workload[name])}`],
    ),
    ...(pool === undefined ? [] : [poolOption]),
    ...readConfiguration(textOf(workload, 'configuration')).options,
  ]
  return [...new Map(all.map((one) => [one.split('=', 1)[0], one])).values()].sort()
}

/** The command lines of a tool to load the database and to measure, starting with its name. */
export interface DatabaseTool {
  readonly load: readonly string[]
  readonly measure: readonly string[]
}

/** The user's own server that a workload names; undefined if it has a private one. */
export function ownServerOf(
  workload: Workload,
): { readonly address: string; readonly account: string } | undefined {
  const address = textOf(workload, 'server_address')
  return address === '' ? undefined : { address, account: textOf(workload, 'server_account') }
}

/**
 * `layout` loads a server's data, a run restores it, starts the server with the options of its case, measures and
 * stops it. Throws a RangeError for an unusable request.
 */
export function databaseSteps(request: CommandRequest, tool: DatabaseTool): EngineSteps {
  const { workload, dataFile, phase, preparation } = request
  if (ownServerOf(workload)) return ownServerSteps(request, tool)
  if (dataFile === undefined) throw new RangeError('The database needs a folder for its data.')
  if (phase === 'prepare' && !(preparation && runsCases(preparation.step)))
    throw new RangeError('Only workloads can prepare the target of a database.')
  const process = (action: string, ...args: readonly string[]): Process => ({
    program: 'sh',
    args: ['database.sh', action, ...serverOf(workload), dataFile, ...args],
  })
  if (phase === 'layout')
    return {
      files: filesOf(serverOptionsOf(workload).filter((one) => one.startsWith('innodb_page_size='))),
      steps: [
        {
          kind: 'layout',
          processes: [{ ...process('load', ...tool.load), prints: outputFile }],
          outputs: [outputFile],
        },
      ],
    }
  const warmUp = String(numberOf(workload, 'ramp_time') ?? 0)
  return {
    files: filesOf(serverOptionsOf(workload)),
    steps: [
      { kind: 'prepare', processes: [process('restore')], outputs: [restoredFile] },
      {
        kind: 'measure',
        processes: [{ ...process('measure', warmUp, ...tool.measure), prints: outputFile }],
        outputs: [outputFile, startedFile, ...statusFiles, variablesFile, serverFile, dataSizeFile],
      },
    ],
  }
}

/** A run on the user's own server: it creates a schema, loads it, measures, and drops it however the run ended. */
function ownServerSteps(request: CommandRequest, { load, measure }: DatabaseTool): EngineSteps {
  const { workload, phase, preparation } = request
  if (phase !== 'measure' && !(preparation && runsCases(preparation.step)))
    throw new RangeError('Only workloads can prepare your own server.')
  const process = (action: string, ...args: readonly string[]): Process => ({
    program: 'sh',
    args: ['database.sh', ...ownServerArgs(action, request), ...args],
  })
  const warmUp = String(numberOf(workload, 'ramp_time') ?? 0)
  return {
    files: ownServerFiles(request),
    steps: [
      { kind: 'prepare', processes: [process('own-load', ...load)], outputs: [] },
      {
        kind: 'measure',
        processes: [{ ...process('own-measure', warmUp, ...measure), prints: outputFile }],
        outputs: [outputFile, startedFile, ...statusFiles, variablesFile, serverFile, dataSizeFile],
      },
      { kind: 'gather', processes: [process('own-drop')], outputs: [leftSchemaFile] },
    ],
  }
}

function ownServerArgs(action: string, { workload, runName }: CommandRequest): readonly string[] {
  const { address, account } = ownServerOf(workload) ?? { address: '', account: '' }
  const isSocket = address.startsWith('/')
  const [, host = '', port = '3306'] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(address) ?? []
  // All runs of a campaign have the same name except for their number.
  const campaign = runName.replace(/-[^-]*$/, '')
  // The client library takes `localhost` to mean the socket of the machine's own server.
  const where = isSocket ? [address, ''] : [host === 'localhost' ? '127.0.0.1' : host, port]
  return [action, textOf(workload, 'server'), ...where, account, campaign]
}

function ownServerFiles({ password }: CommandRequest): readonly RunFile[] {
  return [
    { name: 'database.sh', text: database, isOurs: true },
    // Not recorded, like a script of the app.
    ...(password === undefined ? [] : [{ name: 'server-login', text: `${password}\n`, isOurs: true }]),
  ]
}

/** Checks, before anything starts, that the server on the host knows every option, or that the user's own server knows the account. */
export function checkCommand(request: CommandRequest): EngineCommand {
  const { workload } = request
  if (ownServerOf(workload)) {
    const args = ['database.sh', ...ownServerArgs('own-check', request)]
    return { program: 'sh', args, files: ownServerFiles(request) }
  }
  const files = filesOf(serverOptionsOf(workload))
  return { program: 'sh', args: ['database.sh', 'check', textOf(workload, 'server')], files }
}

function serverOf(workload: Workload): readonly string[] {
  return [textOf(workload, 'server'), textOf(workload, 'data_between_runs') === 'keep' ? 'yes' : 'no']
}

function filesOf(options: readonly string[]): readonly RunFile[] {
  return [
    { name: 'database.sh', text: database, isOurs: true },
    { name: 'server-options', text: options.map((one) => `${one}\n`).join('') },
  ]
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
