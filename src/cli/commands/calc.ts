import { readPublishedTables } from '../../bench/published-tables'
import { readTextFile } from '../../bench/transfer/read-text-file'
import { calculate } from '../../core/statistics/calc/calculate'
import { readCalcCases } from '../../core/statistics/calc/calc-case'
import { CommandError, exitStatus, printJson, type Command } from '../command'
import { codeOf } from '../plan-file'

const shape = 'Give {"cases": [{"id": …, "method": …, "inputs": {…}}]}.'

export const calc: Command = {
  words: ['calc'],
  positionals: ['CASES.json'],
  summary:
    'Answer cases of the statistics by method: {"cases": [{"id", "method", "inputs"}]} in, results as JSON out.',
  options: {},
  async run(parsed, context) {
    const file = parsed.positionals[0] ?? ''
    const document = readCalcCases(await readJson(file, context.signal))
    if ('problem' in document) throw new CommandError(`${file}: ${document.problem}`, shape)
    const answers = calculate(document.cases, readPublishedTables())
    printJson(context, answers)
    const errors = answers.results.flatMap((answer) => ('error' in answer ? [answer.error] : []))
    for (const { message, remedy } of errors) {
      context.stderr.line(`${file}: ${message}.`)
      context.stderr.line(`  ${remedy}`)
    }
    return errors.length > 0 ? exitStatus.failed : exitStatus.done
  },
}

async function readJson(file: string, signal: AbortSignal): Promise<unknown> {
  let text: string
  try {
    text = await readTextFile(file, signal)
  } catch (error) {
    throw new CommandError(`${file}: the cases cannot be read (${codeOf(error)}).`, 'Check the path.')
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${file}: that is not valid JSON (${reason}).`, shape)
  }
}
