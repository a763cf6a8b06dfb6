import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { calibrate } from '../../src/cli/commands/calibrate'
import { planCheck } from '../../src/cli/commands/plan/plan-check'
import { planShow } from '../../src/cli/commands/plan/plan-show'
import { run } from '../../src/cli/commands/run'
import { newPlan } from '../../src/core/plan/edit-plan'
import { runCaptured, runSurrounded } from './capture-output'

const folder = mkdtempSync(join(tmpdir(), 'bw-hostile-plans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plan = newPlan({ id: 'p', seed: 1, target: { kind: 'none' } }, { name: 'Hostile' })
const text = (parts: object) => JSON.stringify({ ...plan, ...parts })
const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const levels = (count: number) => Array.from({ length: count }, (_, at) => 4096 * (at + 1))

const plans: readonly [what: string, text: string, expected: RegExp][] = [
  ['two hundred thousand brackets', nested, /not a plan/],
  [
    'brackets in place of the notes',
    text({ notes: 0 }).replace('"notes":0', `"notes":${nested}`),
    /\$\.notes/,
  ],
  ['a __proto__ of its own', text({}).replace(/\}$/, ',"__proto__":{"name":"x"}}'), /\$\.__proto__/],
  [
    'a __proto__ among its parameters',
    text({}).replace('"base":{', '"base":{"__proto__":{"runtime":1},'),
    /\$\.base/,
  ],
  [
    'a million levels',
    text({ axes: [{ key: 'queue_depth', levels: levels(1_000_000) }] }),
    /\$\.axes\[0\]\.levels/,
  ],
  [
    'ten thousand million million cases',
    text({
      axes: ['queue_depth', 'runtime', 'block_size', 'file_size'].map((key) => ({
        key,
        levels: levels(10_000),
      })),
    }),
    /\$\.axes/,
  ],
  ['a name of 5 MB', text({ name: 'x'.repeat(5_000_000) }), /\$\.name/],
  ['70 MB of blanks', `${text({})}${' '.repeat(70_000_000)}`, /larger than 64 MiB/],
]

describe('a plan file with', () => {
  it.each(plans)(
    '%s is refused by every command that accepts one, with its location',
    async (_, content, expected) => {
      const file = join(folder, 'plan.json')
      writeFileSync(file, content)
      for (const [command, ...more] of [
        [planCheck],
        [planShow],
        [run, '--into', join(folder, 'x.benchwright')],
      ] as const) {
        const { status, stderr } = await runCaptured(command, file, ...more)
        expect(status).toBe(2)
        expect(stderr.slice(0, 2000)).toMatch(expected)
        expect(stderr).toContain(file)
      }
      expect('runtime' in {}).toBe(false)
    },
  )

  it.runIf(process.platform === 'linux')(
    'reading a pipe without a writer is cancelled by Ctrl-C',
    async () => {
      const pipe = join(folder, 'silent')
      execFileSync('mkfifo', [pipe])
      for (const [command, ...more] of [
        [planCheck],
        [planShow],
        [calibrate],
        [run, '--into', join(folder, 'x.benchwright')],
      ] as const) {
        const pressed = new AbortController()
        const outcome = runSurrounded(command, { signal: pressed.signal }, pipe, ...more)
        // It can be opened to write from when it is open to read.
        const writer = await vi.waitFor(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
        pressed.abort()
        expect(await outcome).toMatchObject({
          status: 2,
          stderr: expect.stringContaining('waiting for its content was given up') as unknown,
        })
        closeSync(writer)
      }
    },
  )

  it.runIf(process.platform === 'linux')('a pipe is read once somebody writes to it', async () => {
    const pipe = join(folder, 'spoken')
    execFileSync('mkfifo', [pipe])
    const shown = runCaptured(planShow, pipe)
    await Promise.all([writeFile(pipe, text({ name: 'From a pipe' })), shown])
    expect((await shown).stdout).toContain('From a pipe')
  })

  it.runIf(process.platform === 'linux')('endless input is read up to a limit', async () => {
    expect((await runCaptured(planCheck, '/dev/zero')).stderr).toContain('/dev/zero is larger than 64 MiB')
  })
})
