import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import type { Host } from '../../../src/bench/hosts/host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import type { CampaignRunnerOptions } from '../../../src/bench/runner/make-parts'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { Plan } from '../../../src/core/plan/plan'
import { startAnyway } from '../../bench/runner/start-anyway'

/** Real fio on this machine, with the test's own run directories, results file and target. */
export class FioWorkshop {
  readonly folder: string
  readonly target: string
  readonly runs: string
  readonly path: string
  readonly events: BenchEvent[] = []
  readonly host: Host
  readonly store: ReviewWriter
  readonly runner: CampaignRunner

  /** `parent`: where its folder is made. */
  constructor(options: Partial<CampaignRunnerOptions> = {}, parent = tmpdir()) {
    this.folder = mkdtempSync(join(parent, 'benchwright-fio-'))
    this.target = join(this.folder, 'target')
    this.runs = join(this.folder, 'state', 'runs')
    this.path = join(this.folder, 'review.benchwright')
    // Engines that give up root's rights have to reach the target.
    chmodSync(this.folder, 0o711)
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
    return (await this.runner.start(plan.id, '', startAnyway)).campaignId
  }

  /** State of each run; that of a failed one with the id of its reason, so that a surprise explains itself. */
  states(campaignId: number): readonly string[] {
    return this.store
      .runs(campaignId)
      .map((run) => (run.failure ? `${run.state}: ${run.failure.id}` : run.state))
  }

  /** Resolves once a run with an engine on record has been started; returns its run directory. */
  async engineStarted(phase: 'layout' | 'measure' = 'measure'): Promise<string> {
    const event = await this.happens((each) => isStart(each, phase))
    const runId = event.type === 'run-changed' ? event.run.id : 0
    // The directory of the previous run may still exist, and this run's may not exist yet.
    return vi.waitFor(() => {
      const name = readdirSync(this.runs).find((each) => each.endsWith(`-${String(runId)}`))
      const directory = join(this.runs, name ?? '')
      expect(readFileSync(join(directory, 'engine'), 'utf8')).not.toBe('')
      return directory
    })
  }

  /** Resolves once fio has its file open in a measured run: its status line shows it. */
  async measuring(): Promise<void> {
    await this.engineStarted('measure')
    await this.happens(
      (event) => event.type === 'terminal' && event.text.includes('(f=1)'),
      (event) => isStart(event, 'measure'),
    )
  }

  /** Resolves with the first matching event, past or future, but not before one that matches `after`. */
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

  /** Resolves once a terminal shows this text, which may arrive in pieces. */
  async printed(text: string): Promise<void> {
    await this.happens((event) => event.type === 'terminal' && this.#terminalText().includes(text))
  }

  #terminalText(): string {
    return this.events.flatMap((event) => (event.type === 'terminal' ? [event.text] : [])).join('')
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

function isStart(event: BenchEvent, phase: 'layout' | 'measure'): boolean {
  return event.type === 'run-changed' && event.run.state === 'running' && event.run.phase === phase
}
