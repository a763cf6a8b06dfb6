import { readFileSync, readdirSync } from 'node:fs'
import type { CommandRequest, EngineOutput, ParseResult } from '../../../../src/core/engines/engine'
import { iozoneEngine } from '../../../../src/core/engines/iozone/iozone-engine'

const fixtures = 'tests/fixtures'

/** Versions that were captured from the real program. */
export const versions = ['3.489', '3.507', '3.510'] as const

/** A captured run of IOzone: what was requested, what was started, and the outcome. */
export interface Captured {
  readonly version: string
  readonly name: string
  /** Absent for command lines that are not the app's. */
  readonly request?: CommandRequest
  readonly argv: readonly string[]
  readonly exitCode: number
  readonly printed: string
  readonly text: string
}

export const allCaptured: readonly Captured[] = versions.flatMap((version) => {
  const folder = `${fixtures}/iozone-${version}`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.case.json'))
    .map((file) => {
      const one = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Omit<Captured, 'version' | 'text'>
      const text = readFileSync(`${folder}/${one.name}.out`, 'utf8')
      return { ...one, version, text }
    })
})

export function captured(name: string, version: (typeof versions)[number] = '3.489'): Captured {
  const found = allCaptured.find((one) => one.name === name && one.version === version)
  if (!found) throw new Error(`There is no captured ${name} of ${version}.`)
  return found
}

/** What a run left, with the text of its only output. */
export interface CapturedOutput extends Omit<EngineOutput, 'outputs'> {
  readonly text: string | undefined
}

/** The engine's reading of it. */
export function parseOutput({ text, ...rest }: CapturedOutput): ParseResult {
  return iozoneEngine.parse({ ...rest, outputs: { 'output.txt': text } })
}

/** A captured run of the app's own command. */
export function outputOf({ name, text, exitCode, printed, request }: Captured): CapturedOutput {
  if (!request) throw new Error(`${name} was not started by the app.`)
  return { text, exitCode, printed, request }
}

export function synthetic(name: string): string {
  return readFileSync(`${fixtures}/iozone-synthetic/${name}.out`, 'utf8')
}

export const syntheticValues = JSON.parse(
  readFileSync(`${fixtures}/iozone-synthetic/expected.json`, 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, number>>>>
