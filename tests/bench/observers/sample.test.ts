import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parseSampleLog } from '../../../src/core/observers/sample-log'
import { readSamples } from '../../../src/core/observers/read-samples'
import { temporaryFolder } from '../store/sample-review'

const script = 'src/bench/observers/sample.sh'
const shells = [['dash'], ['busybox', 'sh'], ['bash', '--posix']].filter(([name]) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name ?? ''))),
)

interface Sampler {
  readonly child: ChildProcess
  readonly file: string
  readonly marker: string
  readonly ended: Promise<unknown>
}

function startSampler(
  shell: readonly string[],
  kinds: string,
  { intervalCs = 10, mostBytes = 1e6 } = {},
): Sampler {
  const folder = temporaryFolder()
  const [file, marker] = [join(folder, 'samples.txt'), join(folder, 'marker')]
  writeFileSync(marker, '')
  const [program = 'sh', ...before] = shell
  const args = [...before, script, file, marker, String(intervalCs), String(mostBytes), kinds, 'no-such-disk']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return { child, file, marker, ended: once(child, 'close') }
}

const logOf = ({ file }: Sampler) => parseSampleLog(existsSync(file) ? readFileSync(file, 'utf8') : '')

describe.each(shells)('the sampler in %s', (...shell) => {
  it('samples until it is ended, once more at the end', async () => {
    const sampler = startSampler(shell, 'disk,cpu,memory,pressure,temperature')
    let errors = ''
    sampler.child.stderr?.on('data', (text) => (errors += String(text)))
    await vi.waitFor(() =>
      expect(logOf(sampler).samples.filter(({ kind }) => kind === 'cpu').length).toBeGreaterThan(3),
    )
    sampler.child.kill('SIGTERM')
    expect(await sampler.ended).toEqual([0, null])
    expect(errors).toBe('')
    const log = logOf(sampler)
    expect(log).toMatchObject({ end: 'told', problem: undefined })
    const times = log.samples.filter(({ kind }) => kind === 'cpu').map(({ uptime }) => uptime)
    // From deadline to deadline, however long a sample takes.
    const phases = times.slice(0, -1).map((time) => Math.round((time - (times[0] ?? 0)) * 100) % 10)
    expect(phases.filter((phase) => phase <= 5).length).toBeGreaterThan(phases.length / 2)
    expect(Math.abs((log.clocks.at(-1)?.atMs ?? 0) - Date.now())).toBeLessThan(60_000)
    const { series, problems } = readSamples(readFileSync(sampler.file, 'utf8'), {
      test: 'any',
      startedAtMs: log.clocks[0]?.atMs ?? 0,
      intervalSeconds: 0.1,
    })
    expect(problems).toEqual([])
    expect(series.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(['cpu_user', 'cpu_idle', 'memory_dirty']),
    )
  })

  it('ends when its run is gone', async () => {
    const sampler = startSampler(shell, 'cpu')
    await vi.waitFor(() => expect(logOf(sampler).samples.length).toBeGreaterThan(0))
    rmSync(sampler.marker)
    expect(await sampler.ended).toEqual([0, null])
    expect(logOf(sampler).end).toBe('gone')
  })

  it('ends when its file is full', async () => {
    const sampler = startSampler(shell, 'cpu', { mostBytes: 300 })
    expect(await sampler.ended).toEqual([0, null])
    expect(logOf(sampler).end).toBe('full')
    expect(readFileSync(sampler.file).length).toBeLessThan(400)
  })

  it('leaves no process behind', async () => {
    const sampler = startSampler(shell, 'cpu', { intervalCs: 6000 })
    const childrenFile = `/proc/${sampler.child.pid}/task/${sampler.child.pid}/children`
    let children: readonly number[] = []
    await vi.waitFor(() => {
      children = readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)
      expect(children).toHaveLength(1)
      expect(readFileSync(`/proc/${children[0]}/cmdline`, 'utf8')).toContain('sleep')
    })
    sampler.child.kill('SIGTERM')
    await sampler.ended
    await vi.waitFor(() => expect(existsSync(`/proc/${children[0]}`)).toBe(false))
  })
})
