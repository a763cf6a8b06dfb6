import { expect, it } from 'vitest'
import { advisePlan, hostsAdvice } from '../../../src/core/engines/plan-advice'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import type { Plan } from '../../../src/core/plan/plan'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import { machine } from '../plan/machine'

const [template] = templates
if (!template) throw new Error('There is no template.')
const fio: Plan = {
  ...planFromTemplate(template, { id: 'p', seed: 0, target: { kind: 'folder', path: '/mnt/shared' } }),
  engine: 'fio',
  base: { pattern: 'random-mix', read_percent: 70, block_size: 4096, runtime: 5, time_based: true },
  axes: [],
  excluded: [],
}

const aboutHosts = (change: Partial<Plan>) =>
  advisePlan({ ...fio, hosts: [machine('local'), machine('lab')], ...change }, {})
    .map(({ id }) => id)
    .filter((id) => id.startsWith('hosts-'))

it('reports what cannot run as one job on several hosts', () => {
  expect(aboutHosts({})).toEqual([])
  expect(aboutHosts({ engine: 'iozone' })).toEqual(['hosts-engine'])
  expect(aboutHosts({ target: { kind: 'device', path: '/dev/sdb' } })).toEqual(['hosts-device'])
  expect(aboutHosts({ base: { ...fio.base, time_based: false } })).toEqual(['hosts-open-end'])
  expect(aboutHosts({ base: { ...fio.base, io_size: 4096 } })).toEqual(['hosts-open-end'])
  expect(aboutHosts({ axes: [{ key: 'time_based', levels: [true, false] }] })).toEqual(['hosts-open-end'])
  expect(advisePlan({ ...fio, engine: 'iozone' }, {}).map(({ id }) => id)).not.toContain('hosts-engine')
})

it('refuses an engine that needs a service in any case', () => {
  const ready = { program: 'true', args: [] }
  const served: typeof fioEngine = {
    ...fioEngine,
    service: ({ read_percent: percent }) =>
      percent === 0 ? { run: { files: [], steps: [] }, ready } : undefined,
  }
  const plan = { ...fio, axes: [{ key: 'read_percent', levels: [100, 0] }] }
  expect(hostsAdvice({ ...plan, hosts: [machine('local'), machine('lab')] }, served)).toMatchObject([
    {
      id: 'hosts-service',
      severity: 'error',
      text: expect.stringContaining('needs its own service') as unknown,
    },
  ])
  expect(hostsAdvice({ ...plan, hosts: [machine('lab')] }, served)).toEqual([])
})
