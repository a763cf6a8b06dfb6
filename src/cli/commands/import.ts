import { createReview } from '../../bench/store/create-review'
import { openReview } from '../../bench/store/open-review'
import { knownIn, storeImports } from '../../bench/import/import-files'
import type { ImportAnswers, ImportOptions } from '../../bench/import/import-options'
import { readImports, type ReadImports } from '../../bench/import/read-imports'
import {
  driveRuleText,
  openUnitTexts,
  type FileUnits,
  type ImportReport,
  type SkippedSource,
  isMissingResult,
} from '../../core/contract/import-requests'
import { openUnits, type OpenUnit } from '../../core/engines/foreign/foreign-output'
import { parseCellLevel } from '../../core/results/published/cell-level'
import { roleForms } from '../../core/results/published/parse-mapping'
import { counted, formatCount } from '../../core/units/number-format'
import {
  CommandError,
  exitStatus,
  numberOption,
  printJson,
  type Command,
  type CommandContext,
  type ExitStatus,
  type ParsedCommand,
} from '../command'
import { openForWriting } from '../../bench/store/open-review'
import { checkNewName } from '../with-review'
import { existsSync, rmSync } from 'node:fs'

/** What an import added and what it left out, file by file, for the terminal. */
function importLines(file: string, report: ImportReport): readonly string[] {
  const lines = report.taken.map(
    ({ path, what, runs, publishedResults }) =>
      `took     ${path}: ${[what, amount(runs, publishedResults)].filter((part) => part !== '').join(', ')}`,
  )
  // A folder of results contains many other files; they are counted, not listed.
  const others = report.skipped.filter(({ kind }) => kind === 'unknown')
  const listed = others.length > 5 ? report.skipped.filter(({ kind }) => kind !== 'unknown') : report.skipped
  for (const one of listed) lines.push(skippedLine(one))
  if (others.length > 5) lines.push(`skipped  ${formatCount(others.length)} files that hold no results.`)
  for (const campaign of report.campaigns) {
    const label = [campaign.configuration, campaign.device].filter((part) => part !== '').join(', ')
    lines.push(
      `${file}: "${campaign.name}"${label === '' ? '' : ` (${label})`}: ${amount(campaign.runs, campaign.publishedResults)} (--campaign ${campaign.id})`,
    )
  }
  const rule = driveRuleText(report.toldApartBy)
  if (rule !== '')
    lines.push(
      `${rule} If they are of one drive, import them with --device-from NAME; --device-from folder and --device-from file name drives after folders and files.`,
    )
  if (report.campaigns.length === 0)
    lines.push(`${file}: nothing was imported. 'benchwright import --help' names what is read.`)
  return lines
}

function columnLines(taken: ImportReport['taken']): readonly string[] {
  return taken.flatMap(({ path, columns = [] }) =>
    columns.map(({ column, holds }) => `column   ${path}, ${column}: ${holds}`),
  )
}

function skippedLine({ path, part, kind, reason, column }: SkippedSource): string {
  const line = `skipped  ${path}${part === '' ? '' : `, ${part}`}: ${reason}`
  // A heading with “=” is named by its position.
  const named = part.includes('=') && column !== undefined ? `#${column}` : part
  if (kind === 'left-columns')
    return `${line} Say what each holds with --map COLUMN=ROLE, or leave it out with --map COLUMN=ignore. ${byPosition}`
  if (kind === 'open-column')
    return `${line} Say what it holds, with --map '${named}=mean:METRIC:UNIT', or leave it out with --map '${named}=ignore'.`
  if (kind === 'open-unit') return `${line} Say which with --unit kB/s, --unit ops/s or --unit us/op.`
  if (kind === 'no-test') return `${line} Name it with --test, for example --test random-write.`
  if (kind !== 'ambiguous') return line
  return `${line} Say which is its decimal mark: --numbers '${named}=point' or --numbers '${named}=comma'.`
}

const byPosition =
  'COLUMN is the heading, or its position as #3; a heading with “=” is named by its position.'

function amount(runs: number, publishedResults: number): string {
  const parts = [
    runs > 0 ? counted(runs, 'run') : '',
    publishedResults > 0 ? counted(publishedResults, 'published result') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

export const importCommand: Command = {
  words: ['import'],
  positionals: ['FILE.benchwright', 'PATH…'],
  summary:
    'Take results of other programs into a results file: output of fio, IOzone, sysbench, TPC-C programs, CrystalDiskMark, KDiskMark, AS SSD, diskspd, elbencho, vdbench, Phoronix, ezFIO and TKperf, and printed tables (CSV). PATH is a file or a folder.',
  options: {
    configuration: { value: 'NAME', help: 'What was measured, e.g. "kernel 6.18".' },
    device: { value: 'NAME', help: 'The drive of all files.' },
    'device-from': {
      value: 'folder|file|NAME',
      help: 'What names the drives: each folder is one, each file is one, or all are NAME; default: as the files say, and folder or file where they do not.',
    },
    unit: {
      value: openUnits.join('|'),
      help: 'The unit of files of IOzone that do not state theirs.',
    },
    name: { value: 'TEXT', help: 'Name of the campaign; default: the name of the file or folder.' },
    map: {
      value: 'COLUMN=ROLE',
      multiple: true,
      help: `What a column of a table holds: ${roleForms}. ${byPosition}`,
    },
    numbers: {
      value: '[COLUMN=]point|comma',
      multiple: true,
      help: 'The decimal mark of a table, or of one of its columns, if its cells are ambiguous (22.000).',
    },
    test: { value: 'NAME', help: 'Test of a table that has no column for it, e.g. random-write.' },
    set: {
      value: 'KEY=LEVEL',
      multiple: true,
      help: 'A parameter that is the same in all lines of a table, e.g. block_size=4k.',
    },
    runs: { value: 'N', help: 'Runs behind each mean of a table.' },
    baseline: { value: 'NAME', help: 'The condition that is 0 % in a table of differences.' },
    engine: { value: 'NAME', help: 'Program that produced the results of a table, e.g. iozone.' },
    source: { value: 'TEXT', help: 'Where a table was published.' },
    note: { value: 'TEXT', help: 'What a reader should know about a table.' },
  },
  async run(parsed, context) {
    const [file = '', ...paths] = parsed.positionals
    const options = readOptions(parsed)
    // Before anything is stored: a column taken for another quantity is seen while it can still be stopped.
    const announce = (taken: ImportReport['taken']) => {
      if (!parsed.json) for (const line of columnLines(taken)) context.stdout.line(line)
    }
    const before: BeforeStoring = async (read) => {
      announce(read.taken)
      return parsed.json ? read : askAbout(read, context)
    }
    const report = existsSync(file)
      ? await importInto(file, paths, options, before, context.signal)
      : await importIntoNew(file, paths, options, before, context.signal)
    if (parsed.json) printJson(context, { file, ...report })
    else for (const line of importLines(file, report)) context.stdout.line(line)
    return statusOf(report)
  },
}

/** What happens between reading and storing. */
type BeforeStoring = (read: ReadImports) => Promise<ReadImports>

/** Asking for more drives one by one is no help; --device-from is. */
const mostAsked = 12

/** Asks the person at the terminal for what the files do not say; without one, nothing changes. */
async function askAbout(read: ReadImports, context: CommandContext): Promise<ReadImports> {
  const units = await askUnits(read, context)
  const drives = await askDrives(read, context)
  return read.answered && (units ?? drives)
    ? read.answered({ ...(units && { units }), ...(drives && { drives }) })
    : read
}

async function askUnits(
  { asksUnits = [] }: ReadImports,
  { ask, stderr }: CommandContext,
): Promise<FileUnits | undefined> {
  if (!ask || asksUnits.length === 0 || asksUnits.length > mostAsked) return undefined
  stderr.line('Numbers without a stated unit. An empty answer leaves the file out.')
  for (const unit of openUnits) stderr.line(`  ${unit}  ${openUnitTexts[unit]}`)
  const units: Record<string, OpenUnit> = {}
  for (const { path, runs } of asksUnits) {
    let answer = await ask(`${path} (${counted(runs, 'run')}), unit: `)
    while (answer !== undefined && answer.trim() !== '' && !isOpenUnit(answer.trim()))
      answer = await ask(`${openUnits.join(', ')}: `)
    if (answer === undefined) break
    const unit = answer.trim()
    if (isOpenUnit(unit)) units[path] = unit
  }
  return units
}

function isOpenUnit(text: string): text is OpenUnit {
  return openUnits.some((unit) => unit === text)
}

async function askDrives(
  { asks = [] }: ReadImports,
  { ask, stderr }: CommandContext,
): Promise<ImportAnswers['drives']> {
  if (!ask || asks.length === 0 || asks.length > mostAsked) return undefined
  stderr.line('The files do not say which drive they are of. Name each; drives of one name are one.')
  const names: Record<string, string> = {}
  for (const { key, name, files, runs } of asks) {
    const which =
      files.length > 3 ? `${files.slice(0, 2).join(', ')} and ${files.length - 2} more` : files.join(', ')
    const usual = name === '' ? 'not named' : name
    const answer = await ask(`${which} (${counted(runs, 'run')}), drive [${usual}]: `)
    // Whoever ends the input wants no more questions.
    if (answer === undefined) break
    names[key] = answer
  }
  return names
}

function nothingStored({ taken, skipped, close }: ReadImports): ImportReport {
  close()
  return { campaigns: [], taken, skipped }
}

async function importInto(
  file: string,
  paths: readonly string[],
  options: ImportOptions,
  before: BeforeStoring,
  signal: AbortSignal,
): Promise<ImportReport> {
  // Parsed first: a long import must not block the file for others, and an invalid one need not open it for writing.
  const reader = openReview(file, { mode: 'read' })
  const read = await knownIn(reader)
    .then((known) => readImports(paths, options, known, Date.now(), { signal }))
    .finally(() => reader.close())
  const named = await before(read)
  if (named.campaigns.length === 0) return nothingStored(named)
  const review = openForWriting(file)
  try {
    return await storeImports(review, named, { signal })
  } finally {
    review.close()
  }
}

/** The file is created only when there is something to store, and removed if that fails. */
async function importIntoNew(
  file: string,
  paths: readonly string[],
  options: ImportOptions,
  before: BeforeStoring,
  signal: AbortSignal,
): Promise<ImportReport> {
  checkNewName(file, 'The results file comes first, then what is imported into it.')
  const read = await readImports(paths, options, () => undefined, Date.now(), { signal })
  const named = await before(read)
  if (named.campaigns.length === 0) return nothingStored(named)
  const review = createReview(file)
  try {
    return await storeImports(review, named, { signal })
  } catch (error) {
    rmSync(file)
    throw error
  } finally {
    review.close()
  }
}

function readOptions(parsed: ParsedCommand): ImportOptions {
  const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value < 1e9
  return {
    name: parsed.text('name'),
    configuration: parsed.text('configuration'),
    ...drivesFrom(parsed),
    ...unitFrom(parsed),
    table: {
      mappings: parsed.texts('map'),
      numbers: parsed.texts('numbers'),
      test: parsed.text('test'),
      levels: Object.fromEntries(parsed.texts('set').map(readLevel)),
      runs: numberOption(parsed, 'runs', 'a whole number from 1', isCount),
      baseline: parsed.text('baseline'),
      engine: parsed.text('engine'),
      source: parsed.text('source'),
      note: parsed.text('note'),
    },
  }
}

function drivesFrom(parsed: ParsedCommand): Pick<ImportOptions, 'device' | 'deviceFrom'> {
  const [device, from] = [parsed.text('device'), parsed.text('device-from')]
  if (device !== undefined && from !== undefined)
    throw new CommandError('--device and --device-from both name the drive.', 'Give one of them.')
  if (from === 'folder' || from === 'file') return { deviceFrom: from }
  return { device: device ?? from }
}

function unitFrom(parsed: ParsedCommand): Pick<ImportOptions, 'unit'> {
  const unit = parsed.text('unit')
  if (unit === undefined) return {}
  if (isOpenUnit(unit)) return { unit }
  throw new CommandError(`--unit ${unit}: it is none of ${openUnits.join(', ')}.`, 'Give one of them.')
}

function readLevel(text: string): readonly [key: string, level: string | number | boolean] {
  const [, key = '', value = ''] = /^([a-z][a-z0-9_.]{0,63})=(.+)$/.exec(text) ?? []
  const level = key === '' ? undefined : parseCellLevel(value, key)
  if (level?.ok) return [key, level.value]
  throw new CommandError(
    `--set ${text}: ${level?.error ?? 'there is no KEY=LEVEL.'}`,
    'Write it like --set block_size=4k.',
  )
}

/**
 * Something new, or only what already exists: done. A result that could not be imported: failed. Nothing: bad input.
 */
function statusOf({ campaigns, skipped }: ImportReport): ExitStatus {
  const isMissing = skipped.some(isMissingResult)
  if (campaigns.length > 0) return isMissing ? exitStatus.failed : exitStatus.done
  const isKnown = skipped.some(({ kind }) => kind === 'known-already')
  return isKnown && !isMissing ? exitStatus.done : exitStatus.badInput
}
