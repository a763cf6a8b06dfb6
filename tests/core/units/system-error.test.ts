import { expect, it } from 'vitest'
import { fileErrorMessage, systemErrorText } from '../../../src/core/units/system-error'

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: technical words, open '${path ?? ''}'`), { code, ...(path && { path }) })

it('says in words what a code means for a file', () => {
  expect(systemErrorText(systemError('ENOENT'))).toBe('there is no such file or folder')
  expect(systemErrorText(systemError('EACCES'))).toBe('permission denied')
  expect(fileErrorMessage(systemError('EISDIR', '/tmp/a'))).toBe('/tmp/a: it is a folder.')
})

it('keeps the message of any other error', () => {
  expect(systemErrorText(new Error('larger than 64 MiB'))).toBe('larger than 64 MiB')
  expect(systemErrorText(systemError('ECONNRESET'))).toContain('technical words')
  expect(fileErrorMessage(systemError('ECONNRESET', '/tmp/a'))).toBeUndefined()
  expect(fileErrorMessage(systemError('ENOENT'))).toBeUndefined()
  expect(fileErrorMessage(new Error('ENOENT'))).toBeUndefined()
})
