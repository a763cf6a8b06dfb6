import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCases } from './cases'
import { judge } from './judge'

/** The published tables that cases refer to, in the checkout. */
const publishedFolder = join(process.cwd(), 'resources', 'published')
const shape = 'Give {"cases": [{"id": …, "method": …, "inputs": {…}}]}.'

process.exitCode = main(process.argv[2])

/**
 * Prints the answers to the cases of a JSON file. The exit status is 0 if each has a result, 1 if one has an error, which
 * is named on standard error, and 2 if the file holds no cases.
 */
function main(file: string | undefined): number {
  if (file === undefined) return refuse('Name the file of the cases')
  let document: unknown
  try {
    document = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    return refuse(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = readCases(document)
  if ('problem' in read) return refuse(`${file}: ${read.problem}`)
  const { results } = judge(read.cases, publishedTables())
  process.stdout.write(`${JSON.stringify({ results }, null, 2)}\n`)
  const errors = results.flatMap((answer) => ('error' in answer ? [answer.error] : []))
  for (const { message, remedy } of errors) process.stderr.write(`${file}: ${message}.\n  ${remedy}\n`)
  return errors.length > 0 ? 1 : 0
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n  ${shape}\n`)
  return 2
}

/** By file name. */
function publishedTables(): Readonly<Record<string, string>> {
  const files = readdirSync(publishedFolder).filter((file) => file.endsWith('.csv'))
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(publishedFolder, file), 'utf8')]))
}
