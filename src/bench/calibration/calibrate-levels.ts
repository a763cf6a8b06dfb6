import { messageOf } from '../../core/errors/system-error'
import { createHash, randomBytes } from 'node:crypto'
import type { ContentModel, ContentSample } from '../../core/engines/content/content-model'
import { mainProcess, outputNames } from '../../core/engines/steps'
import type { Workload } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/campaign/calibration'
import { noiseBytes } from '../hosts/host-limits'
import type { Host } from '../hosts/host'
import sampleScript from './sample.sh'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

export interface CalibrationRequest {
  readonly host: Host
  readonly model: ContentModel
  /** One sample for each. */
  readonly settings: readonly Workload[]
  /** Absolute path of an existing folder on the host; each sample is in its own new folder in it. */
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
 * Lets the engine write a little of its data for each setting, examines it and removes it again. A setting
 * that cannot be sampled becomes a problem in the answer. Rejects only if cancelled.
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
    return messageOf(error)
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

/** A script that was cut off could not clean up; the name is unique to this sample. */
async function removeLeftover(host: Host, directory: string): Promise<void> {
  try {
    await host.execute('rm -rf -- "$1"', { arguments: [directory], timeoutMs: 30_000 })
  } catch {
    // The host cannot be reached; a hidden folder stays there.
  }
}

function failureText(exitCode: number, printed: string): string {
  const line = printed
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  return line ?? `The engine ended with status ${exitCode}.`
}

/** What a piece of data consists of; see docs/method.md. */
interface MeasuredContent {
  readonly compressedShare: number
  readonly uniqueCompressedShare: number
  readonly uniqueShare: number
}

const pieceBytes = 128 * 1024
const blockBytes = 4096
const deflateLater = promisify<Uint8Array, { level: number }, Buffer>(deflate)

/**
 * Compresses with zlib level 1 in pieces of 128 KiB, and counts distinct blocks of 4 KiB; an incomplete last
 * block is ignored. Compression runs outside the event loop, so that a campaign is not held up. Undefined for
 * empty data.
 */
export async function measureContent(data: Uint8Array): Promise<MeasuredContent | undefined> {
  const whole = Math.floor(data.length / blockBytes) * blockBytes
  if (whole === 0) return undefined
  const seen = new Set<string>()
  const distinct: Uint8Array[] = []
  for (let at = 0; at < whole; at += blockBytes) {
    const block = data.subarray(at, at + blockBytes)
    const hash = createHash('sha1').update(block).digest('base64')
    if (!seen.has(hash)) distinct.push(block)
    seen.add(hash)
    if (at % (8 * 1024 * 1024) === 0) await nextTurn()
  }
  const blocks = whole / blockBytes
  const unique = Buffer.concat(distinct)
  const compressed = await compressedBytes(data.subarray(0, whole))
  const uniqueCompressed = unique.length === whole ? compressed : await compressedBytes(unique)
  return {
    compressedShare: compressed / whole,
    uniqueCompressedShare: uniqueCompressed / unique.length,
    uniqueShare: seen.size / blocks,
  }
}

async function compressedBytes(data: Uint8Array): Promise<number> {
  let bytes = 0
  for (let at = 0; at < data.length; at += pieceBytes) {
    const piece = await deflateLater(data.subarray(at, at + pieceBytes), { level: 1 })
    bytes += piece.length
  }
  return bytes
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
