import type { Advice, PlanEnvironment, RunsFolder } from '../../plan/advice'
import { formatBytes } from '../../units/bytes'
import type { Engine } from '../engine'

/** Whether the machine has the engine, new enough, can hold the files of runs, and is in a state to measure a drive. */
export function machineAdvice(engine: Engine, environment: PlanEnvironment): readonly Advice[] {
  return [...engineAdvice(engine, environment), ...runsFolderAdvice(environment), ...stateAdvice(environment)]
}

/** Kept with the campaign: its numbers carry what was known before it started. */
function stateAdvice({ machine, benchWarnings = [] }: PlanEnvironment): readonly Advice[] {
  const where = machine === undefined ? '' : ` Found on ${machine}.`
  return benchWarnings.map(({ id, text, reason }) => ({
    id: `bench-${id.replaceAll('_', '-')}`,
    severity: 'warning',
    reservation: 'qualifies',
    text,
    reason: `${reason}${where}`,
    about: 'target',
  }))
}

function engineAdvice({ description }: Engine, environment: PlanEnvironment): readonly Advice[] {
  const { name, program, install, oldestVersion } = description
  const { machine, engineState, engineVersion = '', engineElsewhere, engineInstall } = environment
  const where = machine === undefined ? '' : ` on ${machine}`
  const reason =
    engineInstall ??
    `On Debian and Ubuntu: ${install.debian}. On Fedora: ${install.fedora}. On Arch: ${install.arch}. On macOS: ${install.macos}.`
  if (engineState === 'missing' && engineElsewhere !== undefined)
    return [
      problem('engine-off-path', `${name}${where} is at ${engineElsewhere}, where no run would find it.`, {
        reason: linkRemedy(program, engineElsewhere),
      }),
    ]
  if (engineState === 'missing')
    return [problem('engine-missing', `${name} was not found${where}.`, { reason })]
  if (engineState === 'too-old') {
    const text = `${name} ${engineVersion}${where} is too old; ${oldestVersion} is the oldest that works.`
    return [problem('engine-too-old', text, { reason })]
  }
  return []
}

/** What to do about a program that is there, but in no folder of the PATH of a non-interactive login. */
export function linkRemedy(program: string, path: string): string {
  return `Link it into a folder that is on the PATH without a login shell: ln -s ${path} /usr/local/bin/${program}, as root.`
}

function problem(id: string, text: string, { reason }: { readonly reason: string }): Advice {
  return { id, severity: 'error', text, reason, about: 'engine' }
}

function runsFolderAdvice({ machine, runsFolder }: PlanEnvironment): readonly Advice[] {
  const found = runsFolder && runsFolderProblem(runsFolder, machine)
  return found
    ? [{ id: 'runs-folder', severity: 'error', text: found.text, reason: found.remedy, about: 'host' }]
    : []
}

/** Job files, logs and outputs of the first runs need this much; below it, nothing is started. */
const leastBytes = 64 * 1024 ** 2

/** Why no run could write its job file and its output, and what to do about it; undefined if nothing prevents it. */
export function runsFolderProblem(
  folder: RunsFolder,
  machine?: string,
): { readonly text: string; readonly remedy: string } | undefined {
  const { path, unwritable, isReadOnly, freeBytes } = folder
  const remedy = runsFolderRemedy(folder)
  const name = `The folder of runs${machine === undefined ? '' : ` on ${machine}`}, ${path},`
  if (isReadOnly === true) return { text: `${name} is on a file system that is read-only.`, remedy }
  if (unwritable !== undefined) {
    const why =
      unwritable === path ? '' : `: ${unwritable} is not a folder in which this account may create one`
    return { text: `${name} cannot be written by this account${why}.`, remedy }
  }
  if (freeBytes !== undefined && freeBytes < leastBytes)
    return {
      text: `${name} has ${formatBytes(freeBytes)} free; runs need ${formatBytes(leastBytes)} there.`,
      remedy,
    }
  return undefined
}

/** How to give the files of runs another place, or the present one room. */
export function runsFolderRemedy({ unwritable, isReadOnly, isRemote }: RunsFolder): string {
  const move = isRemote
    ? 'set BENCHWRIGHT_STATE to another folder where the shell of the account reads it without a terminal, such as the first line of ~/.bashrc'
    : 'start Benchwright with BENCHWRIGHT_STATE set to another folder'
  if (isReadOnly === true) return `Mount it writable, or ${move}.`
  return unwritable === undefined
    ? `Make room there, or ${move}.`
    : `Let this account write there, or ${move}.`
}
