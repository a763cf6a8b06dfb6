import { describe, expect, it } from 'vitest'
import { fileNameOf, folderOf } from '../../../src/renderer/components/file-name'
import { exactTime, fullTime, timeAgo } from '../../../src/renderer/components/time-ago'

const at = (...parts: [number, number, number, number?, number?, number?]) => new Date(...parts).getTime()
const now = at(2026, 10, 20, 15, 30)

describe('timeAgo', () => {
  it.each([
    [now + 5000, 'just now'],
    [at(2026, 10, 20, 15, 29, 30), 'just now'],
    [at(2026, 10, 20, 15, 25), '5 min ago'],
    [at(2026, 10, 20, 14, 30), '1 h ago'],
    [at(2026, 10, 20, 0, 1), '15 h ago'],
    [at(2026, 10, 19, 23, 0), 'yesterday'],
    [at(2026, 10, 19, 0, 1), 'yesterday'],
    [at(2026, 10, 18, 23, 59), '18 Nov'],
    [at(2024, 10, 20), '20 Nov 2024'],
  ])('%d is %s', (then, words) => expect(timeAgo(then, now)).toBe(words))

  it('does not call an hour before midnight yesterday', () => {
    expect(timeAgo(at(2026, 10, 19, 23, 30), at(2026, 10, 20, 0, 30))).toBe('1 h ago')
  })
})

it('gives dates and times in one form, whatever the language of the desktop', () => {
  expect(fullTime(at(2026, 10, 20, 19, 47))).toBe('20 Nov 2026, 19:47')
  expect(exactTime(at(2026, 10, 20, 19, 47, 5))).toBe('20 Nov 2026, 19:47:05')
})

describe('names of files', () => {
  it('leave out folder and extension, on every platform', () => {
    expect(fileNameOf('/a/b/My drive.benchwright')).toBe('My drive')
    expect(fileNameOf('C:\\r\\X.Benchwright')).toBe('X')
    expect(folderOf('/a/b/c.benchwright')).toBe('/a/b')
    expect(folderOf('c.benchwright')).toBe('')
  })
})
