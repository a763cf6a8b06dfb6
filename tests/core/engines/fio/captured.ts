import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { CommandRequest, EngineOutput, ParseResult } from '../../../../src/core/engines/engine'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'

const folder = 'tests/fixtures/fio-3.33'

interface CapturedCase {
  readonly name: string
  readonly request: CommandRequest
  readonly exitCode: number
  readonly printed: string
}

/** Names of all captured runs. */
export const capturedNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.case.json'))
  .map((file) => file.replace('.case.json', ''))

/** What a run left, with the text of its only output. */
export interface CapturedOutput extends Omit<EngineOutput, 'outputs'> {
  readonly text: string | undefined
}

/** The engine's reading of it. */
export function parseOutput({ text, ...rest }: CapturedOutput): ParseResult {
  return fioEngine.parse({ ...rest, outputs: { 'output.json': text } })
}

/** A captured run. */
export function captured(name: string): CapturedOutput {
  const one = JSON.parse(readFileSync(`${folder}/${name}.case.json`, 'utf8')) as CapturedCase
  const path = `${folder}/${name}.out`
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  return { text, exitCode: one.exitCode, printed: one.printed, request: one.request }
}

/** A captured status stream. */
export function capturedStream(name: string): string {
  return readFileSync(`${folder}/${name}.eta`, 'utf8')
}

/** The document of a captured run as plain JSON, to compare numbers with. */
export function capturedDocument(name: string): CapturedDocument {
  const text = captured(name).text ?? ''
  return JSON.parse(text.slice(text.search(/^\{/m))) as CapturedDocument
}

export interface CapturedDocument {
  readonly jobs: readonly (Readonly<Record<'read' | 'write', CapturedDirection>> & {
    readonly usr_cpu: number
  })[]
}

export interface CapturedDirection {
  readonly total_ios: number
  readonly io_bytes: number
  readonly bw_bytes: number
  readonly iops: number
  readonly runtime: number
  readonly lat_ns: CapturedLatency
  readonly clat_ns: CapturedLatency
}

export interface CapturedLatency {
  readonly mean: number
  readonly max: number
  readonly N: number
  readonly percentile: Readonly<Record<string, number>>
  readonly bins: Readonly<Record<string, number>>
}
