import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-suite-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', 'suite', ...args], {
    env: { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = new Promise<{ status: number | null; printed: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, printed }))
  })
  return { child, ended, printed: () => printed }
}

it('runs the plans of a suite with real fio, continues after Ctrl-C, and leaves a draft of the review', async () => {
  const target = join(folder, 'target')
  mkdirSync(target)
  const file = join(folder, 'drive.benchwright')
  const made = await start(
    ...['new', file, '--suite', 'quick-look', '--target', target],
    ...['--runtime', '1s', '--size', '16M', '--repetitions', '1'],
  ).ended
  expect(made).toMatchObject({ status: 0 })
  expect(made.printed).toMatch(/8 runs, about .* on the target/)

  const first = start('run', file)
  await expect.poll(() => first.printed(), { timeout: 60_000 }).toMatch(/10 %|20 %/)
  first.child.kill('SIGINT')
  expect(await first.ended).toMatchObject({ status: 1 })

  const second = await start('run', file).ended
  expect(second).toMatchObject({ status: 0 })
  expect(second.printed).toMatch(/8 of 8 runs done/)
  expect(readdirSync(target)).toEqual([])

  const review = openReview(file, { mode: 'read' })
  expect(review.campaigns().map(({ state }) => state)).toEqual(['done'])
  const [document] = review.documents.list()
  expect(document?.name).toBe('Drive review')
  expect(review.check()).toEqual([])
  review.close()

  const third = await start('run', file).ended
  expect(third).toMatchObject({ status: 0 })
  expect(third.printed).toMatch(/every plan has been run to its end/)
})

it('names a suite, a target and a file that do not exist', async () => {
  const file = join(folder, 'drive.benchwright')
  expect(await start('new', file, '--suite', 'nightly', '--target', folder).ended).toMatchObject({
    status: 2,
    printed: expect.stringContaining('Choose one of quick-look, full-drive, database.') as unknown,
  })
  expect(await start('new', file, '--suite', 'quick-look').ended).toMatchObject({ status: 2 })
  expect((await start('run', file).ended).status).toBeGreaterThan(0)
  expect(readdirSync(folder).filter((name) => name.endsWith('.benchwright'))).toEqual([])
})
