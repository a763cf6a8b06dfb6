import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calibrateLevels } from '../../../src/bench/calibration/calibrate-levels'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import type { ContentModel } from '../../../src/core/engines/content/content-model'
import type { Host } from '../../../src/bench/hosts/host'
import { oneStep } from '../../../src/core/engines/steps'

let folder: string
let host: Host
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "benchwright it's "))
  host = createLocalHost()
})
afterEach(async () => {
  await host.dispose()
  rmSync(folder, { recursive: true })
})

/** An engine that is a line of shell; `$1` is the file it has to write. */
function shellModel(line: string, more: { mustExist?: boolean; bytes?: number } = {}): ContentModel {
  return {
    keys: ['compress_percent'],
    nominal: () => ({}),
    sample: (_workload, directory) => ({
      run: oneStep('prepare', { program: 'sh', args: ['-c', line, 'engine', `${directory}/data`] }, 'o', []),
      dataFile: 'data',
      bytes: more.bytes ?? 8192,
      mustExist: more.mustExist ?? false,
    }),
  }
}

const request = (model: ContentModel, settings = [{ compress_percent: 0 }]) =>
  ({ host, model, settings, folder, engineVersion: '1.0' }) as const

describe('a calibration', () => {
  it('examines what was written and leaves nothing behind', async () => {
    const seen: number[] = []
    const answer = await calibrateLevels({
      ...request(shellModel('head -c 8192 /dev/zero > "$1"'), [
        { compress_percent: 0 },
        { compress_percent: 5 },
      ]),
      onSample: (done) => seen.push(done),
    })
    expect(answer.problems).toEqual([])
    expect(answer.calibrations).toMatchObject([
      { levels: { compress_percent: 0 }, sampledBytes: 8192, uniqueShare: 0.5, engineVersion: '1.0' },
      { levels: { compress_percent: 5 }, sampledBytes: 8192, uniqueShare: 0.5 },
    ])
    expect(seen).toEqual([1, 2])
    expect(readdirSync(folder)).toEqual([])
  })

  it('lays the file out if the engine needs it', async () => {
    const line = 'test "$(wc -c < "$1")" -eq 8192 && printf x | dd of="$1" conv=notrunc 2>/dev/null'
    const { calibrations } = await calibrateLevels(request(shellModel(line, { mustExist: true })))
    expect(calibrations).toMatchObject([{ uniqueShare: 1, sampledBytes: 8192 }])
  })

  it.each([
    ['fails', 'echo no luck >&2; exit 3', 'no luck'],
    ['fails without a word', 'exit 3', 'The engine ended with status 3.'],
    ['writes too little', 'head -c 4096 /dev/zero > "$1"', 'The engine wrote 4096 of 8192 bytes.'],
  ])('of an engine that %s is a problem, and the next one is tried', async (_what, line, text) => {
    const answer = await calibrateLevels(
      request(shellModel(line), [{ compress_percent: 0 }, { compress_percent: 1 }]),
    )
    expect(answer.calibrations).toEqual([])
    expect(answer.problems.map((problem) => problem.text)).toEqual([text, text])
    expect(readdirSync(folder)).toEqual([])
  })

  it('names the missing program', async () => {
    const model = shellModel('')
    const missing: ContentModel = {
      ...model,
      sample: (...given) => {
        const sample = model.sample(...given)
        return { ...sample, run: oneStep('prepare', { program: 'no-such-engine', args: [] }, 'o', []) }
      },
    }
    const { problems } = await calibrateLevels(request(missing))
    expect(problems[0]?.text).toBe('no-such-engine is not installed.')
  })

  it('needs an existing folder, and creates none', async () => {
    const gone = join(folder, 'gone')
    const { problems } = await calibrateLevels({ ...request(shellModel('true')), folder: gone })
    expect(problems[0]?.text).toBe(`There is no folder ${gone}.`)
    expect(existsSync(gone)).toBe(false)
  })

  it('touches nothing that was there before', async () => {
    writeFileSync(join(folder, 'precious'), 'keep me')
    chmodSync(join(folder, 'precious'), 0o400)
    await calibrateLevels(request(shellModel('cd ..; head -c 8192 /dev/zero > "$1"')))
    expect(readdirSync(folder)).toEqual(['precious'])
  })

  it('ends when it is cancelled, and cleans up', async () => {
    const controller = new AbortController()
    const running = calibrateLevels({
      ...request(shellModel('sleep 60')),
      signal: controller.signal,
    })
    const started = async () => {
      while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await started()
    controller.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual([])
  })
})
