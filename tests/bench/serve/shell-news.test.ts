import { expect, it } from 'vitest'
import { ShellNews } from '../../../src/bench/serve/shell-news'
import type { BenchEvent } from '../../../src/core/contract/bench-requests'
import type { HostState } from '../../../src/core/contract/host-requests'
import { campaign } from '../../renderer/review/campaign-fixture'
import { machine } from '../../core/plan/machine'

const changed = (more: Parameters<typeof campaign>[0]): BenchEvent => ({
  type: 'campaign-changed',
  campaign: campaign(more),
})
const progress = (finishedRuns: number, campaignId = 1): BenchEvent => ({
  type: 'progress',
  campaignId,
  progress: {
    ...{ runId: 1, run: undefined, runFraction: 0.5, runSecondsLeft: 1 },
    ...{ finishedRuns, totalRuns: 100, secondsLeft: 1 },
  },
})
const host = (state: HostState): BenchEvent => ({
  type: 'hosts-changed',
  hosts: [
    {
      ...{ id: machine('lab'), name: 'lab', listed: true, loggingIn: false, inspectedAtMs: undefined },
      status: { state, sinceMs: 0 },
    },
  ],
})

it('reports an ended campaign once, with what failed', () => {
  const news = new ShellNews()
  expect(news.of(changed({ state: 'running' }))).toEqual([])
  expect(news.of(changed({ state: 'done', runsByState: { done: 22, failed: 2 } }))).toEqual([
    {
      kind: 'notice',
      notice: { title: '“Mix” has ended: 2 runs failed', text: '22 of 24 runs done.', campaignId: 1 },
    },
  ])
  expect(news.of(changed({ state: 'done' }))).toEqual([])
})

it('reports an interruption, and not what a person did or what ended before', () => {
  const news = new ShellNews()
  expect(news.of(changed({ state: 'interrupted' }))).toEqual([])
  for (const state of ['stopped', 'paused'] as const) {
    news.of(changed({ state: 'running' }))
    expect(news.of(changed({ state }))).toEqual([])
  }
  news.of(changed({ state: 'running', leaderId: 7 }))
  expect(news.of(changed({ state: 'done', leaderId: 7 }))).toEqual([])
  news.of(changed({ state: 'running' }))
  expect(news.of(changed({ state: 'interrupted' }))).toMatchObject([
    { notice: { title: '“Mix” was interrupted' } },
  ])
})

it('reports once when the host of a running campaign needs a person', () => {
  const news = new ShellNews()
  expect(news.of(host('needs-login'))).toEqual([])
  news.of(changed({ state: 'running', host: 'lab' }))
  expect(news.of(host('unknown'))).toEqual([])
  expect(news.of(host('needs-login'))).toMatchObject([
    { notice: { title: '“Mix” needs your login', hostId: 'lab', campaignId: 1 } },
  ])
  expect(news.of(host('needs-login'))).toEqual([])
  expect(news.of(host('host-key-changed'))).toHaveLength(1)
})

it('reports a host in need to campaigns on several hosts, and to one that is taken up later', () => {
  const news = new ShellNews()
  news.of(host('needs-login'))
  const taken = news.of(changed({ state: 'running', host: 'db + lab' }))
  expect(taken).toMatchObject([{ notice: { title: '“Mix” needs your login', hostId: 'lab' } }])
  expect(news.of(changed({ state: 'running', host: 'db + lab' }))).toEqual([])
  expect(news.of(host('unknown'))).toEqual([])
  expect(news.of(host('needs-login'))).toHaveLength(1)
})

it('sums the progress of all that is executed, in visible steps, and removes it at the end', () => {
  const news = new ShellNews()
  expect(news.of(progress(10))).toEqual([{ kind: 'progress', share: 0.105 }])
  expect(news.of(progress(10))).toEqual([])
  expect(news.of(progress(59, 2))).toEqual([{ kind: 'progress', share: 0.35 }])
  expect(news.of(changed({ id: 2, state: 'stopped' }))).toEqual([{ kind: 'progress', share: 0.105 }])
  expect(news.of(changed({ state: 'done' }))).toEqual([{ kind: 'progress', share: undefined }])
})

it('keeps the progress of a campaign that is halted, unless another one advances', () => {
  const news = new ShellNews()
  news.of(changed({ state: 'running' }))
  news.of(progress(10))
  expect(news.of(changed({ state: 'paused' }))).toEqual([
    { kind: 'progress', share: 0.105, halted: 'paused' },
  ])
  expect(news.of(changed({ state: 'paused' }))).toEqual([])
  expect(news.of(progress(10))).toEqual([])
  expect(news.of(progress(29, 2))).toEqual([{ kind: 'progress', share: 0.295 }])
  expect(news.of(changed({ id: 2, state: 'interrupted' }))).toEqual([
    { kind: 'progress', share: 0.295, halted: 'error' },
  ])
  news.of(changed({ state: 'running' }))
  expect(news.of(progress(49))).toEqual([{ kind: 'progress', share: 0.495 }])
  expect(news.of(changed({ state: 'done' }))).toContainEqual({
    ...{ kind: 'progress', share: 0.295, halted: 'error' },
  })
  expect(news.of(changed({ id: 2, state: 'stopped' }))).toEqual([{ kind: 'progress', share: undefined }])
})
