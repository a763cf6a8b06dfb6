import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveElectron } from '../../scripts/setup/electron-runtime.mjs'

const fileCount = 10_000
/** Four seconds on two otherwise idle cores. */
const mostCoreSeconds = 8
const mostMegabytes = 500

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-import-speed-'))
  writeResults(join(folder, 'json'), (section) => delete section.bins)
  writeResults(join(folder, 'json+'), () => undefined)
}, 600_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Copies of a captured result that differ in time, depth and number of reads, with latencies modified by `change`. */
function writeResults(to: string, change: (latency: Record<string, unknown>) => void): void {
  mkdirSync(to)
  const text = readFileSync('tests/fixtures/fio-3.33/mix.out', 'utf8')
  const document = JSON.parse(text, (key, value: unknown) => {
    if (/^[scl]*lat_ns$/.test(key)) change(value as Record<string, unknown>)
    return value
  }) as {
    timestamp: number
    timestamp_ms: number
    jobs: [
      {
        read: Record<'total_ios' | 'io_bytes' | 'io_kbytes' | 'runtime' | 'iops' | 'bw_bytes', number>
      },
    ]
    'global options': object
  }
  for (let at = 0; at < fileCount; at += 1) {
    const options = { ...document['global options'], iodepth: String(1 + (at % 100)) }
    document.timestamp += 1
    document.timestamp_ms += 1000
    const { read } = document.jobs[0]
    read.total_ios += 1
    read.io_bytes += 4096
    read.io_kbytes += 4
    read.iops = (1000 * read.total_ios) / read.runtime
    read.bw_bytes = Math.floor((1000 * read.io_bytes) / read.runtime)
    writeFileSync(
      join(to, `run-${at}.json`),
      JSON.stringify({ ...document, 'global options': options }, null, 2),
    )
  }
}

/** Seconds, processor seconds and peak of memory of a process of the app's own Electron, as /proc counts them. */
async function measured(args: readonly string[]): Promise<{ wall: number; core: number; megabytes: number }> {
  const start = performance.now()
  const child = spawn('sh', ['-c', `"$@"; code=$?; times >&2; exit $code`, 'sh', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As the command of an installed package runs it.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  let printed = ''
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (answer = (answer + text).slice(-1000)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  let peak = 0
  const watch = setInterval(() => {
    for (const pid of childrenOf(child.pid ?? 0)) peak = Math.max(peak, peakOf(pid))
  }, 50)
  const [code] = (await once(child, 'close')) as [number]
  clearInterval(watch)
  expect(code, printed).toBe(0)
  expect(answer).toContain(`${fileCount.toLocaleString('en')} runs`)
  const [user = NaN, system = NaN] = [
    ...(printed.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds))
  return { wall: (performance.now() - start) / 1000, core: user + system, megabytes: peak / 1000 }
}

function childrenOf(pid: number): readonly number[] {
  const text = readIfThere(`/proc/${pid}/task/${pid}/children`)
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}

/** In kB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

test.each(['json', 'json+'])(
  `${fileCount} files of fio (%s) are imported by two cores in 4 s`,
  async (format) => {
    const { executable } = await resolveElectron()
    const args = [
      executable,
      'app/dist/cli.js',
      'import',
      join(folder, `${format}.benchwright`),
      join(folder, format),
    ]
    const { wall, core, megabytes } = await measured(args)
    console.log(
      `import: ${fileCount} files of fio (${format}) in ${wall.toFixed(1)} s, ${core.toFixed(1)} s of processor time, ` +
        `${megabytes.toFixed(0)} MB at most`,
    )
    expect(megabytes).toBeLessThan(mostMegabytes)
    expect(core).toBeLessThan(mostCoreSeconds)
  },
)
