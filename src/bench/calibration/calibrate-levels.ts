import { randomBytes } from 'node:crypto'
import type { ContentModel, ContentSample } from '../../core/engines/content/content-model'
import { mainProcess, outputNames } from '../../core/engines/steps'
import type { Workload } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/calibration'
import { noiseBytes } from '../hosts/host-limits'
import type { Host } from '../hosts/host'
import { measureContent } from './measure-content'
import sampleScript from './sample.sh'

export interface CalibrationRequest {
  readonly host: Host
  readonly model: ContentModel
  /** One sample for each. */
  readonly settings: readonly Workload[]
  /** Absolute path of an existing folder on the host; each sample lies in a new folder of its own in it. */
  readonly folder: string
  readonly engineVersion: string | undefined
  readonly signal?: AbortSignal
  readonly onSample?: (done: number, total: number) => void
}

export interface CalibrationAnswer {
  readonly calibrations: readonly Calibration[]
  /** Settings that could not be sampled. */
  readonly problems: readonly CalibrationProblem[]
}

export interface CalibrationProblem {
  readonly levels: Workload
  /** One sentence. */
  readonly text: string
}

const timeoutMs = 120_000

/**
 * Lets the engine write a little of its data for each setting, looks at it and removes it again. A setting that cannot
 * be sampled is a problem of its own and ends nothing. Rejects only when it is cancelled.
 */
export async function calibrateLevels(request: CalibrationRequest): Promise<CalibrationAnswer> {
  const calibrations: Calibration[] = []
  const problems: CalibrationProblem[] = []
  for (const [at, levels] of request.settings.entries()) {
    request.signal?.throwIfAborted()
    const answer = await calibrateOne(request, levels)
    if (typeof answer === 'string') problems.push({ levels, text: answer })
    else calibrations.push(answer)
    request.onSample?.(at + 1, request.settings.length)
  }
  return { calibrations, problems }
}

async function calibrateOne(request: CalibrationRequest, levels: Workload): Promise<Calibration | string> {
  const { host, model, engineVersion, signal } = request
  const folder = request.folder.replace(/\/+$/, '')
  const directory = `${folder}/.benchwright-sample-${randomBytes(6).toString('hex')}`
  try {
    const sample = model.sample(levels, directory, engineVersion)
    const answer = await host.execute(`# benchwright sample\n${sampleScript}`, {
      arguments: sampleArguments(sample, directory),
      purpose: 'a sample of what the engine writes',
      timeoutMs,
      limitBytes: sample.bytes + noiseBytes,
      ...(signal && { signal }),
    })
    if (answer.exitCode !== 0) return failureText(answer.exitCode, answer.stderr)
    const content = await measureContent(answer.stdout)
    if (!content || answer.stdout.length < sample.bytes)
      return `The engine wrote ${answer.stdout.length} of ${sample.bytes} bytes.`
    return { levels, sampledBytes: answer.stdout.length, ...content, engineVersion, measuredAtMs: Date.now() }
  } catch (error) {
    await removeLeftover(host, directory)
    signal?.throwIfAborted()
    return error instanceof Error ? error.message : String(error)
  }
}

function sampleArguments(sample: ContentSample, directory: string): readonly string[] {
  const { run, dataFile, bytes, mustExist } = sample
  const { program, args, prints } = mainProcess(run)
  const [output = 'printed'] = outputNames(run)
  return [
    ...[directory, dataFile, mustExist ? String(bytes) : '', output, prints === undefined ? '' : 'prints'],
    ...[String(run.files.length), ...run.files.flatMap(({ name, text }) => [name, text])],
    ...[program, ...args],
  ]
}

/** A script that was cut off could not clean up; the name is this sample's own and nobody else's. */
async function removeLeftover(host: Host, directory: string): Promise<void> {
  try {
    await host.execute('rm -rf -- "$1"', { arguments: [directory], timeoutMs: 30_000 })
  } catch {
    // The host cannot be reached; its folder keeps a hidden one.
  }
}

function failureText(exitCode: number, printed: string): string {
  const line = printed
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  return line ?? `The engine ended with status ${exitCode}.`
}
