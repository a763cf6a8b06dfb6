import { expect, it } from 'vitest'
import { partWords } from '../../src/renderer/components/part-words'

it('tells a synchronised campaign and its parts apart by words, and says nothing of others', () => {
  expect(partWords({ host: 'lab' })).toBe('')
  expect(partWords({ host: 'lab', machineIds: [2, 3] })).toBe('2 hosts together')
  expect(partWords({ host: 'lab', leaderId: 1 })).toBe('lab alone, of several together')
})
