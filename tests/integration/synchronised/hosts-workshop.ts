import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { HostPool, type HostPoolOptions } from '../../../src/bench/hosts/host-pool'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { Plan } from '../../../src/core/plan/plan'
import { fioPlan } from '../runner/fio-plan'
import { everyProcess, noneLeft, runProcesses } from '../runner/processes'
import { SshWorkshop } from '../ssh/ssh-workshop'
import { machine } from '../../core/plan/machine'
import { startAnyway } from '../../bench/runner/start-anyway'

/**
 * Bursts of 8 MiB with pauses, which `loadedTogether` sees: at full speed three jobs leave no processor to those who
 * sample them.
 */
export const inBursts = { thinktime: 200_000, thinktime_blocks: 2000 }

/**
 * This machine and two real sshds on it, `lab` and `lab2`, each with its own run directories and all with one target.
 */
export class HostsWorkshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'benchwright-sync-'))
  readonly target = join(this.folder, 'target')
  readonly path = join(this.folder, 'review.benchwright')
  readonly labs = [new SshWorkshop(), new SshWorkshop()] as const
  readonly #pools: HostPool[] = []
  store: ReviewWriter
  runner: CampaignRunner
  pool: HostPool

  constructor() {
    mkdirSync(this.target)
    this.store = createReview(this.path)
    this.pool = this.#newPool()
    this.runner = this.openRunner()
  }

  async serve(): Promise<void> {
    const [lab, lab2] = this.labs
    for (const shop of this.labs) {
      await shop.serve()
      shop.configure()
      shop.trust()
    }
    appendFileSync(lab.config, lab2.read('ssh_config').replace('Host lab', 'Host lab2'))
    appendFileSync(lab.knownHosts, lab2.read('settings/known_hosts'))
  }

  /** A plan on all three, or on the given hosts. */
  plan(parts: Partial<Plan> = {}, base: Plan['base'] = {}): Plan {
    return fioPlan(
      this.target,
      { hosts: [machine('local'), machine('lab'), machine('lab2')], ...parts },
      base,
    )
  }

  async start(plan: Plan): Promise<number> {
    this.store.savePlan(plan)
    return (await this.runner.start(plan.id, '', startAnyway)).campaignId
  }

  /** A separate runner, as another process would have. */
  openRunner(): CampaignRunner {
    const stateFolder = join(this.folder, 'own-state')
    return new CampaignRunner({ store: this.store, host: this.pool.local, hosts: this.pool, stateFolder })
  }

  /** Closes everything as a killed process does, and opens it again. */
  async restart(options: HostPoolOptions = {}): Promise<void> {
    this.runner.leave()
    await this.pool.dispose()
    await this.runner.dispose()
    this.pool = this.#newPool(options)
    this.runner = this.openRunner()
  }

  /**
   * Resolves when every host of a measured run has fio's client on its server, with the processes of that run. Not for a
   * run that is being repeated: its removal may look like this for a moment.
   */
  async serving(): Promise<readonly number[]> {
    for (;;) {
      const folders = this.runFolders().filter(
        (folder) => existsSync(join(folder, 'serving')) && !existsSync(join(folder, 'rc')),
      )
      if (this.#isMeasuring() && folders.length === 3) return this.processes()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  runFolders(): readonly string[] {
    return this.#states.flatMap((runs) =>
      existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [],
    )
  }

  processes(): readonly number[] {
    return [this.folder, ...this.labs.map(({ folder }) => folder)].flatMap(everyProcess)
  }

  async noneLeft(): Promise<void> {
    for (const { folder } of [this, ...this.labs]) await noneLeft(folder)
  }

  /** Pids of all fio processes of one host, without those of the client. */
  serversOf(name: 'local' | 'lab' | 'lab2'): readonly number[] {
    const [lab, lab2] = this.labs
    const folder = { local: this.folder, lab: lab.folder, lab2: lab2.folder }[name]
    return runProcesses(folder).filter((pid) => {
      const [program = '', ...words] = lines(`/proc/${String(pid)}/cmdline`, '\0')
      return /(^|\/)fio$/.test(program) && words.some((word) => word.startsWith('--server'))
    })
  }

  /** True once the jobs of all three hosts moved data between the same two moments; false if `end` comes first. */
  async loadedTogether(end: Promise<unknown>): Promise<boolean> {
    const over = new AbortController()
    void end.then(() => over.abort())
    const moved = () =>
      (['local', 'lab', 'lab2'] as const).map((name) =>
        this.serversOf(name)
          .flatMap((pid) => lines(`/proc/${String(pid)}/io`, '\n'))
          .filter((line) => /^[rw]char: /.test(line))
          .reduce((sum, line) => sum + Number(line.slice(7)), 0),
      )
    let before = moved()
    while (!over.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 400))
      const now = moved()
      // A job moves megabytes in this time, whatever pauses it makes; client and server exchange far less.
      if (now.every((bytes, place) => bytes - (before[place] ?? bytes) > 1_000_000)) return true
      before = now
    }
    return false
  }

  states(campaignId: number): readonly string[] {
    return this.store
      .runs(campaignId)
      .map((run) => (run.failure ? `${run.state}: ${run.failure.id} ${run.failure.text}` : run.state))
  }

  log(campaignId: number): string {
    return this.store
      .log(campaignId)
      .map(({ text }) => text)
      .join('\n')
  }

  async close(): Promise<void> {
    this.runner.leave()
    for (const pool of this.#pools) await pool.dispose()
    await this.runner.dispose()
    this.store.close()
    for (const shop of this.labs) await shop.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #states(): readonly string[] {
    return [join(this.folder, 'state', 'runs'), ...this.labs.map(({ runs }) => runs)]
  }

  #isMeasuring(): boolean {
    return this.store
      .campaigns()
      .flatMap(({ id }) => this.store.runs(id))
      .some(({ state, phase }) => state === 'running' && phase === 'measure')
  }

  #newPool(options: HostPoolOptions = {}): HostPool {
    const [lab] = this.labs
    const local = createLocalHost({
      environment: { ...process.env, BENCHWRIGHT_STATE: join(this.folder, 'state') },
    })
    const pool = new HostPool({ settingsFolder: lab.settings, config: lab.config, local, ...options })
    this.#pools.push(pool)
    return pool
  }
}

/** The contents of a file; nothing if its process has ended. */
function lines(path: string, separator: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split(separator)
  } catch {
    return []
  }
}
