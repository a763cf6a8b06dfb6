import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import {
  createdDataFile,
  createdFile,
  placesOf,
  type CampaignContext,
  type MachineContext,
} from '../campaign-context'
import { ballastOf } from '../record/campaign-data-file'
import { lookAtDataFile } from '../record/data-file'
import { noteCreatedFile } from '../record/note-created-file'
import { removeRunDirectories } from '../supervise/run-directory'
import { ballastRunId, readRunDirectory, runNameOf, serviceRunId } from '../execute/run-name'
import listRuns from './list-runs.sh'
import { stopRun } from '../supervise/stop-run'

/**
 * State in which a campaign is resumed: what was cleared of earlier sessions, and what the data file still
 * contains.
 */
export interface Ground {
  readonly clearedPids: readonly number[]
  readonly removedDirectories: readonly string[]
  /**
   * Layout that the data file certainly contains; undefined: it has to be rewritten before a measured run.
   */
  readonly laidOut: string | undefined
}

/**
 * Clears what earlier sessions left of a campaign on all its hosts, apart from its runs in state `running`,
 * which are adopted: run directories whose results are stored already, and orphaned attempts, whose processes
 * are ended. `isSameDevice`: the raw device has stayed attached since it was confirmed.
 */
export async function clearGround(context: CampaignContext, isSameDevice: boolean): Promise<Ground> {
  const { queue } = context
  const places = placesOf(context)
  const idsOf = (run: { readonly runId: number }) =>
    places.flatMap(({ runs }) => runs.get(run.runId)?.runId ?? [])
  const adopted = new Set(queue.inState('running').flatMap(idsOf))
  // A run in progress needs its service.
  if (adopted.size > 0) adopted.add(serviceRunId)
  const layouts = new Set(queue.runs.filter((run) => run.phase === 'layout').flatMap(idsOf))
  const clearedPids: number[] = []
  const removedDirectories: string[] = []
  let layoutCut = false
  for (const place of places) {
    const cleared = await clearPlace(place, adopted, layouts)
    for (const pid of cleared.pids) clearedPids.push(pid)
    for (const directory of cleared.directories) removedDirectories.push(directory)
    layoutCut ||= cleared.layoutCut
  }
  const laidOut = layoutCut ? undefined : await certainLayout(context, isSameDevice)
  return { clearedPids, removedDirectories, laidOut }
}

/** Clears one host. Two names may lead to the same host, which is then already clear the second time. */
async function clearPlace(place: MachineContext, adopted: ReadonlySet<number>, layouts: ReadonlySet<number>) {
  const { host, runsDirectory, tag, engine } = place
  const answer = await host.execute(`# benchwright list\n${listRuns}`, {
    arguments: [runsDirectory, tag],
    purpose: 'what is left of earlier runs',
    timeoutMs: 30_000,
  })
  const directories = new TextDecoder().decode(answer.stdout).split('\n').filter(Boolean)
  const abandoned = directories.filter((directory) => !adopted.has(readRunDirectory(directory)?.runId ?? -1))
  const pids: number[] = []
  let layoutCut = false
  for (const directory of abandoned) {
    const runId = readRunDirectory(directory)?.runId ?? -1
    if (layouts.has(runId) && !(await endedWell(host, directory))) layoutCut = true
    const proof = await stopRun(host, {
      runDirectory: directory,
      runName: runNameOf(tag, runId),
      program: engine.description.program,
    })
    if (layouts.has(runId)) await noteUnknownFile(place, directory, place.dataFile)
    if (runId === ballastRunId) await noteUnknownFile(place, directory, ballastOf(place))
    for (const pid of proof.endedPids) pids.push(pid)
  }
  await removeRunDirectories(host, abandoned)
  return { pids, directories: abandoned, layoutCut }
}

/**
 * A run that was cut off may have recreated its file; without its note it would be unclear whose file it is.
 */
async function noteUnknownFile(
  place: MachineContext,
  runDirectory: string,
  path: string | undefined,
): Promise<void> {
  const known = path === undefined ? undefined : createdFile(place, path)
  if (known && (await lookAtDataFile(place.host, known)) === 'same') return
  await noteCreatedFile(place, runDirectory, path)
}

/** A layout that was committed with exit status 0 has written its whole file. */
async function endedWell(host: Host, directory: string): Promise<boolean> {
  const rc = await host.readFile(`${directory}/rc`, 1024).catch((error: unknown) => {
    // An engine put something else there.
    if (error instanceof HostError && (error.id === 'not-a-file' || error.id === 'too-large'))
      return undefined
    throw error
  })
  return rc !== undefined && new TextDecoder().decode(rc).startsWith('0 ')
}

/**
 * The data file is trusted if it is the very file this app created, the campaign has only one layout, and
 * that layout is done. With several layouts it is not known which came last, so the file is rewritten; likewise where
 * runs make the files anew. So is
 * a raw device that was detached since then, or whose machine was restarted; the guard checks its content
 * against the agreement.
 */
async function certainLayout(context: CampaignContext, isSameDevice: boolean): Promise<string | undefined> {
  const layouts = context.queue.runs.filter((run) => run.phase === 'layout')
  const [first] = layouts
  if (!first || layouts.length > 1 || context.queue.stateOf(first.runId) !== 'done') return undefined
  if (context.queue.runs.some(({ workload }) => context.engine.remakesFiles?.(workload) === true))
    return undefined
  if (context.device) return isSameDevice ? first.layoutKey : undefined
  for (const owner of context.machines) {
    const file = createdDataFile(owner)
    if (!file || (await lookAtDataFile(owner.host, file)) !== 'same') return undefined
  }
  return first.layoutKey
}
