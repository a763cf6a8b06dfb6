import type { RunStep } from '../../steps'
import { logPrefix } from './log-request'
import type { LogFile } from './read-fio-logs'

/** All logs of a run in one file, each under a line `# NAME`. */
export const gatheredLog = 'series.log'

/** The amount collected from one file. */
export const mostLogBytes = 64 * 1024 * 1024

/**
 * fio writes a log for every quantity and job, hundreds of them for a job with many clones; they are joined into one
 * file on the host, so that only one is collected. A client writes the logs of its servers, each with the server's
 * name appended (`series_bw.1.log.host-1`). Even if this fails, the run has been measured.
 */
export const gatherLogs: RunStep = {
  kind: 'gather',
  processes: [
    {
      program: 'sh',
      args: [
        '-c',
        `for log in ${logPrefix}_*.log ${logPrefix}_*.log.*; do ` +
          `[ ! -f "$log" ] || { printf '# %s\\n' "$log"; cat "$log"; }; done | ` +
          `head -c ${mostLogBytes} > ${gatheredLog}; rm -f ${logPrefix}_*.log ${logPrefix}_*.log.*; exit 0`,
      ],
    },
  ],
  outputs: [],
  logs: [gatheredLog],
}

/** Splits the joined file into logs, only those of one server if it is named. The last one may be truncated. */
export function splitGathered(text: string, server?: string): readonly LogFile[] {
  const files = splitAll(text)
  if (server === undefined) return files
  const ending = `.${server}`
  return files.flatMap(({ name, text: own }) =>
    name.endsWith(ending) ? [{ name: name.slice(0, -ending.length), text: own }] : [],
  )
}

function splitAll(text: string): readonly LogFile[] {
  const files: LogFile[] = []
  for (let at = text.startsWith('# ') ? 0 : -1; at >= 0;) {
    const headEnd = text.indexOf('\n', at)
    if (headEnd < 0) break
    const next = text.indexOf('\n# ', headEnd)
    const end = next < 0 ? text.length : next + 1
    files.push({ name: text.slice(at + 2, headEnd), text: text.slice(headEnd + 1, end) })
    at = next < 0 ? -1 : next + 1
  }
  return files
}
