import { describe, expect, it } from 'vitest'
import type { TargetFacts } from '../../../src/core/plan/advice'
import { targetFactsLine, targetProblem } from '../../../src/renderer/views/design/target/target-words'

const facts = (parts: Partial<TargetFacts>): TargetFacts => ({
  path: '/data',
  kind: 'folder',
  parentExists: true,
  writable: true,
  createdByApp: false,
  ...parts,
})
const folder = { kind: 'folder', path: '/data' } as const
const file = { kind: 'file', path: '/data' } as const

describe('targetProblem', () => {
  it('asks for a folder and for an absolute path before the bench has checked', () => {
    expect(targetProblem({ kind: 'folder', path: ' ' }, undefined)).toContain('Choose the folder')
    expect(targetProblem({ kind: 'folder', path: 'data/x' }, undefined)).toContain('whole path')
    expect(targetProblem({ kind: 'folder', path: 'C:\\data' }, undefined)).toBeUndefined()
    expect(targetProblem({ kind: 'none' }, undefined)).toBeUndefined()
  })

  it('accepts a device only as a device', () => {
    expect(targetProblem(folder, facts({ kind: 'block-device' }))).toContain('Raw device')
    expect(targetProblem({ kind: 'device', path: '' }, undefined)).toBe('Choose the device.')
    const guard = { verdict: 'refused', path: '/data', kind: 'device', reason: 'sda1 is mounted.' } as const
    const device = { kind: 'device', path: '/data' } as const
    expect(targetProblem(device, facts({ kind: 'block-device', guard }))).toBe('sda1 is mounted.')
    expect(targetProblem(device, facts({ kind: 'block-device' }))).toBeUndefined()
  })

  it('refuses a file that the app did not create', () => {
    expect(targetProblem(file, facts({ kind: 'file' }))).toContain('not one that Benchwright made')
    expect(targetProblem(file, facts({ kind: 'file', createdByApp: true }))).toBeUndefined()
  })

  it('requires an existing, writable folder and a new file in one', () => {
    expect(targetProblem(folder, facts({}))).toBeUndefined()
    expect(targetProblem(folder, facts({ kind: 'missing' }))).toContain('does not exist')
    expect(targetProblem(folder, facts({ writable: false }))).toContain('Nothing can be written')
    expect(targetProblem(folder, facts({ kind: 'file' }))).toContain('This is a file')
    expect(targetProblem(file, facts({ kind: 'missing' }))).toBeUndefined()
    expect(targetProblem(file, facts({ kind: 'missing', parentExists: false }))).toContain(
      'folder of this file',
    )
    expect(targetProblem(file, facts({}))).toContain('Add the name of a file')
  })

  it('does not judge a path by the facts of another', () => {
    expect(targetProblem(folder, facts({ path: '/other', kind: 'missing' }))).toBeUndefined()
  })
})

describe('targetFactsLine', () => {
  it('reports what is known and leaves out what is not', () => {
    const line = targetFactsLine(
      facts({ fileSystem: 'ext4', device: 'nvme0n1', freeBytes: 2 ** 39, totalBytes: 2 ** 40 }),
    )
    expect(line).toBe('ext4 on nvme0n1 · 512\u202fGiB of 1\u202fTiB free')
    expect(targetFactsLine(facts({}))).toBe('')
    expect(targetFactsLine(undefined)).toBe('')
  })
})
