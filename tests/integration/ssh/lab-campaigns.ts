import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { HostPool } from '../../../src/bench/hosts/host-pool'
import type { ConfirmationRecord } from '../../../src/bench/runner/start/confirmation-record'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { SshWorkshop } from './ssh-workshop'

export interface RunnerSettings {
  readonly controlSockets?: boolean
  readonly record?: ConfirmationRecord
}

/** Campaigns on `lab`, a host behind a real sshd, with the test's own results file and runner. */
export class LabCampaigns {
  readonly shop = new SshWorkshop()
  store: ReviewWriter = createReview(join(this.shop.folder, 'review.benchwright'))
  #runner: CampaignRunner | undefined

  async serve(): Promise<void> {
    await this.shop.serve()
    this.shop.configure()
    this.shop.trust()
  }

  get runner(): CampaignRunner {
    if (!this.#runner) throw new Error('No runner was opened.')
    return this.#runner
  }

  /** A separate runner with its own connections, as another process would have. */
  openRunner({ record, ...options }: RunnerSettings = {}): HostPool {
    const pool = this.shop.pool(options)
    this.#runner = new CampaignRunner({
      store: this.store,
      host: pool.local,
      hosts: pool,
      stateFolder: join(this.shop.folder, 'own-state'),
      ...(record && { record }),
    })
    return pool
  }

  /** Resolves once fio has its file open in a measured run; returns the run directory. */
  measuring(): Promise<string> {
    return vi.waitFor(() => {
      const isMeasuring = this.store
        .campaigns()
        .flatMap(({ id }) => this.store.runs(id))
        .some(({ phase, state }) => phase === 'measure' && state === 'running')
      const directory = readdirSync(this.shop.runs)
        .map((name) => join(this.shop.runs, name))
        .find((path) => existsSync(join(path, 'engine')) && !existsSync(join(path, 'rc')))
      if (!isMeasuring || directory === undefined) throw new Error('No run is measured yet.')
      if (!readFileSync(join(directory, 'log'), 'utf8').includes('(f=1)'))
        throw new Error('fio does not say yet that it is at work.')
      return directory
    })
  }

  states(campaignId: number): readonly string[] {
    return this.store.runs(campaignId).map((run) => run.failure?.id ?? run.state)
  }

  logOf(campaignId: number): string {
    return this.store
      .log(campaignId)
      .map(({ text }) => text)
      .join('\n')
  }

  async close(): Promise<void> {
    this.#runner?.leave()
    await this.shop.close()
    await this.#runner?.dispose()
    this.store.close()
  }
}
