import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { RequestFailure } from '../../core/contract/request-failure'
import { messageOf } from '../../core/errors/system-error'

/** The used functions of HarfBuzz, compiled to WebAssembly; addresses and handles are numbers, 0 is none. */
interface HarfBuzz {
  readonly memory: WebAssembly.Memory
  _initialize(): void
  malloc(bytes: number): number
  free(address: number): void
  hb_blob_create(address: number, bytes: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_set_clear(set: number): void
  hb_set_invert(set: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_set(input: number, which: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_unicode_set(input: number): number
  hb_subset_or_fail(face: number, input: number): number
}

/** Constants of hb.h and hb-subset.h. */
const [memoryModeWritable, setOfLayoutFeatures, flagNoHinting] = [2, 6, 1]

const programFile = 'harfbuzzjs/dist/harfbuzz-subset.wasm'

let program: HarfBuzz | undefined

/**
 * A TrueType face with only the glyphs of a text, with kerning and without hinting. HarfBuzz is compiled at the first
 * call, at once and in this thread: there is no start to wait for, so none that never comes. After a failure the next
 * call starts it afresh. Throws a RequestFailure.
 */
export function subsetFace(face: Uint8Array, text: string): Buffer {
  try {
    program ??= startHarfBuzz()
    return subsetBy(program, face, text)
  } catch (error) {
    // Its memory may hold anything.
    program = undefined
    throw new RequestFailure({
      id: 'no-subset',
      message: `The fonts of the picture could not be prepared: ${messageOf(error)}.`,
      remedy: 'Try again; if this remains, end other programs, or install the app again.',
    })
  }
}

function startHarfBuzz(): HarfBuzz {
  // From a bundle it is among the app's packages; in a checkout these are in app/node_modules.
  const paths = [__dirname, join(__dirname, '..', '..', '..', 'app')]
  const bytes = readFileSync(createRequire(__filename).resolve(programFile, { paths }))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes))
  const started = exports as unknown as HarfBuzz
  started._initialize()
  return started
}

function subsetBy(hb: HarfBuzz, face: Uint8Array, text: string): Buffer {
  const address = allocated(hb.malloc(face.byteLength))
  // Memory that grows gets another buffer.
  new Uint8Array(hb.memory.buffer).set(face, address)
  const whole = hb.hb_blob_create(address, face.byteLength, memoryModeWritable, 0, 0)
  const from = hb.hb_face_create(whole, 0)
  hb.hb_blob_destroy(whole)
  const wanted = allocated(hb.hb_subset_input_create_or_fail())
  const features = hb.hb_subset_input_set(wanted, setOfLayoutFeatures)
  // All of them.
  hb.hb_set_clear(features)
  hb.hb_set_invert(features)
  hb.hb_subset_input_set_flags(wanted, flagNoHinting)
  const characters = hb.hb_subset_input_unicode_set(wanted)
  for (const character of text) hb.hb_set_add(characters, character.codePointAt(0) ?? 0)
  const subset = hb.hb_subset_or_fail(from, wanted)
  if (subset === 0) throw new Error('HarfBuzz cannot read a shipped face')
  const blob = hb.hb_face_reference_blob(subset)
  const start = hb.hb_blob_get_data(blob, 0)
  const bytes = Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(blob)))
  if (bytes.length === 0) throw new Error('HarfBuzz wrote an empty face')
  hb.hb_blob_destroy(blob)
  hb.hb_face_destroy(subset)
  hb.hb_subset_input_destroy(wanted)
  hb.hb_face_destroy(from)
  hb.free(address)
  return bytes
}

function allocated(handle: number): number {
  if (handle === 0) throw new Error('HarfBuzz has no memory left')
  return handle
}
