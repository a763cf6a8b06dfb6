import { buildSync } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stepNames, type Step } from './kept'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Why the recorder cannot be used on this machine, to be printed with the skipped tests; undefined if it can. */
export const whyNoShim = probe()

/** The output of one run of scenario-process.ts under disk-shim.c. */
export interface ScenarioEnd {
  readonly confirmed: ReadonlySet<Step>
  /** Id of the error of each step that failed, in the order of the attempts. */
  readonly failures: readonly { readonly step: Step; readonly id: string }[]
  readonly killed: boolean
}

/** The compiled recorder and the bundled scenario. */
export class DiskScenario {
  /** In memory if possible: the tests reopen hundreds of files. */
  readonly folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bw-disk-'))
  readonly state = join(this.folder, 'state')
  readonly #script = join(this.folder, 'scenario.cjs')
  readonly #shim = join(this.folder, 'disk-shim.so')

  constructor() {
    const built = spawnSync(
      'cc',
      ['-shared', '-fPIC', '-O1', '-o', this.#shim, here('./disk-shim.c'), '-ldl', '-lpthread'],
      { encoding: 'utf8' },
    )
    if (built.status !== 0) throw new Error(built.stderr)
    buildSync({
      entryPoints: [here('./scenario-process.ts')],
      outfile: this.#script,
      bundle: true,
      loader: { '.sh': 'text' },
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      external: ['@photostructure/sqlite'],
      define: { 'import.meta.dirname': '__dirname' },
      logLevel: 'error',
    })
  }

  /** An empty folder of this name. */
  emptyFolder(name: string): string {
    const path = join(this.folder, name)
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path)
    return path
  }

  /**
   * Runs the scenario in the folder. With a `log` the changes are recorded there, and its output goes into the file
   * `said` of the folder, so that its messages are among the changes.
   */
  run(
    folder: string,
    faults: { log?: string; killAt?: number; fullAt?: number; fullFrom?: number },
  ): ScenarioEnd {
    const said = faults.log === undefined ? undefined : openSync(join(folder, 'said'), 'a')
    const child = spawnSync(process.execPath, [this.#script, folder], {
      env: {
        ...process.env,
        NODE_PATH: here('../../../../app/node_modules'),
        LD_PRELOAD: this.#shim,
        BENCHWRIGHT_DISK: folder,
        BENCHWRIGHT_STATE: this.state,
        ...(faults.log !== undefined && { BENCHWRIGHT_DISK_LOG: faults.log }),
        BENCHWRIGHT_DISK_KILL_AT: String(faults.killAt ?? 0),
        BENCHWRIGHT_DISK_FULL_AT: String(faults.fullAt ?? 0),
        BENCHWRIGHT_DISK_FULL_FROM: String(faults.fullFrom ?? 0),
      },
      stdio: ['ignore', said ?? 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    if (said !== undefined) closeSync(said)
    if (child.stderr !== '') throw new Error(child.stderr)
    return { ...readSaid(said === undefined ? child.stdout : ''), killed: child.signal === 'SIGKILL' }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Reads the output of a scenario; a truncated line is not read. */
export function readSaid(text: string): Pick<ScenarioEnd, 'confirmed' | 'failures'> {
  const lines = text.split('\n').slice(0, -1)
  return {
    confirmed: new Set(stepNames.filter((step) => lines.includes(`done ${step}`))),
    failures: lines.flatMap((line) => {
      const [, name, id = ''] = /^failed ([^:]+): (.*)$/.exec(line) ?? []
      const step = stepNames.find((one) => one === name)
      return step ? [{ step, id }] : []
    }),
  }
}

function probe(): string | undefined {
  if (process.platform !== 'linux') return 'only tried on Linux'
  return spawnSync('cc', ['--version']).status === 0 ? undefined : 'there is no C compiler'
}
