import type { SeriesPoints } from '../results/observation'
import { ObservedSeries } from './observed-series'
import { addPoints, SampleFollower, type SampleOptions } from './read-samples'
import { readSampleLine } from './sample-log'

/**
 * Reads a sampler's file piece by piece while it is being written. The first line is the host's `/proc/uptime` when
 * it was sent, which ties the sampler's times to this machine's clock, however far apart the two clocks are.
 */
export class LiveSamples {
  readonly #series = new ObservedSeries()
  readonly #follow = new SampleFollower()
  /** The host's boot time by this machine's clock, in ms since 1970. */
  #upSinceMs: number | undefined
  #unfinished = ''
  #lastUptime = 0

  constructor(private readonly options: Pick<SampleOptions, 'readDrive'> = {}) {}

  /**
   * Takes the next piece, which arrived at `nowMs`, and returns the points it completed; their times are seconds
   * since `startedAtMs`. Lines that are not the sampler's, such as a truncated one, are ignored.
   */
  push(text: string, nowMs: number, startedAtMs: number): readonly SeriesPoints[] {
    const lines = (this.#unfinished + text).split(/\r*\n/)
    this.#unfinished = lines.pop() ?? ''
    for (const line of lines) {
      if (this.#upSinceMs === undefined) {
        const uptime = Number.parseFloat(line)
        if (Number.isFinite(uptime)) this.#upSinceMs = nowMs - uptime * 1000
        continue
      }
      const sample = readSampleLine(line)
      if (!sample || sample.uptime < this.#lastUptime) continue
      this.#lastUptime = sample.uptime
      if (sample.kind === 'clock' || sample.kind === 'end') continue
      const seconds = sample.uptime + (this.#upSinceMs - startedAtMs) / 1000
      addPoints(this.#series, this.#follow, sample, seconds, this.options)
    }
    return this.#series.drain()
  }
}
