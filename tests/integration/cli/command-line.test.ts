import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { quickStart } from '../runner/fio-plan'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the built command as people do; `ended` resolves with what it printed. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], {
    env: { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  return { child, ended, printed: () => stdout + stderr }
}

const benchwright = (...args: string[]) => start(...args).ended
const json = (text: string): unknown => JSON.parse(text)

/** A short mix of two ratios, two runs each, which end once they have gone through a small file. */
async function plan(...options: string[]): Promise<string> {
  const out = join(folder, 'plan.json')
  const made = await benchwright(
    ...['plan', 'new', '--template', 'mix-sweep', '--target', folder, '--out', out],
    ...['--set', 'block_size=4k', '--set', 'read_percent=100,0', '--repetitions', '2'],
    ...['--runtime', '1s', '--size', '1M', '--set', `clocksource=${quickStart.clocksource}`, ...options],
    // That of the other tests.
    ...['--other-load', 'expected'],
  )
  expect(made).toMatchObject({ status: 0, stderr: '' })
  return out
}

describe('the command line with real fio', () => {
  it('keeps with a campaign what the check says against its plan, and prints it when it starts', async () => {
    const file = join(folder, 'review.benchwright')
    const planFile = await plan('--set', 'direct=false')
    const said = 'warning: Without direct I/O, the file is smaller than twice the memory.'
    expect((await benchwright('plan', 'check', planFile)).stdout).toContain(said)
    const ran = await benchwright('run', planFile, '--into', file)
    expect(ran.status).toBe(0)
    expect(ran.stderr).toContain(said)
    const review = openReview(file, { mode: 'read' })
    const log = review.campaigns().flatMap(({ id }) => review.campaignFacts(id)?.log ?? [])
    review.close()
    expect(log.map(({ level, text }) => `${level}: ${text}`).join('\n')).toContain(said)
  })

  it('plans, checks, runs, shows, tabulates and draws', async () => {
    const file = join(folder, 'review.benchwright')
    const planFile = await plan()
    expect(await benchwright('plan', 'check', planFile)).toMatchObject({ status: 0 })

    const ran = await benchwright('run', planFile, '--into', file, '--configuration', 'one', '--json')
    expect(ran).toMatchObject({ status: 0 })
    expect(json(ran.stdout)).toMatchObject({ state: 'done', runs: { done: 4 }, failures: [] })

    const shown = json((await benchwright('show', file, '--json')).stdout)
    expect(shown).toMatchObject({
      campaigns: [{ configuration: 'one', engine: 'fio', state: 'done', runs: { done: 4 } }],
    })

    const rows = json((await benchwright('table', file, '--json')).stdout) as Record<string, unknown>[]
    const iops = rows.filter(({ metric, direction }) => metric === 'iops' && direction === 'total')
    expect(iops).toHaveLength(4)
    expect(iops[0]).toMatchObject({ unit: 'IOPS', block_size: 4096, state: 'done', configuration: 'one' })
    expect(new Set(iops.map(({ read_percent }) => read_percent))).toEqual(new Set([100, 0]))

    for (const format of ['png', 'svg', 'csv', 'json']) {
      const out = join(folder, `figure.${format}`)
      const drawn = await benchwright(
        ...['export', file, '--figure', 'mix-sweep', '--metric', 'iops', '--format', format, '--out', out],
      )
      expect(drawn).toMatchObject({ status: 0 })
      expect(statSync(out).size).toBeGreaterThan(200)
    }
    expect(readFileSync(join(folder, 'figure.png')).subarray(1, 4).toString()).toBe('PNG')
    expect(await benchwright('check', file)).toMatchObject({ status: 0 })
  })

  it('stops on Ctrl-C without leaving a process, and resumes with the remaining runs', async () => {
    const file = join(folder, 'review.benchwright')
    const running = start('run', await plan('--set', 'thinktime=20000'), '--into', file)
    await reached(file, running.ended)
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ status: 1 })
    expect(fioProcesses()).toEqual([])

    const resumed = await benchwright('resume', file, '--json')
    expect(resumed).toMatchObject({ status: 0 })
    expect(json(resumed.stdout)).toMatchObject({ state: 'done', runs: { done: 4 } })
    expect(json((await benchwright('resume', file, '--json')).stdout)).toMatchObject({
      state: 'nothing to resume',
    })
  })

  it('says that standard output cannot be written, but not that its reader had enough', async () => {
    const into = (target: string) =>
      spawnSync('sh', ['-c', `"$0" app/dist/cli.js --help ${target}`, process.execPath], { encoding: 'utf8' })
    expect(into('> /dev/full')).toMatchObject({
      status: 2,
      stderr:
        'benchwright: standard output cannot be written: the disk is full.\n  Free space there, or write elsewhere.\n',
    })
    expect(into('| true').stderr).toBe('')
  })

  it('refuses what it did not create, with status 3, and leaves it unchanged', async () => {
    const mine = join(folder, 'thesis.txt')
    writeFileSync(mine, 'years of work')
    const planFile = await plan('--target', mine)
    const ran = await benchwright('run', planFile, '--into', join(folder, 'review.benchwright'))
    expect(ran.status).toBe(3)
    expect(ran.stderr).toContain(mine)
    expect(readFileSync(mine, 'utf8')).toBe('years of work')

    const device = lastingDevice()
    if (device === undefined) return
    // A plan may name a device; writing to one needs the approval of the guard and of a person.
    const written = join(folder, 'device.json')
    const made = await benchwright(
      'plan',
      'new',
      '--template',
      'mix-sweep',
      '--target',
      device,
      '--out',
      written,
    )
    expect(made.status).toBe(0)
    const refused = await benchwright('run', written, '--into', join(folder, 'device.benchwright'))
    expect(refused.status).toBe(3)
    expect(refused.stderr).toContain(device)
  })

  it('fails runs with their reason if the target folder vanishes, and reports it with status 1', async () => {
    const gone = join(folder, 'gone')
    const planFile = await plan('--target', join(gone, 'data.bin'))
    expect(await benchwright('run', planFile, '--into', join(folder, 'a.benchwright'))).toMatchObject({
      status: 2,
    })
    expect(existsSync(gone)).toBe(false)
  })
})

/** A block device with a size. Loop devices are left out: other tests make and remove them meanwhile. */
function lastingDevice(): string | undefined {
  const names = readdirSync('/sys/class/block').filter((name) => !name.startsWith('loop'))
  const sized = names.find((name) => Number(readFileSync(`/sys/class/block/${name}/size`, 'utf8')) > 0)
  return sized === undefined ? undefined : join('/dev', sized)
}

/** Resolves once fio works on this file; rejects if the command ended before that. */
async function reached(file: string, ended: Promise<Ended>): Promise<void> {
  let over: Ended | undefined
  void ended.then((end) => (over = end))
  // Before the first run fio only checks the job files.
  while (!existsSync(file) || fioProcesses('--output=output.json').length === 0) {
    if (over) throw new Error(`It ended early: ${over.stderr}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Processes of this test's runs: their working directory is below its state folder. */
function fioProcesses(argument = ''): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const isOurs = readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder)
      return words[0] === 'fio' && isOurs && words.some((word) => word.startsWith(argument))
    } catch {
      return false
    }
  })
}
