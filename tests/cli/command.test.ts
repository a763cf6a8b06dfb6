import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands'
import { runCommand } from '../../src/cli/run-command'

/** Runs a command line and returns what it printed. */
async function run(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const status = await runCommand(
    commands,
    args,
    { stdout, stderr, signal: new AbortController().signal },
    '9.9.9',
  )
  return { status, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

describe('the command line', () => {
  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ status: 0, stdout: 'benchwright 9.9.9\n', stderr: '' })
  })

  it('lists every command in its help', async () => {
    const { status, stdout } = await run('--help')
    expect(status).toBe(0)
    for (const { words } of commands) expect(stdout).toContain(words.join(' '))
  })

  it.each(commands.filter(({ positionals }) => positionals.length > 0).map(({ words }) => [words]))(
    '%s refuses an empty path',
    async (words) => {
      for (const empty of ['', ' ']) {
        const { status, stderr } = await run(...words, empty, 'x', 'x')
        expect(status).toBe(2)
        expect(stderr).toMatch(/is empty|unexpected argument/)
        expect((await run(...words, empty)).stderr).toMatch(/is empty|is missing/)
      }
    },
  )

  it.each(
    commands.flatMap(({ words, positionals, options }) =>
      Object.entries(options)
        .filter(([name, { value = '' }]) => /FILE|FOLDER|PATH/.test(value) && name !== 'photo')
        .map(([name]) => [words, positionals, name] as const),
    ),
  )('%s %j refuses an empty --%s', async (words, positionals, name) => {
    const { status, stderr } = await run(...words, ...positionals.map(() => 'x'), `--${name}`, '')
    expect(status).toBe(2)
    expect(stderr).toContain(`--${name} is empty.`)
  })

  it.each(commands.map(({ words }) => [words]))('%s has help and takes --json', async (words) => {
    const { status, stdout } = await run(...words, '--help')
    expect(status).toBe(0)
    expect(stdout).toContain('--json')
    expect(stdout).toContain(`benchwright ${words.join(' ')}`)
  })

  it.each([
    [[], /Usage/],
    [['frobnicate'], /no command 'frobnicate'/],
    [['plan', 'frobnicate'], /no command 'plan frobnicate'/],
    [['show'], /FILE.benchwright is missing/],
    [['show', 'a', 'b'], /unexpected argument 'b'/],
    [['show', 'a', '--frob'], /--frob/],
    [['plan', 'new', '--target', '/tmp'], /--template is missing/],
    [['plan', 'new', '--template', 'nope', '--target', '/tmp'], /no such template/],
    [['plan', 'new', '--template', 'mix-sweep', '--target', '/tmp', '--set', 'bs=4x'], /4x/],
    [
      ['plan', 'new', '--template', 'mix-sweep', '--target', '/tmp', '--set', 'exec_prerun=id'],
      /not allowed/,
    ],
    [['plan', 'new', '--template', 'mix-sweep', '--target', '/tmp', '--repetitions', '0'], /whole number/],
    [['plan', 'show', '/nowhere/plan.json'], /\/nowhere\/plan\.json.*cannot be read/],
    [['export', '/nowhere/a.benchwright', '--figure', 'mix-sweep', '--out', '/tmp/x.png'], /\/nowhere/],
  ])('%j is wrong use: status 2 and the reason on standard error', async (args, reason) => {
    const { status, stdout, stderr } = await run(...args)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(reason)
  })
})
