import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalHost } from '../../../src/bench/hosts/local-host'
import type { Host } from '../../../src/bench/hosts/host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import type { CampaignRunnerOptions } from '../../../src/bench/runner/make-parts'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { Plan } from '../../../src/core/plan/plan'

/** Real fio on this machine, with run directories, results file and target of the test's own. */
export class FioWorkshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'benchwright-fio-'))
  readonly target = join(this.folder, 'target')
  readonly runs = join(this.folder, 'state', 'runs')
  readonly path = join(this.folder, 'review.benchwright')
  readonly events: BenchEvent[] = []
  readonly host: Host
  readonly store: ReviewWriter
  readonly runner: CampaignRunner

  constructor(options: Partial<CampaignRunnerOptions> = {}) {
    mkdirSync(this.target)
    mkdirSync(this.runs, { recursive: true })
    this.host = createLocalHost({
      environment: { ...process.env, BENCHWRIGHT_STATE: join(this.folder, 'state') },
    })
    this.store = createReview(this.path)
    const stateFolder = join(this.folder, 'own-state')
    this.runner = new CampaignRunner({ store: this.store, host: this.host, stateFolder, ...options })
    this.runner.events.on((event) => this.events.push(event))
  }

  async start(plan: Plan): Promise<number> {
    this.store.savePlan(plan)
    return (await this.runner.start(plan.id, '')).campaignId
  }

  /** State of each run; that of a failed one with the id of its reason, so that a surprise explains itself. */
  states(campaignId: number): readonly string[] {
    return this.store
      .runs(campaignId)
      .map((run) => (run.failure ? `${run.state}: ${run.failure.id}` : run.state))
  }

  /** Resolves when a run has been started whose engine is on record; answers its run directory. */
  async engineStarted(phase: 'layout' | 'measure' = 'measure'): Promise<string> {
    await this.happens(
      (event) => event.type === 'run-changed' && event.run.state === 'running' && event.run.phase === phase,
    )
    const [name = ''] = readdirSync(this.runs)
    const directory = join(this.runs, name)
    await appears(directory, 'engine')
    return directory
  }

  /** Resolves when fio has its file open in a measured run: its status line says so. */
  async measuring(): Promise<void> {
    await this.engineStarted('measure')
    await this.happens((event) => event.type === 'terminal' && event.text.includes('(f=1)'), isMeasureStart)
  }

  /** Resolves with the first event that fits, past or to come, but not before one that fits `after`. */
  happens(fits: (event: BenchEvent) => boolean, after?: (event: BenchEvent) => boolean): Promise<BenchEvent> {
    return new Promise((resolve) => {
      const from = after ? this.events.findIndex(after) : 0
      const before = this.events.slice(Math.max(0, from)).find(fits)
      if (before) {
        resolve(before)
        return
      }
      const off = this.runner.events.on((event) => {
        if (!fits(event)) return
        off()
        resolve(event)
      })
    })
  }

  logText(campaignId: number): string {
    return this.store
      .log(campaignId)
      .map((entry) => entry.text)
      .join('\n')
  }

  async close(): Promise<void> {
    await this.runner.stopAll()
    await this.runner.dispose()
    this.store.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function isMeasureStart(event: BenchEvent): boolean {
  return event.type === 'run-changed' && event.run.state === 'running' && event.run.phase === 'measure'
}

/** Resolves when `name` appears in `folder` with something in it. */
export function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if ((statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) === 0) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}
