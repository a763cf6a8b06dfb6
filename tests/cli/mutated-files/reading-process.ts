import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { check, show, table } from '../../../src/cli/commands/show'
import { compare } from '../../../src/cli/commands/compare'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCommand } from '../../../src/cli/run-command'
import { samplePlan } from '../../bench/store/sample-results'

// Started by mutated-files.test.ts: for each path on standard input it runs every command that reads and every method
// of the store that does, and prints one line of JSON: what was read, and what the check found. Then it writes to the
// file.

const sides = ['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--metric', 'all']
const readers = (path: string) => [
  { command: show, args: [path] },
  { command: show, args: [path, '--json'] },
  { command: table, args: [path] },
  { command: table, args: [path, '--json'] },
  { command: table, args: [path, '--csv'] },
  { command: compare, args: [path, ...sides, '--json'] },
  { command: compare, args: [path, ...sides] },
  ...(['csv', 'json', 'md', 'html', 'tex'] as const).map((format) => ({
    command: exportCommand,
    args: [path, '--figure', 'results-table', '--out', `${path}.${format}`, '--json'],
  })),
]

/** Messages of the language and not of the program: an error that was not anticipated. */
const unforeseen =
  /Cannot (read|set|convert|destructure)|is not (a function|iterable|defined)|Maximum call stack|Invalid (string|array) length/

class Capture extends Writable {
  text = ''

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

async function readByCommand(path: string): Promise<string> {
  let said = ''
  for (const { command, args } of readers(path)) {
    const [stdout, stderr] = [new Capture(), new Capture()]
    const surroundings = { stdout, stderr, signal: new AbortController().signal, ask: undefined }
    const status = await runCommand([command], [...command.words, ...args], surroundings, '0')
    if (unforeseen.test(stderr.text)) throw new Error(`${command.words.join(' ')}: ${stderr.text}`)
    said += `${command.words.join(' ')} ${status}\n${stdout.text}${status === 0 ? '' : stderr.text}\n`
  }
  return said
}

/** A fault of the program, which no file may cause. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof Error) || error.name === 'TypeError' || error.name === 'ReferenceError'
}

function readByStore(path: string): string {
  const said: string[] = []
  const attempt = (work: () => unknown) => {
    try {
      said.push(JSON.stringify([work()]))
    } catch (error) {
      if (isOwnFault(error)) throw error
      said.push(`refused: ${error instanceof Error ? error.message : ''}`)
    }
  }
  let review
  try {
    review = openReview(path, { mode: 'read' })
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
  const open = review
  try {
    attempt(() => open.figures())
    attempt(() => open.excludedRuns())
    attempt(() => open.article.presets())
    for (const id of [1, 2, 3, 4]) {
      attempt(() => ({ ...open.campaign(id), log: [] }))
      attempt(() => open.campaignOrigin(id))
      attempt(() => open.published([id]))
      attempt(() => open.calibrations(id))
      attempt(() => open.article.presetPicture(id)?.type)
      attempt(() => Buffer.from(open.importedFile(id) ?? []).toString('hex'))
    }
    for (let id = 1; id <= 12; id++) {
      attempt(() => open.run(id))
      attempt(() => [...open.histograms([id])])
      attempt(() => Buffer.from(open.rawOutput(id, 'out.json') ?? []).toString('hex'))
    }
  } finally {
    open.close()
  }
  return said.join('\n')
}

/** Opens the file to write and changes it, as the window does; refused or done, but the process never ends. */
function writeByStore(path: string): void {
  let review
  try {
    review = openReview(path, { mode: 'write' })
  } catch (error) {
    if (isOwnFault(error)) throw error
    return
  }
  const open = review
  const attempt = (work: (review: ReviewWriter) => unknown) => {
    try {
      if (isWriter(open)) work(open)
    } catch (error) {
      if (isOwnFault(error)) throw error
    }
  }
  attempt((writer) => writer.savePlan({ ...samplePlan, id: 'third', name: 'Third plan' }))
  attempt((writer) => writer.excludeRun(3, 'as tested'))
  attempt((writer) => writer.setRunState(4, 'waiting'))
  attempt((writer) => writer.deleteCampaign(1))
  open.close()
}

async function findingsOf(path: string): Promise<string> {
  const [stdout, stderr] = [new Capture(), new Capture()]
  const surroundings = { stdout, stderr, signal: new AbortController().signal, ask: undefined }
  const status = await runCommand([check], ['check', path], surroundings, '0')
  return status === 0 ? '' : stdout.text + stderr.text
}

async function main(): Promise<void> {
  for await (const path of createInterface({ input: process.stdin })) {
    const read = (await readByCommand(path)) + readByStore(path)
    const findings = await findingsOf(path)
    writeByStore(path)
    process.stdout.write(`${JSON.stringify({ read, findings })}\n`)
  }
}

void main()
