import { expect, test } from 'vitest'
import { readEnvironment } from '../../../../src/bench/hosts/environment'
import type { Host } from '../../../../src/bench/hosts/host'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { examplePlan } from '../../../core/plan/example-plan'
import { hostFixture } from './host-fixture'

/** A workstation with its root on LVM on an NVMe drive; it reports the health of its drive only on request. */
function workstation(): Host {
  const said = (nonce: string, parts: Readonly<Record<string, string>>) =>
    Object.entries(parts)
      .map(([name, text]) => `\n@${nonce} ${name}\n${text}\n`)
      .join('')
  return {
    ...createLocalHost(),
    execute: (_, options = {}) => {
      const [nonce = '', , , health] = options.arguments ?? []
      return Promise.resolve({
        exitCode: 0,
        stderr: '',
        stdout: new TextEncoder().encode(
          said(nonce, {
            state: '/home/somebody/.local/state/benchwright',
            lsblk: hostFixture('nvme-lvm-workstation/lsblk.json'),
            findmnt: hostFixture('nvme-lvm-workstation/findmnt-lvm.json'),
            target: 'kind=folder\nparent=yes\nwritable=yes',
            ...(health === 'health' && { 'smartctl nvme0n1': hostFixture('health/smartctl-7.3-nvme.json') }),
          }),
        ),
      })
    },
  }
}

test('the drive under the folder of a plan is read for its wear and size', async () => {
  const plan = examplePlan({ target: { kind: 'folder', path: '/data' } })
  const { target } = await readEnvironment(plan, { host: workstation(), health: true })
  expect(target?.device).toBe('nvme0n1')
  expect(target?.drive).toEqual({
    sizeBytes: 2_000_398_934_016,
    rotational: false,
    transport: 'nvme',
    logicalBlockBytes: 512,
    percentUsed: 2,
    bytesWritten: 61_240_183 * 512_000,
  })
  const unasked = await readEnvironment(plan, { host: workstation() })
  expect(unasked.target?.drive).toEqual({
    logicalBlockBytes: 512,
    sizeBytes: 2_000_398_934_016,
    rotational: false,
    transport: 'nvme',
  })
})
