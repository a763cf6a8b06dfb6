/** Live numbers read from the terminal stream. For display only, never stored as results. */
export interface Progress {
  readonly phase: 'preparing' | 'ramp' | 'running' | 'finishing'
  /** 0 to 1, undefined if the engine does not say. */
  readonly fraction?: number
  readonly readBytesPerSecond?: number
  readonly writeBytesPerSecond?: number
  readonly readIops?: number
  readonly writeIops?: number
  /** Other headline metrics by id, in base units. */
  readonly headline?: Readonly<Record<string, number>>
  readonly secondsLeft?: number
}

/** The engine's current numbers by metric id, in base units: reads and writes combined. */
export function progressValues(progress: Progress): Readonly<Record<string, number>> {
  const sums = {
    bandwidth: [progress.readBytesPerSecond, progress.writeBytesPerSecond],
    iops: [progress.readIops, progress.writeIops],
  }
  const known = Object.entries(sums).flatMap(([id, parts]) => {
    const said = parts.filter((part) => part !== undefined)
    return said.length === 0 ? [] : [[id, said.reduce((sum, part) => sum + part, 0)] as const]
  })
  return { ...Object.fromEntries(known), ...progress.headline }
}

/** Reads an engine's terminal text piece by piece. */
export interface ProgressReader {
  /** Takes the next piece of text; returns the newest state if the piece completed one. */
  push(text: string): Progress | undefined
}

/** A terminal may send anything; a line that never ends is not one that an engine writes. */
const mostLine = 4096

/** Reads an engine's terminal text line by line, once the end of a line has arrived; `read` is undefined for other lines. */
export function lineReader(read: (line: string) => Progress | undefined): ProgressReader {
  let rest = ''
  return {
    push(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = (lines.pop() ?? '').slice(-mostLine)
      return lines.reduce<Progress | undefined>((latest, line) => read(line) ?? latest, undefined)
    },
  }
}
