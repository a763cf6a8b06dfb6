import { expect, it } from 'vitest'
import { partWords } from '../../src/renderer/components/part-words'

it('distinguishes a synchronised campaign from its parts in words, and adds nothing to others', () => {
  expect(partWords({ host: 'lab' })).toBe('')
  expect(partWords({ host: 'lab', machineIds: [2, 3] })).toBe('2 hosts together')
  expect(partWords({ host: 'lab', leaderId: 1 })).toBe('lab, one of several together')
})
