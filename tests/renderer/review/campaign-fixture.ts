import type { CampaignSummary } from '../../../src/core/results/campaign/campaign'
import type { PlanSummary, ReviewSummary } from '../../../src/core/contract/review'

export function campaign(more: Partial<CampaignSummary> = {}): CampaignSummary {
  return {
    id: 1,
    planId: 'plan-1',
    name: 'Mix',
    configuration: '',
    host: 'lab',
    device: 'Samsung 990 PRO (nvme0n1)',
    target: { kind: 'folder', path: '/mnt' },
    engine: 'fio',
    engineVersion: '3.33',
    source: 'measured',
    state: 'done',
    runsByState: { done: 10 },
    publishedResults: 0,
    createdAtMs: 1000,
    finishedAtMs: 2000,
    ...more,
  }
}

export function plan(more: Partial<PlanSummary> = {}): PlanSummary {
  return { id: 'plan-1', name: 'Mix', engine: 'fio', caseCount: 8, runCount: 24, modifiedAtMs: 500, ...more }
}

export function review(more: Partial<ReviewSummary> = {}): ReviewSummary {
  return {
    path: '/r/one.benchwright',
    readOnly: false,
    title: 'One',
    notes: '',
    plans: [],
    campaigns: [],
    figures: [],
    unknownFigures: [],
    devices: [],
    scorecards: [],
    documents: [],
    presets: [],
    bin: [],
    ...more,
  }
}
