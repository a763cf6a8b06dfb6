import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openLimited, openWorkshop, runSteps, runText, startText, type Workshop } from '../run-in-shell'
import { readDriveCounters } from '../../../../src/core/observers/drive-counters'
import { clockStep } from '../../../../src/core/observers/host-clock'
import type { Process, RunStep } from '../../../../src/core/engines/steps'
import { shells } from '../shells'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'

const nodeOf = (path: string) => {
  const { dev, ino } = statSync(path)
  return `${String(dev)}:${String(ino)}`
}
const sh = (text: string, prints?: string): Process => ({
  program: 'sh',
  args: ['-c', text],
  ...(prints !== undefined && { prints }),
})
const step = (
  kind: RunStep['kind'],
  processes: readonly Process[],
  parts: Partial<RunStep> = {},
): RunStep => ({
  kind,
  processes,
  outputs: [],
  ...parts,
})
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('utf8')

describe.each(shells)('the supervisor under $name', (shell) => {
  let workshop: Workshop
  const open = () => {
    workshop = openWorkshop(shell)
    return workshop
  }
  afterEach(() => {
    rmSync(workshop.folder, { recursive: true, force: true })
  })

  it('keeps exit status, output, checksum and log of a run', async () => {
    const run = await runText(
      open(),
      'bw-test-1',
      'cat job.txt; echo problem >&2; printf "{}" > out.json; exit 3',
    )
    expect(run).toMatchObject({
      exitCode: 3,
      refusal: undefined,
      outputs: [{ problem: undefined }],
      created: undefined,
    })
    expect(text(run.outputs[0]?.bytes)).toBe('{}')
    expect(text(run.log)).toBe(`'$x" ü\nproblem\n`)
    expect(run.wallSeconds).toBeGreaterThanOrEqual(0)
    expect(run.wallSeconds).toBeLessThan(300)
  })

  it('names the limit on the size of files that keeps a data file from its size', async () => {
    workshop = openLimited(shell, 1024 ** 2)
    const path = join(workshop.folder, 'data')
    const guard = {
      path,
      createdIdentity: undefined,
      mayCreate: true,
      fileBytes: 4 * 1024 ** 2,
      spaceBytes: 0,
    }
    const run = await runText(workshop, 'bw-test-30', 'echo started', guard)
    expect(run.refusal).toEqual({ id: 'file-size-limit', detail: String(1024 ** 2) })
    expect(run.log ? text(run.log) : '').not.toContain('started')
    expect(statSync(path).size).toBe(0)
  })

  it('passes arguments on unchanged and marks the processes of the run', async () => {
    const run = await runText(open(), 'bw-test-2', `printf '%s|' "$BENCHWRIGHT_RUN" 'a  b' '*' "$(pwd)"`)
    expect(text(run.log)).toBe(`<bw-test-2>|a  b|*|${workshop.directory('bw-test-2')}|`)
    expect(run.outputs[0]?.bytes).toBeUndefined()
  })

  it('starts the processes of a step together, ends it with the last, and keeps what each of them prints', async () => {
    // Each waits for the other: one after the other they would never end.
    const meet = (own: string, other: string) =>
      `: > ${own}; until [ -e ${other} ]; do sleep 0.05; done; echo ${own}`
    const processes = [
      sh(meet('a', 'b'), 'a.txt'),
      sh(`${meet('b', 'c')}; sleep 0.3; : > late`),
      sh(meet('c', 'a')),
    ]
    const measure = step('measure', processes, { outputs: ['a.txt', 'after.txt'] })
    const after = step('measure', [sh('[ -e late ] && echo after', 'after.txt')])
    const run = await runSteps(open(), 'bw-test-20', { files: [], steps: [measure, after] })
    expect(run.exitCode).toBe(0)
    expect(run.outputs.map(({ bytes }) => text(bytes))).toEqual(['a\n', 'after\n'])
    expect(text(run.log)?.split('\n').sort()).toEqual(['', 'b', 'c'])
  })

  it('opens log and outputs of a step anew, whatever an earlier step left under their names', async () => {
    const hostile = (name: string) =>
      `rm -f ${name} ${name}.pipe; mkfifo ${name} ${name}.other; ln -s ${name}.other ${name}.pipe`
    const steps = [
      step('prepare', [sh(`${hostile('log')}; ${hostile('own.txt')}; ${hostile('beside.txt')}`)]),
      step(
        'measure',
        [sh('echo problem >&2; echo own; until [ -s beside.txt ]; do sleep 0.05; done', 'own.txt')],
        {
          sidecars: [sh('echo beside; exec sleep 600', 'beside.txt')],
          outputs: ['own.txt', 'beside.txt'],
        },
      ),
    ]
    const run = await runSteps(open(), 'bw-test-31', { files: [], steps })
    expect(run).toMatchObject({ exitCode: 0, strayPids: [] })
    expect(run.outputs.map(({ bytes }) => text(bytes))).toEqual(['own\n', 'beside\n'])
    expect(text(run.log)).toBe('problem\n')
  })

  it('takes no step of which two processes have an output of their own', async () => {
    const processes = [sh('echo a', 'a.txt'), sh('echo b', 'b.txt')]
    const steps = [step('measure', processes, { outputs: ['a.txt', 'b.txt'] })]
    await expect(runSteps(open(), 'bw-test-32', { files: [], steps })).rejects.toThrow('Only one process')
  })

  it.each([0, 1, 2])(
    'fails a step for its process %i alone, and continues with gather and teardown only',
    async (failing) => {
      const processes = [0, 1, 2].map((at) => sh(at === failing ? 'exit 7' : 'exit 0'))
      const steps = [
        step('prepare', [sh('echo made')]),
        step('measure', processes),
        step('measure', [sh('echo measured')]),
        step('teardown', [sh('echo given back; exit 9')]),
        step('gather', [sh('echo gathered')]),
        step('teardown', [sh('echo and this')]),
      ]
      const run = await runSteps(open(), `bw-test-2${String(failing + 1)}`, { files: [], steps })
      expect(run.exitCode).toBe(7)
      expect(text(run.log)).toBe('made\ngiven back\ngathered\nand this\n')
    },
  )

  it('ends a sidecar with its step, with the children it started, before the next step starts', async () => {
    const sidecar = sh(
      `exec 2> /dev/null; trap 'echo ended; exit 1' TERM; echo $$ > sidecar; sleep 600 & echo $! > child; while :; do sleep 0.1; done`,
      'said.txt',
    )
    const isGone =
      'for one in sidecar child; do read -r pid < $one; kill -0 "$pid" 2>/dev/null && [ -e "/proc/$pid/cwd" ] && echo "$one is left"; done; echo looked'
    const steps = [
      step('measure', [sh('until [ -s child ]; do sleep 0.05; done')], {
        sidecars: [sidecar, sh('exit 3')],
        outputs: ['said.txt'],
      }),
      step('teardown', [sh(isGone)]),
    ]
    const run = await runSteps(open(), 'bw-test-24', { files: [], steps })
    expect(run).toMatchObject({ exitCode: 0, strayPids: [] })
    expect(text(run.outputs[0]?.bytes)).toBe('ended\n')
    expect(text(run.log)).toBe('looked\n')
  })

  it('makes the run directory accessible to its owner only', async () => {
    await runText(open(), 'bw-test-3', 'true')
    expect(statSync(workshop.directory('bw-test-3')).mode & 0o777).toBe(0o700)
    expect(statSync(join(workshop.directory('bw-test-3'), 'job.txt')).mode & 0o777).toBe(0o600)
  })

  it('reports a signal of the engine and a missing program as exit statuses', async () => {
    expect((await runText(open(), 'bw-test-4', 'kill -9 $$')).exitCode).toBe(137)
    expect((await runText(workshop, 'bw-test-5', 'exec no-such-program-here')).exitCode).toBe(127)
  })

  it('lets the engine receive SIGINT and shields it from SIGHUP', async () => {
    const script = `trap 'exit 44' INT; kill -s HUP $$; kill -s INT $$; exit 0`
    expect((await runText(open(), 'bw-test-6', script)).exitCode).toBe(44)
  })

  it('starts the engine in its own session, away from this process', async () => {
    const run = await runText(
      open(),
      'bw-test-7',
      `read -r line < /proc/$PPID/stat; echo "$PPID \${line##*) }"`,
    )
    const [supervisor, , , , session] = (text(run.log) ?? '').split(' ')
    expect(session).toBe(supervisor)
    const ours = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[3]
    expect(session).not.toBe(ours)
  })

  it('creates the data file once, and later accepts only that very file', async () => {
    const path = join(open().folder, `it's data.dat`)
    const first = await runText(workshop, 'bw-test-8', 'true', {
      path,
      createdIdentity: undefined,
      mayCreate: true,
      fileBytes: 4096,
      spaceBytes: 1024,
    })
    const { dev, ino, size } = statSync(path)
    expect(size).toBe(4096)
    expect(first.created).toMatch(new RegExp(`^${String(dev)}:${String(ino)} 4096 `))
    const guard = {
      path,
      createdIdentity: first.created,
      mayCreate: false,
      fileBytes: 0,
      spaceBytes: 0,
    }
    expect((await runText(workshop, 'bw-test-9', 'exit 0', guard)).exitCode).toBe(0)
    // The new file exists before the old one is removed, so that it cannot get the same inode.
    writeFileSync(`${path}.new`, 'precious')
    execFileSync('mv', [`${path}.new`, path])
    const replaced = await runText(workshop, 'bw-test-10', 'echo harm > out.json', guard)
    expect(replaced.refusal?.id).toBe('target-replaced')
    expect(replaced.exitCode).toBeUndefined()
    expect(replaced.outputs[0]?.bytes).toBeUndefined()
    expect(readFileSync(path, 'utf8')).toBe('precious')
  })

  it.skipIf(process.platform !== 'linux')(
    'reads what the drives did, and the blocks of the data file',
    async () => {
      const path = join(open().folder, 'data.dat')
      const counted = (run: { readonly counters: string | undefined }) => {
        const counters = readDriveCounters(run.counters ?? '')
        const allocated = counters?.allocated.map((one) => [one.when, one.allocatedBytes >= one.sizeBytes])
        return { ...counters, allocated }
      }
      const bytes = 64 * 1024
      const guard = { path, createdIdentity: undefined, mayCreate: true, fileBytes: bytes, spaceBytes: 0 }
      const written = await runText(
        workshop,
        'bw-test-11',
        `dd if=/dev/zero of='${path}' bs=${String(bytes)} count=1 conv=notrunc,fsync; rm -f counters; mkdir counters`,
        guard,
      )
      const { dev } = statSync(path)
      const target = `${String((dev >> 8) & 4095)}:${String((dev & 255) | ((dev >> 12) & 1048320))}`
      expect(counted(written)).toMatchObject({
        target,
        allocated: [
          ['before', false],
          ['after', true],
        ],
      })
      const again = { ...guard, createdIdentity: written.created, mayCreate: false, fileBytes: 0 }
      const read = counted(await runText(workshop, 'bw-test-12', 'cat counters; sleep 0.1', again))
      expect(read).toMatchObject({
        target,
        allocated: [
          ['before', true],
          ['after', true],
        ],
      })
      expect(read.seconds).toBeGreaterThanOrEqual(0)
      const [start, end] = read.clocks ?? []
      if (!start || !end) throw new Error('The run left no clocks.')
      expect(clockStep(start, end, 1)).toBe(0)
      const [top] = read.devices ?? []
      expect(top?.name).toBe(
        existsSync(`/sys/dev/block/${target}`)
          ? basename(realpathSync(`/sys/dev/block/${target}`))
          : undefined,
      )
      expect(read.devices?.every(({ kind, moved }) => kind !== 'drive' || moved !== undefined)).toBe(true)
    },
  )

  it('does not take a file for its own if something else replaced it in the meantime', async () => {
    const path = join(open().folder, 'data.dat')
    const guard = { path, createdIdentity: undefined, mayCreate: true, fileBytes: 0, spaceBytes: 0 }
    const run = await runText(
      workshop,
      'bw-test-16',
      `cp '${path}' '${path}.new'; mv '${path}.new' '${path}'`,
      guard,
    )
    expect(run.created?.split(' ')[0]).not.toBe(nodeOf(path))
    const again = await runText(workshop, 'bw-test-18', 'true', { ...guard, createdIdentity: run.created })
    expect(again.refusal?.id).toBe('target-replaced')
  })

  it.each([
    ['a file of somebody else', 'target-exists', (path: string) => writeFileSync(path, 'precious')],
    ['a symbolic link', 'target-is-link', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a dangling symbolic link', 'target-is-link', (path: string) => symlinkSync('/nowhere/at/all', path)],
    ['a folder', 'target-is-folder', (path: string) => mkdirSync(path)],
    ['a named pipe', 'target-not-a-file', (path: string) => execFileSync('mkfifo', [path])],
  ])('refuses %s', async (_what, id, prepare) => {
    const path = join(open().folder, 'data.dat')
    prepare(path)
    const run = await runText(workshop, 'bw-test-11', 'echo started', {
      path,
      createdIdentity: undefined,
      mayCreate: true,
      fileBytes: 0,
      spaceBytes: 0,
    })
    expect(run.refusal?.id).toBe(id)
    expect(text(run.log)).toBe('')
  })

  it.runIf(existsSync('/dev/loop0'))('refuses a block device', async () => {
    const guard = {
      path: '/dev/loop0',
      createdIdentity: undefined,
      mayCreate: true,
      fileBytes: 0,
      spaceBytes: 0,
    }
    const run = await runText(open(), 'bw-test-17', 'echo started', guard)
    expect(run.refusal?.id).toBe('target-is-block-device')
    expect(text(run.log)).toBe('')
  })

  it('refuses a missing folder, a missing file it may not create, and a file larger than the free space', async () => {
    const guard = {
      path: join(open().folder, 'gone', 'data.dat'),
      createdIdentity: undefined,
      mayCreate: true,
      fileBytes: 0,
      spaceBytes: 0,
    }
    expect((await runText(workshop, 'bw-test-12', 'true', guard)).refusal?.id).toBe('target-folder-missing')
    const missing = { ...guard, path: join(workshop.folder, 'data.dat'), mayCreate: false }
    expect((await runText(workshop, 'bw-test-13', 'true', missing)).refusal?.id).toBe('data-file-missing')
    const huge = { ...missing, mayCreate: true, fileBytes: 0, spaceBytes: 2 ** 60 }
    const refusal = (await runText(workshop, 'bw-test-14', 'true', huge)).refusal
    expect(refusal?.id).toBe('no-space')
    expect(Number(refusal?.detail)).toBeGreaterThan(0)
  })

  it('does not start if the run was abandoned, nor twice in one directory', async () => {
    const { folder } = open()
    const waiting = mkdtempSync(join(folder, 'x'))
    const directory = await startText(workshop, 'bw-test-15', `echo once >> ${join(waiting, 'marks')}`)
    await workshop.host.waitForRun(directory, new AbortController().signal)
    execFileSync('sh', ['./supervise.sh'], { cwd: directory })
    expect(readFileSync(join(waiting, 'marks'), 'utf8')).toBe('once\n')
  })
})

/** Names of the programs that are started through PATH, once per start. */
function countedPrograms(folder: string): {
  readonly path: string
  readonly started: () => readonly string[]
} {
  const bin = join(folder, 'counted')
  const list = join(folder, 'started')
  mkdirSync(bin)
  for (const name of ['/usr/bin', '/bin'].flatMap((place) => readdirSync(place)))
    // The shell itself does not count: it is the one that asks.
    if (!['sh', 'dash', 'bash', 'sleep'].includes(name))
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> '${list}'\nexec /usr/bin/${name} "$@"\n`, {
        mode: 0o755,
      })
  return { path: `${bin}:/usr/bin:/bin`, started: () => readFileSync(list, 'utf8').trim().split('\n').sort() }
}

it('starts few programs for a run on our own file', async () => {
  const { folder, host: usual } = openWorkshop()
  try {
    const { path: PATH, started } = countedPrograms(folder)
    const host = createLocalHost({ environment: { ...process.env, PATH } })
    const workshop: Workshop = { folder, host, directory: (name) => join(folder, 'runs', name) }
    const path = join(folder, 'data.dat')
    const guard = { path, createdIdentity: undefined, mayCreate: true, fileBytes: 4096, spaceBytes: 0 }
    const made = await runText({ ...workshop, host: usual }, 'bw-0123abcd-1', 'true', guard)
    if (made.created?.includes(' b:') !== true) return
    const again = { ...guard, createdIdentity: made.created, mayCreate: false, fileBytes: 0 }
    expect((await runText(workshop, 'bw-0123abcd-2', 'echo > out.json', again)).exitCode).toBe(0)
    // The run directory with its pipes, two checks of the file, the reader of the log and the sums; the search for
    // strays only if another process was started meanwhile.
    const most = ['dd', 'grep', 'ls', 'mkdir', 'mkfifo', 'sha256sum', 'stat', 'stat']
    const beyond = [...started()]
    for (const name of most) if (beyond.includes(name)) beyond.splice(beyond.indexOf(name), 1)
    expect(beyond).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
