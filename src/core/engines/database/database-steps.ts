import type { Workload } from '../../plan/plan'
import { readConfiguration } from '../../plan/server-configuration'
import type { CommandRequest } from '../engine'
import { runsCases } from '../preparation/prepared-workload'
import { startedFile } from '../printed/observations'
import type { EngineCommand, EngineSteps, Process, RunFile } from '../steps'
import { numberOf, serverOptions, textOf } from './database-fields'
import database from './database.sh'

/** Names of the outputs within the run directory. */
export const outputFile = 'output.txt'
export const statusFiles = ['status-before.txt', 'status-after.txt'] as const
const variablesFile = 'variables.txt'
const serverFile = 'server.txt'
/** Says how the data came to be what the run began with: `reflink`, `copy` or `kept`. */
const restoredFile = 'restored.txt'
export const dataSizeFile = 'data-kib.txt'
/** Names a schema that could not be dropped. */
export const leftSchemaFile = 'left-schema.txt'

/** What the folders of the data begin with: 0 is worked on, 1 is the copy that runs begin with. */
export const dataPrefix = 'bw-database.'

/** What the server of a workload is started with, one option each: `innodb_io_capacity=2000`; of two with the same name the more special one. */
export function serverOptionsOf(workload: Workload): readonly string[] {
  const pool = numberOf(workload, 'buffer_pool_size')
  const isPostgres = textOf(workload, 'server') === 'postgresql'
  const poolOption = isPostgres
    ? `shared_buffers=${String(Math.floor((pool ?? 0) / 8192))}`
    : `innodb_buffer_pool_size=${String(pool)}`
  const all = [
    // Out of the page cache; older servers do not do so by themselves.
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

/** What a tool is called with to load the database and to measure, its own name first. */
export interface DatabaseTool {
  readonly load: readonly string[]
  readonly measure: readonly string[]
}

/** The person's own server that a workload names; undefined if it has a private one. */
export function ownServerOf(
  workload: Workload,
): { readonly address: string; readonly account: string } | undefined {
  const address = textOf(workload, 'server_address')
  return address === '' ? undefined : { address, account: textOf(workload, 'server_account') }
}

/**
 * `layout` loads a server's data, a run restores it, starts the server with the options of its case, measures and stops
 * it. Throws a RangeError for a request it can make nothing of.
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

/** A run on the person's own server: it makes a schema, loads it, measures, and drops it whatever became of the run. */
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
  // All runs of a campaign have the same name but for their number.
  const campaign = runName.replace(/-[^-]*$/, '')
  // The client library takes `localhost` for the socket of the machine's own server.
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

/** Asks the server on the host whether it knows every option, or an own one whether it knows the account, before anything starts. */
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
