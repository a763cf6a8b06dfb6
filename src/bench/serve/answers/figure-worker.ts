import { parentPort } from 'node:worker_threads'
import { FigureColumns, type CampaignColumns } from '../../../core/figures/cases/measured-cases'
import { figureOf, type FigureMessage } from './build-aside'

const campaigns: (CampaignColumns & { readonly cases: CampaignColumns['cases'][number][] })[] = []

/**
 * Entry of the thread of `build-aside.ts`: answers the last message with the figure. An error ends the thread
 * and is reported there.
 */
parentPort?.on('message', (message: FigureMessage) => {
  if ('campaign' in message) campaigns.push({ ...message.campaign, cases: [] })
  else if ('cases' in message) for (const one of message.cases) campaigns.at(-1)?.cases.push(one)
  else {
    const { excluded, ...rest } = message
    parentPort?.postMessage(figureOf({ columns: new FigureColumns(campaigns, excluded), ...rest }))
  }
})

// A message that cannot be read, for want of memory, would never be answered: it ends the thread.
parentPort?.on('messageerror', (error) => {
  throw error
})
