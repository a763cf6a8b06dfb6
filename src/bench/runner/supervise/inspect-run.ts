import type { Host } from '../../hosts/host'
import processFunctions from '../../hosts/shell/process-functions.sh'
import inspect from './inspect-run.sh'

/**
 * `committed`: the result waits in the run directory. `running`: its supervisor is alive. `rebooted`: its
 * machine has been restarted since. `gone`: the supervisor ended without a result. `missing`: there is no run
 * directory.
 */
export type RunWhereabouts = 'committed' | 'running' | 'rebooted' | 'gone' | 'missing'

/**
 * Finds out the state of a run that was not watched. A run that was prepared but never claimed by its
 * supervisor is claimed by this check, so that after the answer `gone` no engine can start in its directory
 * any more.
 */
export async function inspectRun(host: Host, runDirectory: string): Promise<RunWhereabouts> {
  const answer = await host.execute(['# benchwright inspect', processFunctions, inspect].join('\n'), {
    arguments: [runDirectory],
    purpose: 'the state of the run',
    timeoutMs: 30_000,
  })
  const word = new TextDecoder().decode(answer.stdout).trim()
  switch (word) {
    case 'committed':
    case 'running':
    case 'rebooted':
    case 'gone':
    case 'missing':
      return word
    default:
      throw new Error(`The state of ${runDirectory} could not be read: ${answer.stderr.trim() || word}.`)
  }
}
