import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { finish } from '../../src/core/iterables'
import { createReview } from '../../src/bench/store/create-review'
import type { ReviewWriter } from '../../src/bench/store/review-store'
import { commands } from '../../src/cli/commands'
import { newPlan } from '../../src/core/plan/edit-plan'
import { editFile } from '../bench/store/edit-file'
import { sampleImport, samplePublication } from '../bench/store/sample-import'
import { sampleCampaign, samplePlan, sampleResult, sampleStart } from '../bench/store/sample-results'
import { runCaptured } from './capture-output'

/**
 * Clears a screen, sets its title, writes to the clipboard, moves the cursor up, reverses the text direction, breaks
 * the line.
 */
const hostile =
  'h\u001b[2J\u001b]0;t\u0007\u001b]52;c;eA==\u001b\\\u009b1A\u202ee\u2066x\u061c\u200f\u2028y\r\n\u0008\u007f'
/** Everything that a terminal acts upon, except line ends. */
const acting =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/

const folder = mkdtempSync(join(tmpdir(), 'bw-hostile-names-'))
/** No slash and no NUL: the rest may be in the name of a file. */
const inside = join(folder, hostile)
const results = join(inside, `${hostile}.benchwright`)
const edited = join(inside, `edited ${hostile}.benchwright`)
const plan = join(inside, `${hostile}.json`)
const badPlan = join(inside, `bad ${hostile}.json`)
const table = join(inside, `table ${hostile}.csv`)
const output = join(inside, `fio ${hostile}.json`)

const plans = {
  ...samplePlan,
  name: hostile,
  notes: hostile,
  target: { kind: 'folder' as const, path: `/${hostile}` },
}

/** Hostile text in every field that may contain text in a file. */
function fill(review: ReviewWriter): void {
  review.savePlan(plans)
  const campaignId = review.createCampaign({
    ...sampleCampaign(plans, hostile),
    hostName: hostile,
    dataFile: `/${hostile}`,
  })
  const [layout, first, second, third] = review.runs(campaignId).map(({ id }) => id)
  for (const id of [layout, first, second]) {
    review.startRun(id ?? 0, { ...sampleStart, runDirectory: `/${hostile}` })
    review.finishRuns([
      [
        id ?? 0,
        {
          ...sampleResult(1000 + (id ?? 0)),
          engineVersion: hostile,
          warnings: [{ class: 'qualifies', id: 'short-runtime', text: hostile }],
          observations: sampleResult().observations.map((one) => ({ ...one, test: hostile })),
        },
      ],
    ])
  }
  const failure = { id: 'script-failed', text: hostile, remedy: hostile }
  review.finishRuns([[third ?? 0, { ...sampleResult(), state: 'failed', observations: [], failure }]])
  review.excludeRun(first ?? 0, hostile)
  review.appendLog(campaignId, { atMs: 1_700_000_000_000, level: 'error', text: hostile })
  review.setCampaignState(campaignId, 'interrupted')
  const imported = sampleImport()
  const published = samplePublication()
  finish(
    review.importCampaigns([
      {
        ...imported,
        configuration: hostile,
        hostRecord: { name: hostile, device: { name: hostile }, raw: {} },
      },
      {
        ...published,
        configuration: hostile,
        published: published.published.map((one) => ({ ...one, note: hostile })),
      },
    ]),
  )
  const settings = { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' } as const
  review.saveFigure({ name: hostile, settings })
}

/** The same text after all text already in the file, as far as the file allows changes. */
function addEverywhere(path: string): void {
  editFile(path, (database) => {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    for (const { name } of names as { name: string }[])
      for (const { name: column } of database.prepare(`PRAGMA table_info("${name}")`).all() as {
        name: string
      }[])
        try {
          database
            .prepare(`UPDATE "${name}" SET "${column}" = "${column}" || ? WHERE typeof("${column}") = 'text'`)
            .run(hostile)
        } catch {
          // A value that the schema rejects.
        }
  })
}

const useOwnFolders = () => {
  vi.stubEnv('BENCHWRIGHT_SETTINGS', join(folder, 'settings'))
  vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
}
beforeEach(useOwnFolders)
beforeAll(() => {
  useOwnFolders()
  mkdirSync(inside)
  for (const path of [results, edited]) {
    const review = createReview(path)
    fill(review)
    review.close()
  }
  addEverywhere(edited)
  const target = { kind: 'folder' as const, path: join(folder, `gone ${hostile}`) }
  writeFileSync(
    plan,
    JSON.stringify(newPlan({ id: 'p', seed: 1, target }, { name: hostile, notes: hostile })),
  )
  writeFileSync(
    badPlan,
    JSON.stringify({ ...plans, [hostile]: hostile, engine: hostile, repetitions: hostile }),
  )
  writeFileSync(table, `${hostile.replace(/\r\n/, '')},iops\n${hostile.replace(/\r\n/, '')},nothing\n`)
  writeFileSync(output, JSON.stringify({ 'fio version': hostile, jobs: [{ jobname: hostile, error: 0 }] }))
  vi.unstubAllEnvs()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const sides = ['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--metric', 'all']
const both = (...args: readonly string[]) => [results, edited].map((file) => [file, ...args])

/** How each command is called, by its words; `--json` is tried as well. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'plan new': [
    ['--template', hostile],
    ['--template', 'mix-sweep', '--target', hostile, '--name', hostile],
    ['--set', hostile],
  ],
  'plan check': [[plan], [badPlan], [hostile]],
  'plan show': [[plan], [badPlan]],
  calibrate: [
    [badPlan],
    ['--engine', hostile],
    ['--engine', 'fio', '--target', join(folder, hostile, 'gone')],
  ],
  run: [
    [plan, '--into', results],
    [badPlan, '--into', results],
    [plan, '--into', edited, '--configuration', hostile],
    [plan, '--into', join(folder, 'gone', hostile)],
  ],
  'add-runs': [...both('--runs', '1'), ...both('--runs', '1', '--campaign', hostile)],
  resume: [...both(), ...both('--campaign', hostile), ...both('--campaign', '1')],
  'suite list': [[]],
  'suite new': [
    [join(inside, `suite ${hostile}.benchwright`), '--suite', 'quick-look', '--target', hostile],
    [results, '--suite', hostile, '--target', hostile],
    [hostile, '--suite', 'quick-look', '--target', folder, '--size', hostile],
  ],
  'suite run': [[hostile], [results, '--document', hostile]],
  'hosts add': [[hostile], ['me@machine', '--label', hostile]],
  'hosts list': [[]],
  'hosts probe': [[hostile]],
  import: [
    [join(inside, `new ${hostile}.benchwright`), table, output, hostile],
    [results, inside],
    [hostile, table],
    [results, table, '--map', hostile],
    [results, table, '--set', hostile],
  ],
  show: both(),
  summary: [...both(), ...both('--campaign', hostile), ...both('--card', hostile)],
  table: [...both(), ...both('--csv')],
  series: [...both('--run', '1'), ...both('--run', hostile), ...both('--run', '1', '--csv')],
  'shelf index': [[folder], [hostile]],
  'shelf list': [[folder], [hostile]],
  'shelf search': [
    [folder, 'bandwidth'],
    [folder, hostile],
  ],
  'device list': both(),
  'device set': [
    [results, hostile, `vendor=${hostile}`],
    [results, 'drive', hostile],
    [hostile, 'drive', 'vendor=x'],
    [results, hostile, '--photo', hostile],
  ],
  'scorecard list': both(),
  'scorecard set': [
    [results, hostile, '--candidates', hostile, '--category', hostile, '--winner', hostile],
    [results, hostile, '--candidates', 'A; B', '--category', hostile, '--text', `A=${hostile}`],
    [results, hostile, '--category', 'x', '--measured', hostile],
    [results, hostile, '--remove'],
    [hostile, 'card', '--candidates', 'A'],
  ],
  'scorecard import': [
    [results, hostile, table],
    [results, 'card', plan],
    [results, 'card', hostile],
    [hostile, 'card', table],
  ],
  take: [
    [join(inside, `taken ${hostile}.benchwright`), '--from', results],
    [join(inside, 'taken.benchwright'), '--from', edited],
    [results, '--from', hostile],
    [hostile, '--from', results],
    [join(inside, 'taken.benchwright'), '--from', results, '--campaign', hostile],
  ],
  copy: [
    [results, '--to', join(inside, `copied ${hostile}.benchwright`)],
    [results, '--to', hostile],
    [hostile, '--to', join(inside, 'copied.benchwright')],
    [edited, '--to', join(inside, 'copied.benchwright'), '--campaign', hostile],
  ],
  compare: [...both(...sides), ...both(...sides, '--csv'), ...both('--baseline', hostile)],
  export: [
    ...both('--figure', 'results-table', '--out', join(inside, `${hostile}.md`)),
    ...both('--figure', hostile, '--out', join(inside, 'x.svg')),
    ...both('--all', '--out', join(inside, `all ${hostile}`)),
  ],
  report: [
    ...both('--out', join(inside, `${hostile}.html`)),
    ...both('--out', join(inside, `${hostile}.md`)),
    ...both('--document', hostile, '--out', join(inside, 'x.tex')),
    ...both('--format', hostile, '--out', hostile),
    [results, '--out', join(inside, `${hostile}.odt`)],
    [edited, '--out', join(inside, `${hostile}.zip`)],
  ],
  check: [...both(), [badPlan], [hostile]],
  guard: [[inside], [hostile], [join('/dev', hostile)]],
  open: [[hostile], [results]],
  demo: [
    ['--out', join(plan, 'below a file')],
    ['--target', join(folder, 'gone', hostile), '--out', inside],
  ],
}

describe('text from files, arguments and hosts', () => {
  it('is tried with every command', () => {
    expect(Object.keys(calls).sort()).toEqual(commands.map(({ words }) => words.join(' ')).sort())
  })

  it.each(commands.map((command) => [command.words.join(' '), command] as const))(
    'does nothing to a terminal: %s',
    async (words, command) => {
      let printed = 0
      for (const args of calls[words] ?? [])
        for (const more of [[], ['--json']]) {
          const { stdout, stderr } = await runCaptured(command, ...args, ...more)
          for (const text of [stdout, stderr])
            expect(acting.exec(text)?.[0], text.slice(0, 2000)).toBeUndefined()
          printed += stdout.length + stderr.length
        }
      expect(printed).toBeGreaterThan(0)
    },
  )

  it.each(['show', 'table', 'compare', 'resume'])(
    'is shown without control characters: %s',
    async (words) => {
      const command = commands.find((one) => one.words.join(' ') === words)
      if (!command) throw new Error(words)
      const { stdout, stderr } = await runCaptured(command, ...(calls[words]?.[0] ?? []))
      expect(stdout + stderr).toContain('h [2J ]0;t ]52;c;eA== \\ 1Aex')
    },
  )
})
