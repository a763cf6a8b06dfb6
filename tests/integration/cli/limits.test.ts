import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { readingArguments } from '../../cli/reading-arguments'

const folder = mkdtempSync(join(tmpdir(), 'bw-limits-'))
const review = join(folder, 'review.benchwright')
const plan = join(folder, 'plan.json')
const env = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
beforeAll(() => {
  mkdirSync(join(folder, 'target'))
  createReview(review).close()
  const made = ['plan', 'new', '--template', 'quick-look', '--target', join(folder, 'target'), '--out', plan]
  execFileSync(process.execPath, ['app/dist/cli.js', ...made, '--size', '1M', '--runtime', '1s'], { env })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command line under a limit of the shell; `ended`: its exit status, or the signal of the time limit. */
function limited(limit: string, environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const script = `${limit}; exec "$0" app/dist/cli.js "$@"`
  const { status, signal, stderr } = spawnSync('sh', ['-c', script, process.execPath, ...args], {
    env: environment,
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGINT',
  })
  return { ended: status ?? signal, said: stderr }
}

it.each([21, 22, 23, 24, 25, 26])('with %i descriptors names the limit and the remedy', (count) => {
  const { ended, said } = limited(`ulimit -n ${String(count)}`, env, 'plan', 'check', plan)
  expect(said).not.toMatch(/node:|Cannot read|^ +at /m)
  if (count > 21 && count < 26)
    expect(said).toMatch(/may open no further files\.\n {2}Raise its limit .*ulimit -n/)
  expect(ended).not.toBe(0)
})

it('names a limit on the size of files that keeps a results file from growing', () => {
  const { ended, said } = limited(
    'ulimit -f 64',
    env,
    'run',
    plan,
    '--into',
    join(folder, 'small.benchwright'),
  )
  expect(said).toMatch(/small\.benchwright cannot grow: .* no file larger than 32\sKiB \('ulimit -f'\)/)
  expect(ended).not.toBe(0)
})

it.runIf(process.platform === 'linux')('ends with a state folder that cannot be created', () => {
  const strange = { ...process.env, XDG_STATE_HOME: '/proc/x', BENCHWRIGHT_STATE: undefined }
  const { ended } = limited(':', strange, 'shelf', 'index', folder)
  expect(ended).not.toBe('SIGINT')
})

const pipe = join(folder, 'pipe')
const reads = readingArguments(folder, review)
/** These are read as they come, as from a pipe of the shell; Ctrl-C ends the wait. */
const waiting = ['plan check', 'plan show', 'calibrate', 'run', 'scorecard import']

/** The command line, interrupted as by Ctrl-C once it has the pipe open. */
async function interrupted(...args: readonly string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], { env, stdio: 'pipe' })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = once(child, 'close')
  const files = `/proc/${String(child.pid)}/fd`
  await vi.waitFor(() => {
    if (child.exitCode !== null || !existsSync(files)) return
    const open = readdirSync(files).map((name) => readlinkSync(join(files, name)))
    expect(open).toContain(pipe)
  })
  child.kill('SIGINT')
  await closed
  return { ended: child.exitCode ?? child.signalCode, said }
}

it.each(Object.keys(reads))('does not wait for ever for a pipe given as a file: %s', async (name) => {
  if (!existsSync(pipe)) execFileSync('mkfifo', [pipe])
  for (const given of reads[name]?.(pipe) ?? []) {
    const isAwaited = waiting.includes(name)
    const words = [...name.split(' '), ...given]
    const { ended, said } = isAwaited ? await interrupted(...words) : limited(':', env, ...words)
    expect(said, given.join(' ')).toContain(pipe)
    expect(said).not.toMatch(/node:|^ +at |\bE[A-Z]{3,}\b/m)
    if (isAwaited) expect(said).toContain('waiting for its content was given up')
    expect([1, 2]).toContain(ended)
  }
})

it('refuses a plan whose machine cannot hold the files of runs, before anything is stored', () => {
  const inWay = join(folder, 'in-way')
  writeFileSync(inWay, '')
  const strange = { ...env, BENCHWRIGHT_STATE: join(inWay, 'state'), HOME: folder }
  const into = join(folder, 'refused.benchwright')
  for (const [status, ...words] of [
    [1, 'plan', 'check', plan],
    [2, 'run', plan, '--into', into],
  ] as const) {
    const { ended, said } = limited(':', strange, ...words)
    expect(said).toContain(`The folder of runs on ${hostname()}, ${inWay}/state/runs, cannot be written`)
    expect(said).toContain('start Benchwright with BENCHWRIGHT_STATE set to another folder')
    expect(ended).toBe(status)
  }
  const { said } = limited(':', env, 'show', into)
  expect(said).toBe('')
  expect(limited(':', env, 'resume', into).said).toContain('no campaign')
})
