/** One line of a sampler's file: time, source and text. */
export interface Sample {
  /** Seconds since the host's start, which no step of its clock changes. */
  readonly uptime: number
  readonly kind: string
  readonly words: readonly string[]
}

export interface SampleLog {
  readonly samples: readonly Sample[]
  /** Why it ended: it was stopped, its run was gone, or the file was full. Undefined if the sampler was cut off. */
  readonly end: (typeof ends)[number] | undefined
  /** The host's clock, in ms since 1970, and its uptime in seconds; one every few seconds. */
  readonly clocks: readonly { readonly uptime: number; readonly atMs: number }[]
  /** What is wrong with the file, with the line; undefined if nothing is. */
  readonly problem: string | undefined
}

const heading = 'benchwright-samples 1'
const ends = ['told', 'gone', 'full'] as const

/** Reads the file of `bench/observers/sample.sh` as far as it is valid; never throws. */
export function parseSampleLog(text: string): SampleLog {
  const lines = text.split('\n')
  const samples: Sample[] = []
  const clocks: { uptime: number; atMs: number }[] = []
  let end: SampleLog['end']
  const log = (problem?: string): SampleLog => ({ samples, end, clocks, problem })
  if (lines[0] !== heading) return log('The first line is not that of a sampler.')
  // The text after the last line end is incomplete.
  for (const [at, line] of lines.slice(0, -1).entries()) {
    if (at === 0) continue
    const sample = readSampleLine(line)
    if (!sample) return log(`Line ${at + 1} is not as the sampler writes it.`)
    const { uptime, kind, words } = sample
    if (uptime < (samples.at(-1)?.uptime ?? 0)) return log(`Line ${at + 1} is older than the one before it.`)
    if (kind === 'clock') {
      const seconds = Number(words[0])
      if (seconds > 0 && seconds < 253_402_300_800) clocks.push({ uptime, atMs: seconds * 1000 })
    } else if (kind === 'end') {
      end = ends.find((one) => one === words[0])
    } else {
      samples.push(sample)
    }
  }
  return log()
}

/** One line after the heading; undefined for anything the sampler does not write. */
export function readSampleLine(line: string): Sample | undefined {
  // Fields after a tab may have blanks in them.
  const [head = '', ...fields] = line.split('\t')
  const [stamp = '', kind = '', ...words] = head.split(/ +/)
  if (!/^\d{1,15}$/.test(stamp) || kind === '') return undefined
  return { uptime: Number(stamp) / 100, kind, words: [...words, ...fields] }
}

/** Uptime at a time of the host's clock, by the nearest clock reading; undefined without one. */
export function uptimeAt({ clocks }: SampleLog, atMs: number): number | undefined {
  let nearest: SampleLog['clocks'][number] | undefined
  for (const clock of clocks)
    if (!nearest || Math.abs(clock.atMs - atMs) < Math.abs(nearest.atMs - atMs)) nearest = clock
  return nearest ? nearest.uptime + (atMs - nearest.atMs) / 1000 : undefined
}
