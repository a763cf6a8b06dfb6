import { readShelf, type Shelf } from '../../bench/shelf/shelf'
import { dateOf, searchShelf, type ShelfEntry } from '../../core/results/shelf'
import { counted, formatCount } from '../../core/units/number-format'
import {
  CommandError,
  exitStatus,
  printJson,
  type Command,
  type CommandContext,
  type ExitStatus,
  type ParsedCommand,
} from '../command'
import { textTable } from '../output'

export const shelfIndex: Command = {
  words: ['shelf', 'index'],
  positionals: ['FOLDER'],
  summary: 'Read the results files of a folder that are new or changed, and report which cannot be read.',
  options: {},
  async run(parsed, context) {
    const shelf = await openShelf(parsed, context)
    const campaigns = shelf.files.reduce((sum, file) => sum + file.campaigns.length, 0)
    if (parsed.json) printJson(context, { ...overview(shelf), campaigns, read: shelf.read })
    else {
      const { problems } = overview(shelf)
      const unread = problems.length - shelf.unreadFolders.length
      context.stdout.line(
        `${shelf.folder}: ${counted(shelf.files.length, 'file')}, ${counted(campaigns, 'campaign')}; ${counted(shelf.read - unread, 'file')} new or changed, ${formatCount(problems.length)} not readable.`,
      )
    }
    return statusOf(shelf, parsed, context)
  },
}

export const shelfList: Command = {
  words: ['shelf', 'list'],
  positionals: ['FOLDER'],
  summary: 'List the campaigns of all results files in a folder.',
  options: {},
  run: (parsed, context) => listEntries(parsed, context, []),
}

export const shelfSearch: Command = {
  words: ['shelf', 'search'],
  positionals: ['FOLDER', 'WORD…'],
  summary:
    'List the campaigns in which every word is found: device, plan, configuration, engine, test, metric, host, date, file.',
  options: {},
  run: (parsed, context) => {
    const [, ...words] = parsed.positionals
    if (words.length === 0)
      throw new CommandError('shelf search: no word to look for.', 'Name one, e.g. a device.')
    return listEntries(parsed, context, words)
  },
}

async function listEntries(
  parsed: ParsedCommand,
  context: CommandContext,
  words: readonly string[],
): Promise<ExitStatus> {
  const shelf = await openShelf(parsed, context)
  const entries = searchShelf(shelf, words)
  if (parsed.json)
    printJson(context, {
      ...overview(shelf),
      campaigns: entries.map(({ file, campaign }) => ({ file: file.path, ...campaign })),
    })
  else if (entries.length === 0) context.stdout.line(`${shelf.folder}: no campaign is found.`)
  else {
    const header = ['device', 'campaign', 'configuration', 'engine', 'date', 'results', 'file', 'id']
    await context.stdout.stream('lines', textTable(header, entries.map(rowOf)))
  }
  return statusOf(shelf, parsed, context)
}

function rowOf({ file, campaign }: ShelfEntry): readonly string[] {
  const { device, name, configuration, engine, runs, publishedResults, id } = campaign
  const results = runs > 0 ? counted(runs, 'run') : `${formatCount(publishedResults)} printed`
  const date = dateOf(campaign) ?? ''
  return [device, name, configuration, engine, date, results, file.path, String(id)]
}

function openShelf(parsed: ParsedCommand, { signal }: CommandContext): Promise<Shelf> {
  return readShelf(parsed.positionals[0] ?? '', { signal })
}

function overview({ folder, files, unreadFolders }: Shelf) {
  const problems = [...unreadFolders, ...files].flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ file: path, problem }],
  )
  return { folder, files: files.length, problems }
}

/** Files and folders that could not be read are reported; the others are listed anyway. */
function statusOf(shelf: Shelf, parsed: ParsedCommand, context: CommandContext): ExitStatus {
  const { problems } = overview(shelf)
  if (!parsed.json) for (const { problem } of problems) context.stderr.line(`not read: ${problem}`)
  return problems.length === 0 ? exitStatus.done : exitStatus.failed
}
