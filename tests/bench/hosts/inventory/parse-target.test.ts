import { expect, it } from 'vitest'
import { targetFacts, type TargetLook } from '../../../../src/bench/hosts/inventory/parse-target'

const look = (facts: Partial<TargetLook>): TargetLook => ({
  ...{ path: '/media/anna/DRIVE/new.data', kind: 'missing', parentExists: true, writable: true },
  ...{ identity: undefined, ...facts },
})
const mount = { mountPoint: '/', type: 'ext4', freeBytes: 80e9, sizeBytes: 200e9 }
const device = { name: 'vda', model: 'Root disk', serial: 'R1' }

it('a new file lies on the drive of its folder', () => {
  expect(targetFacts(look({}), undefined, mount, device)).toMatchObject({ device: 'vda', freeBytes: 80e9 })
})

it('a path whose folder is not there lies on no drive and has no space', () => {
  const facts = targetFacts(look({ parentExists: false }), undefined, mount, device)
  expect(facts).toEqual({
    ...{ path: '/media/anna/DRIVE/new.data', kind: 'missing', parentExists: false },
    ...{ writable: true, createdByApp: false },
  })
})
