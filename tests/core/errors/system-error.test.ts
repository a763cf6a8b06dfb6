import { expect, it } from 'vitest'
import {
  fileErrorMessage,
  fileErrorRemedy,
  messageOf,
  systemErrorText,
} from '../../../src/core/errors/system-error'

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: technical words, open '${path ?? ''}'`), { code, ...(path && { path }) })

it('says in words what a code means for a file', () => {
  expect(systemErrorText(systemError('ENOENT'))).toBe('there is no such file or folder')
  expect(systemErrorText(systemError('EACCES'))).toBe('permission denied')
  expect(fileErrorMessage(systemError('EISDIR', '/tmp/a'))).toBe('/tmp/a: it is a folder.')
})

it('keeps the message of any other error', () => {
  expect(systemErrorText(new Error('larger than 64 MiB'))).toBe('larger than 64 MiB')
  expect(fileErrorMessage(new Error('ENOENT'))).toBeUndefined()
  expect(fileErrorMessage(systemError('ENOENT'))).toBeUndefined()
  expect(fileErrorMessage(new Error('ENOENT'))).toBeUndefined()
})

it('leaves of a code that it does not know the words of the system, and no line of Node', () => {
  expect(systemErrorText(systemError('ECONNRESET', '/tmp/a'))).toBe('technical words')
  expect(messageOf(systemError('ESOMETHING', '/tmp/a'))).toBe('/tmp/a: technical words.')
  expect(messageOf(systemError('EFBIG', '/tmp/a'))).toMatch(/^\/tmp\/a: it would be larger .*ulimit -f/)
  expect(messageOf(new Error('It is broken.'))).toBe('It is broken.')
  expect(messageOf('broken')).toBe('broken')
  expect(fileErrorRemedy(systemError('ENOSPC', '/tmp/a'))).toMatch(/^Free some space/)
  expect(fileErrorRemedy(systemError('ENOENT', '/tmp/a'))).toBe('Check the path and its permissions.')
  expect(fileErrorRemedy(new Error('It is broken.'))).toBeUndefined()
})

it.each(['ENOENT', 'EACCES', 'EROFS', 'EFBIG', 'EMFILE', 'ENOSPC', 'EISDIR'])(
  'prints no %s as the system raises it',
  (code) => expect(messageOf(systemError(code, '/tmp/a'))).not.toContain(code),
)
