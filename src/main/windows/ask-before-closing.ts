import { dialog, type BrowserWindow, type MessagePortMain } from 'electron'
import type { CampaignSummary } from '../../core/results/campaign'
import type { BenchHandle } from '../bench/bench-handle'

/** Asks what becomes of a running campaign when its window closes. False: the window stays. */
export async function askBeforeClosing(
  window: BrowserWindow,
  bench: BenchHandle<MessagePortMain>,
  campaign: CampaignSummary,
): Promise<boolean> {
  const name = campaign.configuration || campaign.name
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Campaign running',
    message: `The campaign “${name}” is still running.`,
    detail:
      `Keep going: the current run finishes in the background; ${remainder(campaign)} when you start Benchwright again.\n\n` +
      'Stop now: the current run is ended without a result and the campaign stops. Finished runs stay.',
    buttons: ['Keep Going and Close', 'Stop Now and Close', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  if (response === 1) await bench.request('campaign.stop-all', {})
  return response !== 2
}

function remainder(campaign: CampaignSummary): string {
  const waiting = campaign.runsByState.waiting ?? 0
  if (waiting === 0) return 'its result is collected'
  return waiting === 1 ? 'the remaining run continues' : `the remaining ${waiting} runs continue`
}
