import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { openReview } from '../../../src/bench/store/open-review'
import { check } from '../../../src/cli/commands/check'
import { compare } from '../../../src/cli/commands/compare'
import { exportCommand } from '../../../src/cli/commands/export'
import { show } from '../../../src/cli/commands/show'
import { table } from '../../../src/cli/commands/table'
import { runCommand } from '../../../src/cli/run-command'

// Started by mutated-files.test.ts: for each path on standard input it runs every command that reads and every method of
// the store that does, and answers one line of JSON: what was read, and what the check found.

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
    said += `${command.words.join(' ')} ${status}\n${stdout.text}${status === 0 ? '' : stderr.text}\n`
  }
  return said
}

function readByStore(path: string): string {
  const said: string[] = []
  const attempt = (work: () => unknown) => {
    try {
      said.push(JSON.stringify([work()]))
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'TypeError' || error.name === 'ReferenceError')
        throw error
      said.push(`refused: ${error.message}`)
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

async function findingsOf(path: string): Promise<string> {
  const [stdout, stderr] = [new Capture(), new Capture()]
  const surroundings = { stdout, stderr, signal: new AbortController().signal, ask: undefined }
  const status = await runCommand([check], ['check', path], surroundings, '0')
  return status === 0 ? '' : stdout.text + stderr.text
}

async function main(): Promise<void> {
  for await (const path of createInterface({ input: process.stdin })) {
    const read = (await readByCommand(path)) + readByStore(path)
    process.stdout.write(`${JSON.stringify({ read, findings: await findingsOf(path) })}\n`)
  }
}

void main()
