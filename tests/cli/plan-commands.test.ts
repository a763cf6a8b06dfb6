import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { commands } from '../../src/cli/commands'
import { runCommand } from '../../src/cli/run-command'
import { readPlan } from '../../src/core/plan/plan-json'
import { untilSteadyProblem } from '../../src/core/plan/until-steady'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const context = { stdout, stderr, signal: new AbortController().signal }
  const status = await runCommand(commands, args, context, '0')
  return { status, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

/** Creates a plan from the mix template and reads it back. */
async function planned(...options: string[]) {
  const out = join(folder, 'plan.json')
  const made = await run(
    'plan',
    'new',
    '--template',
    'mix-sweep',
    '--target',
    folder,
    '--out',
    out,
    ...options,
  )
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const read = readPlan(readFileSync(out, 'utf8'), out)
  if (!read.ok) throw new Error(read.problems[0]?.text)
  return read.plan
}

describe('plan new', () => {
  it('gives axes their levels, fixes parameters, and makes axes of other parameters with several levels', async () => {
    const plan = await planned(
      ...['--set', 'block_size=4k,64k', '--set', 'read_percent=100..0 step 50', '--set', 'queue_depth=8'],
      ...[
        '--set',
        'numjobs=1,2',
        '--repetitions',
        '2',
        '--size',
        '64M',
        '--seed',
        '7',
        '--order',
        'shuffled',
      ],
    )
    expect(plan.axes).toEqual([
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 50, 0] },
      { key: 'jobs', levels: [1, 2] },
    ])
    expect(plan.base).toMatchObject({ queue_depth: 8, file_size: 64 * 1024 ** 2 })
    expect(plan).toMatchObject({ repetitions: 2, order: { kind: 'shuffled', seed: 7 } })
    expect(plan.target).toEqual({ kind: 'folder', path: folder })
  })

  it('keeps the proportion of ramp and measured time', async () => {
    expect((await planned('--runtime', '12s')).base).toMatchObject({ runtime: 12, ramp_time: 2 })
    expect((await planned('--runtime', '1s')).base).toMatchObject({ runtime: 1, ramp_time: 0 })
  })

  it('does not take a folder that is not there, such as a drive that is not mounted, for a file', async () => {
    const target = join(folder, 'DRIVE')
    const make = (...options: string[]) => run('plan', 'new', '--template', 'quick-look', ...options)
    const refused = await make('--target', target)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain(`--target ${target}: there is no such folder, device or file.`)
    expect(refused.stderr).toContain('A drive may not be mounted.')
    const given = async (...options: string[]): Promise<unknown> => {
      const made: unknown = JSON.parse((await make(...options)).stdout)
      return (made as { readonly target: unknown }).target
    }
    expect(await given('--target', `${target}/`)).toEqual({ kind: 'folder', path: target })
    expect(await given('--target-file', target)).toEqual({ kind: 'file', path: target })
    expect((await make('--target-file', target, '--target', target)).stderr).toContain('exclude each other')
    expect((await make('--target-file', folder)).stderr).toContain('not the name of a file')
  })

  it('takes a path with an extension that does not exist for a file to create', async () => {
    const target = join(folder, 'drive.dat')
    const { stdout } = await run('plan', 'new', '--template', 'quick-look', '--target', target)
    expect(JSON.parse(stdout)).toMatchObject({ target: { kind: 'file', path: target } })
  })

  it('refuses a file name that cannot be written', async () => {
    const { status, stderr } = await run(
      ...[
        'plan',
        'new',
        '--template',
        'quick-look',
        '--target',
        folder,
        '--out',
        join(folder, 'no', 'plan.json'),
      ],
    )
    expect(status).toBe(2)
    expect(stderr).toContain('could not be written: there is no such file or folder')
  })

  it('never replaces a results file', async () => {
    const file = join(folder, 'review.benchwright')
    createReview(file).close()
    const before = readFileSync(file)
    const made = await run(...['plan', 'new', '--template', 'quick-look', '--target', folder, '--out', file])
    expect(made).toMatchObject({ status: 3, stdout: '' })
    expect(made.stderr).toContain('results file')
    expect(readFileSync(file)).toEqual(before)
  })
})

describe('plan new with rounds until steady', () => {
  it('tracks an existing case if the levels of its template are replaced', async () => {
    const out = join(folder, 'steady.json')
    const template = ['plan', 'new', '--template', 'snia-iops', '--target', folder, '--out', out]
    await run(...template)
    const usual = readPlan(readFileSync(out, 'utf8'), out)
    expect(usual.ok && usual.plan.untilSteady?.track).toEqual({ block_size: 4096, read_percent: 0 })
    await run(...template, '--set', 'read_percent=70,30', '--set', 'block_size=64k,4k')
    const changed = readPlan(readFileSync(out, 'utf8'), out)
    expect(changed.ok && changed.plan.untilSteady?.track).toEqual({ block_size: 4096, read_percent: 70 })
    expect(changed.ok && untilSteadyProblem(changed.plan)).toBeUndefined()
  })
})

describe('plan show', () => {
  it('lists cases, runs, estimates and commands', async () => {
    await planned('--set', 'read_percent=100,0', '--repetitions', '3', '--runtime', '1s', '--size', '64M')
    const { status, stdout } = await run('plan', 'show', join(folder, 'plan.json'), '--json')
    expect(status).toBe(0)
    const shown = JSON.parse(stdout) as {
      cases: { key: string; command: string[]; files: { text: string }[] }[]
      runs: { case: string }[]
      estimates: Record<string, unknown>
    }
    expect(shown.cases.map(({ key }) => key)).toEqual([
      'block_size=4096,read_percent=100',
      'block_size=4096,read_percent=0',
      'block_size=65536,read_percent=100',
      'block_size=65536,read_percent=0',
    ])
    expect(shown.runs).toHaveLength(12)
    expect(shown.estimates).toMatchObject({ caseCount: 4, runCount: 12, spaceBytes: 64 * 1024 ** 2 })
    expect(shown.cases[0]?.command[0]).toBe('fio')
    expect(shown.cases[0]?.files[0]?.text).toContain('rw=randread')
  })

  it('prints the command of each case with its job file, and the basis of the bytes written', async () => {
    await planned('--set', 'read_percent=50,0', '--repetitions', '3', '--runtime', '1s', '--size', '64M')
    const brief = await run('plan', 'show', join(folder, 'plan.json'))
    expect(brief.stdout).toMatch(/ written at most, at the rate of the bus, 64\sMiB of space/)
    expect(brief.stdout).not.toContain('rw=')
    const { stdout } = await run('plan', 'show', join(folder, 'plan.json'), '--commands')
    expect(stdout.startsWith(brief.stdout)).toBe(true)
    const commands = stdout.slice(brief.stdout.length)
    expect(commands.match(/^\d {2}fio .*/gm)).toHaveLength(4)
    expect(commands.match(/^ {3}rw=\w+$/gm)).toEqual(
      ['randrw', 'randwrite', 'randrw', 'randwrite'].map((mode) => `   rw=${mode}`),
    )
  })

  it('names file, location and remedy of an invalid plan', async () => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, '{"schema": 1, "axes": [{"key": "block_size", "levels": [{}]}]}')
    const { status, stderr } = await run('plan', 'show', file)
    expect(status).toBe(2)
    expect(stderr).toContain(`${file}: $.axes[0].levels[0]`)
  })
})
