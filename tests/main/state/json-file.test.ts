import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JsonFile } from '../../../src/main/state/json-file'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'benchwright-json-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const schema = v.object({ count: v.number() })
const file = (name = 'state.json') => new JsonFile(join(folder, name), schema, { count: 0 })

describe('JsonFile', () => {
  it('reads back what was written, in folders it creates itself', () => {
    file('deep/er/state.json').write({ count: 7 })
    expect(file('deep/er/state.json').read()).toEqual({ count: 7 })
  })

  it.runIf(process.platform === 'linux')('refuses a folder that no file system lets it create', () => {
    const strange = new JsonFile('/proc/x/y/state.json', schema, { count: 0 })
    expect(() => strange.write({ count: 1 })).toThrow('/proc/x')
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['half written', '{"count": 1'],
    ['of another shape', '{"count": "many"}'],
    ['a list', '[1, 2]'],
  ])('treats a file that is %s as absent', (_what, text) => {
    if (text !== undefined) writeFileSync(join(folder, 'state.json'), text)
    expect(file().read()).toEqual({ count: 0 })
  })

  it('keeps the old content if writing fails, and leaves nothing next to it', () => {
    file().write({ count: 1 })
    const unwritable = { count: 2, toJSON: () => { throw new Error('no') } } // prettier-ignore
    expect(() => file().write(unwritable)).toThrow('no')
    expect(file().read()).toEqual({ count: 1 })
    expect(readdirSync(folder)).toEqual(['state.json'])
  })

  it('is readable by its owner only', () => {
    file().write({ count: 1 })
    if (process.platform !== 'win32') expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'state.json'), 'utf8').endsWith('\n')).toBe(true)
  })
})
