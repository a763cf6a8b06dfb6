import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileNameFrom, folderOfPath, withEnding } from '../../../src/main/state/file-names'
import { resultsFilesIn } from '../../../src/main/state/results-files'
import { listSamples, samplePath } from '../../../src/main/state/samples'

describe('resultsFilesIn', () => {
  it('finds results files among the arguments of Electron and Chromium, relative to the folder they were typed in', () => {
    const argv = [
      '/opt/electron',
      '--no-sandbox',
      '/app',
      'a.benchwright',
      '--x=b.benchwright',
      '/c.BENCHWRIGHT',
      'd.txt',
    ]
    expect(resultsFilesIn(argv, '/home/me')).toEqual([
      resolve('/home/me/a.benchwright'),
      resolve('/c.BENCHWRIGHT'),
    ])
  })
})

describe('fileNameFrom', () => {
  it.each([
    ['Random mix: 4 KiB / 64 KiB', 'Random mix- 4 KiB - 64 KiB'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['  many   spaces. ', 'many spaces'],
    ['\u0000\u0007', 'figure'],
    ['NUL', 'figure'],
    ['', 'figure'],
  ])('turns %j into %j', (title, name) => expect(fileNameFrom(title, 'figure')).toBe(name))

  it('stays short enough for any file system', () => {
    expect(fileNameFrom('x'.repeat(5000), 'figure')).toHaveLength(120)
  })
})

describe('withEnding', () => {
  it('adds the ending only where it is missing', () => {
    expect(withEnding('/a/b', 'png')).toBe('/a/b.png')
    expect(withEnding('/a/b.PNG', 'png')).toBe('/a/b.PNG')
    expect(withEnding('/a/b.jpg', 'png')).toBe('/a/b.jpg.png')
  })
})

describe('folderOfPath', () => {
  it('accepts both kinds of slashes', () => {
    expect(folderOfPath('/a/b/c.benchwright')).toBe('/a/b')
    expect(folderOfPath('C:\\data\\c.benchwright')).toBe('C:\\data')
    expect(folderOfPath('c.benchwright')).toBe('')
  })
})

describe('samples', () => {
  let folder = ''
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'benchwright-samples-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('lists results files with their texts, by name', () => {
    writeFileSync(join(folder, 'mix.benchwright'), '')
    writeFileSync(join(folder, 'mix.json'), '{"title": "A mix", "description": "Of reads and writes."}')
    writeFileSync(join(folder, 'bare.benchwright'), '')
    writeFileSync(join(folder, 'notes.txt'), '')
    expect(listSamples(folder)).toEqual([
      { id: 'bare', title: 'bare', description: '' },
      { id: 'mix', title: 'A mix', description: 'Of reads and writes.' },
    ])
  })

  it('gives a path to a listed sample only', () => {
    writeFileSync(join(folder, 'mix.benchwright'), '')
    expect(samplePath(folder, 'mix')).toBe(join(folder, 'mix.benchwright'))
    for (const id of ['other', '../mix', 'mix.benchwright', ''])
      expect(samplePath(folder, id)).toBeUndefined()
  })

  it('is empty if there are none', () => expect(listSamples(join(folder, 'none'))).toEqual([]))
})
