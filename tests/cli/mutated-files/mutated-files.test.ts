import { buildSync } from 'esbuild'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { seededRandom } from '../../../src/core/statistics/special/seeded-random'
import { fillWithEverything } from '../../bench/store/everything'
import { mutations } from './mutate-file'
import { standingSeed } from '../../standing-seed'

/**
 * Mutated results files through every command that reads and every method of the store that does. Long form:
 * `BENCHWRIGHT_FILE_MUTATIONS=10000 npx vitest run --project unit tests/cli/mutated-files`; another seed:
 * `BENCHWRIGHT_MUTATION_SEED=7`.
 */
const count = Number(process.env.BENCHWRIGHT_FILE_MUTATIONS ?? 27)
const seed = standingSeed(
  process.env.BENCHWRIGHT_MUTATION_SEED,
  process.env.BENCHWRIGHT_FILE_MUTATIONS !== undefined,
)

const mostMegabytes = 512
/** By processor time: a machine may be busy with other things. */
const longestSeconds = 5
/** Looks at a process, one a second, after which it counts as hung if all of its threads slept at each of them. */
const sleepingLooks = 30
/** Files that one process reads before it is replaced, so that its memory reflects the last ones. */
const filesPerProcess = 200
/** Processes that read files at the same time. */
const lanes = availableParallelism()

/** In memory if such a folder exists: thousands of files would mostly wait for the disk. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bw-mutated-'))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function bundle(): string {
  const outfile = join(folder, 'reading.cjs')
  buildSync({
    entryPoints: [here('./reading-process.ts')],
    outfile,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite', '@napi-rs/canvas'],
    logLevel: 'error',
  })
  return outfile
}

/** The fields of a process or thread from its state on (proc(5)); none if it has ended. */
function statFields(folder: string): readonly string[] {
  try {
    return readFileSync(`${folder}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

interface Answer {
  readonly read: string
  readonly findings: string
}

/** A process that reads files; `died` and `hung` are answers as well. */
class Reader {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #errors = ''

  constructor(script: string) {
    this.#child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        NODE_PATH: here('../../../app/node_modules'),
        TMPDIR: folder,
        BENCHWRIGHT_STATE: join(folder, 'state'),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    running.add(this.#child)
    this.#child.stderr?.on('data', (piece: Buffer) => (this.#errors += piece.toString()))
    this.#child.stdin?.on('error', () => undefined)
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]()
  }

  async read(path: string): Promise<Answer | string> {
    this.#resetPeak()
    this.#child.stdin?.write(`${path}\n`)
    const watch = this.#watch()
    const answered = await Promise.race([this.#lines.next(), watch.tooLong])
    watch.end()
    if (typeof answered === 'string') return answered
    if (answered.done === true) return `died: ${this.#errors.slice(-500)}`
    return JSON.parse(answered.value) as Answer
  }

  /**
   * Says when a file takes too long, in a way that does not depend on how busy the machine is: a process that waits for
   * a processor or a disk is not asleep, and time is that of the processor.
   */
  #watch(): { readonly tooLong: Promise<string>; end(): void } {
    const startedAt = this.processorSeconds()
    let asleep = 0
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<string>((resolve) => {
      // Answers that arrived while this process itself was busy are read between two looks.
      timer = setInterval(() => {
        asleep = this.#sleeps() ? asleep + 1 : 0
        const seconds = this.processorSeconds() - startedAt
        if (asleep === sleepingLooks) resolve('hung: asleep without an answer')
        if (seconds > 4 * longestSeconds) resolve(`no answer after ${seconds} s of the processor`)
      }, 1000)
    })
    return { tooLong, end: () => clearInterval(timer) }
  }

  /** Whether each of its threads waits for something to happen, or is stopped. */
  #sleeps(): boolean {
    const threads = `/proc/${this.#child.pid}/task`
    // One that has ended says so itself.
    if (!existsSync(threads)) return false
    return readdirSync(threads).every((thread) => /[ST]/.test(statFields(`${threads}/${thread}`)[0] ?? ''))
  }

  /** Peak memory since the last file, in MB. */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Infinity) / 1000
  }

  /** Processor seconds since its start. */
  processorSeconds(): number {
    const fields = statFields(`/proc/${this.#child.pid}`)
    return (Number(fields[11]) + Number(fields[12])) / 100
  }

  async end(): Promise<void> {
    running.delete(this.#child)
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  #resetPeak(): void {
    if (this.#child.pid !== undefined && existsSync(`/proc/${this.#child.pid}`))
      writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
  }
}

it.skipIf(process.platform !== 'linux')(
  `${count} mutated files: no death, no hang, no changed number that is not detected`,
  { timeout: 24 * 3600 * 1000 },
  async () => {
    const template = join(folder, 'template.benchwright')
    const review = createReview(template)
    fillWithEverything(review)
    review.close()
    const script = bundle()
    const names = Object.keys(mutations)
    const fates = { unharmed: 0, found: 0, refused: 0 }
    const faults: string[] = []
    const fault = (text: string) => {
      console.log(text.slice(0, 2000))
      faults.push(text)
    }
    let [mostMemory, longest, next] = [0, 0, 0]

    /** Takes the next file until none is left. The outcome for a file depends on its own seed alone. */
    const readInTurn = async (lane: number) => {
      const path = join(folder, `drive-${lane}.benchwright`)
      let reader = new Reader(script)
      const another = async () => {
        await reader.end()
        reader = new Reader(script)
      }
      copyFileSync(template, path)
      const sound = await reader.read(path)
      if (typeof sound === 'string') throw new Error(sound)
      expect(sound.findings).toBe('')
      expect(sound.read).toContain('bandwidth')
      for (let files = 1; next < count; files++) {
        const at = next++
        if (files % filesPerProcess === 0) await another()
        for (const more of ['-journal', '-wal', '-shm']) rmSync(`${path}${more}`, { force: true })
        copyFileSync(template, path)
        const name = names[at % names.length] ?? ''
        const what = mutations[name]?.(path, seededRandom(seed + at))
        const before = reader.processorSeconds()
        const answer = await reader.read(path)
        const label = `seed ${seed + at}, ${name} (${what}):`
        if (at % 1000 === 999) console.log(`${at + 1} files, ${faults.length} faults`)
        if (typeof answer === 'string') {
          fault(`${label} ${answer}`)
          await another()
          continue
        }
        const [memory, seconds] = [reader.peakMegabytes(), reader.processorSeconds() - before]
        mostMemory = Math.max(mostMemory, memory)
        longest = Math.max(longest, seconds)
        if (memory > mostMegabytes) fault(`${label} ${memory} MB`)
        if (seconds > longestSeconds) fault(`${label} ${seconds} s of the processor`)
        const isSame = answer.read === sound.read
        if (!isSame && answer.findings === '') fault(`${label} a change that nobody notices`)
        fates[isSame ? 'unharmed' : answer.findings.startsWith('benchwright: ') ? 'refused' : 'found'] += 1
      }
      await reader.end()
    }
    await Promise.all(Array.from({ length: lanes }, (_, lane) => readInTurn(lane)))
    console.log(
      `${count} mutated files from seed ${seed}: ${JSON.stringify(fates)}, at most ${Math.round(mostMemory)} MB and ${longest.toFixed(1)} s of the processor for a file`,
    )
    expect(faults.slice(0, 20)).toEqual([])
    // A few files need not have every fate.
    if (count < 27) return
    const fewest = count < 500 ? 0 : count / 10
    expect(fates.found).toBeGreaterThan(fewest)
    expect(fates.refused).toBeGreaterThan(fewest)
  },
)
