import type { ByteRange } from '../../../../core/engines/engine'
import { usedBytesAt, usedPercentOf } from '../../../../core/plan/fill-level'
import { formatBytes } from '../../../../core/units/bytes'
import { formatPercent } from '../../../../core/units/number-format'
import { createdFile, type CampaignContext } from '../../campaign-context'
import { ballastOf } from '../../record/campaign-data-file'
import { RunnerError } from '../../runner-error'
import { heldTarget } from '../../supervise/run-directory'
import { fillRun, type PreparedRun } from '../prepare-run'
import occupancy from './occupancy.sh'
import type { QueuedRun } from '../../schedule/run-queue'

const mebibyte = 1024 ** 2

/** A file system and the ballast on it, in bytes. */
export interface Occupancy {
  readonly totalBytes: number
  readonly freeBytes: number
  /** Space the ballast currently takes; 0 if there is none. */
  readonly ballastBytes: number
}

/** True for runs that need the file system filled to a level. */
export function isFilled({ workload, phase }: QueuedRun): boolean {
  return phase !== 'layout' && usedPercentOf(workload) !== undefined
}

/**
 * Prepares the run that brings the file system of a run to its level; undefined if the level is reached
 * already. The host is asked every time, so that an unfinished ballast is continued and another program's
 * file is noticed. Throws a RunnerError if the file system is fuller than the level.
 */
export async function prepareBallast(
  context: CampaignContext,
  run: QueuedRun,
): Promise<PreparedRun | undefined> {
  const percent = usedPercentOf(run.workload)
  const path = ballastOf(context)
  if (percent === undefined || path === undefined) return undefined
  const occupancy = await occupancyOf(context, path)
  const ballast = ballastAt(percent, occupancy)
  if (ballast === undefined) return undefined
  const { workload, seed } = run
  const dataFile = context.holdsTarget ? heldTarget : path
  return fillRun(
    context,
    { workload, seed, dataFile, ballast },
    {
      path,
      createdIdentity: createdFile(context, path)?.identity,
      mayCreate: true,
      hasOwnName: true,
      isHeld: context.holdsTarget,
      fileBytes: ballast.toBytes,
      spaceBytes: ballast.toBytes,
    },
  )
}

/**
 * The part of the ballast to be written for a level. Undefined if the level is within 0.25 % of the capacity.
 * The ballast grows at its end and shrinks by truncation; its last MiB is always written, so that there is
 * always something to run.
 */
export function ballastAt(percent: number, occupancy: Occupancy): ByteRange | undefined {
  const { totalBytes, freeBytes, ballastBytes } = occupancy
  const used = totalBytes - freeBytes
  const wanted = usedBytesAt(percent, totalBytes)
  const tolerance = Math.max(2 * mebibyte, totalBytes / 400)
  if (Math.abs(wanted - used) <= tolerance) return undefined
  const others = used - ballastBytes
  if (others > wanted + tolerance)
    throw new RunnerError(
      'already-fuller',
      `${formatBytes(others)} of the file system are in use without the ballast, ${formatPercent((100 * others) / totalBytes)}; the case requires ${formatPercent(percent)}.`,
      'Delete files, make the data file smaller, or remove the levels below that.',
    )
  const toBytes = Math.max(mebibyte, Math.floor((wanted - others) / mebibyte) * mebibyte)
  // The ballast is written in order, so all but its last part contains data.
  const written = Math.max(0, Math.floor(ballastBytes / mebibyte) - 1) * mebibyte
  return { fromBytes: Math.min(written, toBytes - mebibyte), toBytes }
}

async function occupancyOf({ host }: CampaignContext, path: string): Promise<Occupancy> {
  const { stdout } = await host.execute(`# benchwright occupancy\n${occupancy}`, {
    arguments: [path],
    purpose: 'the space of the file system',
  })
  const [df = '', du = ''] = new TextDecoder().decode(stdout).split('\n\n')
  const [, total, , available] = /\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s[^\n]*$/.exec(df.trimEnd()) ?? []
  if (total === undefined || available === undefined)
    throw new RunnerError(
      'no-df',
      `The used space of the file system of ${path} could not be determined: the output of df could not be read.`,
    )
  return {
    totalBytes: Number(total) * 1024,
    freeBytes: Number(available) * 1024,
    ballastBytes: (Number.parseInt(du, 10) || 0) * 1024,
  }
}
