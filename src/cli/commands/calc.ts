import { calculate } from '../../core/statistics/calc/calculate'
import { readCalcCases } from '../../core/statistics/calc/calc-case'
import { type Command, CommandError, exitStatus, printJson } from '../command'
import { readNamedFile } from '../plan-file'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourcePath } from '../../bench/resources'

const shape = 'Give {"cases": [{"id": …, "method": …, "inputs": {…}}]}.'

export const calc: Command = {
  words: ['calc'],
  positionals: ['CASES.json'],
  summary:
    'Answer cases of the statistics by method: {"cases": [{"id", "method", "inputs"}]} in, results as JSON out.',
  options: {},
  endsAtOnce: true,
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const document = readCalcCases(await readJson(file, context.signal))
    if ('problem' in document) throw new CommandError(`${file}: ${document.problem}`, shape)
    const { results } = calculate(document.cases, readPublishedTables())
    printJson(context, { results })
    const errors = results.flatMap((answer) => ('error' in answer ? [answer.error] : []))
    for (const { message, remedy } of errors) {
      context.stderr.line(`${file}: ${message}.`)
      context.stderr.line(`  ${remedy}`)
    }
    return errors.length > 0 ? exitStatus.failed : exitStatus.done
  },
}

async function readJson(file: string, signal: AbortSignal): Promise<unknown> {
  const text = await readNamedFile(file, 'the cases', 'Check the path.', signal)
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${file}: that is not valid JSON (${reason}).`, shape)
  }
}

/** The texts of the published tables that come with the program, by file name. */
function readPublishedTables(): Readonly<Record<string, string>> {
  const folder = resourcePath('published')
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
