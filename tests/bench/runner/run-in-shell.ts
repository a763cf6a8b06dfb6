import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import type { Host } from '../../../src/bench/hosts/host'
import { collectRun, type CollectedRun } from '../../../src/bench/runner/execute/collect-run'
import type { DataFileGuard } from '../../../src/bench/runner/supervise/run-directory'
import { startRun } from '../../../src/bench/runner/execute/start-run'
import { installShell, type TestShell } from './shells'
import { oneStep, outputNames, type EngineSteps } from '../../../src/core/engines/steps'

/** A folder and a host for one test. */
export interface Workshop {
  readonly folder: string
  readonly host: Host
  directory(name: string): string
}

export function openWorkshop(shell?: TestShell): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-run-'))
  mkdirSync(join(folder, 'runs'))
  const installed = shell && installShell(shell, folder)
  const host = createLocalHost(installed && { shell: installed.path, environment: installed.environment })
  return { folder, host, directory: (name) => join(folder, 'runs', name) }
}

/** The same under a limit on the size of files, in bytes. */
export function openLimited(shell: TestShell, fileBytes: number): Workshop {
  const workshop = openWorkshop()
  const { path, environment } = installShell(shell, workshop.folder)
  const limited = join(workshop.folder, 'limited')
  const script = `#!/bin/bash\nulimit -f ${String(fileBytes / 1024)}\nexec '${path}' "$@"\n`
  writeFileSync(limited, script, { mode: 0o755 })
  return { ...workshop, host: createLocalHost({ shell: limited, environment }) }
}

/** Starts `sh -c text` as if it were an engine that writes `out.json`. */
export async function startText(
  workshop: Workshop,
  name: string,
  text: string,
  guard?: DataFileGuard,
): Promise<string> {
  const files = [{ name: 'job.txt', text: `'$x" ü\n` }]
  const steps = oneStep('measure', { program: 'sh', args: ['-c', text] }, 'out.json', files)
  return startSteps(workshop, name, steps, guard)
}

/** Starts a run of several steps. */
export async function startSteps(
  workshop: Workshop,
  name: string,
  steps: EngineSteps,
  guard?: DataFileGuard,
): Promise<string> {
  const runDirectory = workshop.directory(name)
  const answer = await startRun(workshop.host, { runDirectory, runName: name, steps, guard })
  if (answer !== 'started') throw new Error(JSON.stringify(answer))
  return runDirectory
}

/** Runs `sh -c text` under the supervisor to completion. */
export async function runText(
  workshop: Workshop,
  name: string,
  text: string,
  guard?: DataFileGuard,
): Promise<CollectedRun> {
  return collectEnded(workshop, name, await startText(workshop, name, text, guard), ['out.json'])
}

/** Runs all steps of a run under the supervisor to completion. */
export async function runSteps(workshop: Workshop, name: string, steps: EngineSteps): Promise<CollectedRun> {
  return collectEnded(workshop, name, await startSteps(workshop, name, steps), outputNames(steps))
}

async function collectEnded(
  workshop: Workshop,
  name: string,
  runDirectory: string,
  outputs: readonly string[],
): Promise<CollectedRun> {
  const outcome = await workshop.host.waitForRun(runDirectory, new AbortController().signal)
  if (outcome !== 'committed') throw new Error(`The run ${name} was lost.`)
  const collected = await collectRun(workshop.host, runDirectory, outputs)
  if (!collected) throw new Error(`The run ${name} has no commit.`)
  return collected
}
