import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { paletteNames } from '../../core/figures/figure/figure-look'
import { extname } from 'node:path'
import type { ReviewReader } from '../../bench/store/review-store'
import { drawCardPng, drawCardSvg } from '../../bench/figures/draw-card'
import { writeFileWhole } from '../../bench/files/write-file-whole'
import { campaignSentences } from '../../core/document/campaign-summary'
import { casesOfCampaign } from '../../bench/articles/measured-cases'
import { resultCard } from '../../core/document/result-card'
import type { CampaignDetail } from '../../core/results/campaign/campaign'
import { choiceOf, CommandError, exitStatus, printJson, type Command } from '../command'
import { withReview } from '../with-review'

export const summary: Command = {
  words: ['summary'],
  positionals: ['FILE.benchwright'],
  summary: 'Summarise the findings of a campaign in five sentences, and as a card for a post.',
  options: {
    campaign: { value: 'ID', help: 'Which campaign; default: the last one with numbers.' },
    card: {
      value: 'PATH',
      help: 'Draw a picture of 1200 by 630 dots with up to eight numbers: .png or .svg.',
    },
    theme: { value: 'NAME', help: 'Of the card: light, dark or grey.' },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const campaign = chosenCampaign(review, parsed.text('campaign'))
      const several = review.campaigns().length > 1 && parsed.text('campaign') === undefined
      if (several && !parsed.json)
        context.stderr.line(
          `note: this is “${summaryNames(review.campaigns()).get(campaign.id) ?? campaign.name}”, the last one with numbers; --campaign chooses another.`,
        )
      const sentences = campaignSentences(campaign, casesOfCampaign(review, campaign))
      const path = parsed.text('card')
      const theme = choiceOf(parsed, 'theme', paletteNames) ?? 'light'
      if (path !== undefined) {
        const card = resultCard(campaign, casesOfCampaign(review, campaign, true))
        const type = extname(path).toLowerCase()
        if (type === '.png') await writeFileWhole(path, await drawCardPng(card, theme))
        else if (type === '.svg') await writeFileWhole(path, await drawCardSvg(card, theme))
        else
          throw new CommandError(
            `--card ${path}: a card is a .png or .svg file.`,
            'Give it one of these endings.',
          )
      }
      if (parsed.json)
        printJson(context, { campaign: campaign.id, sentences, ...(path !== undefined && { card: path }) })
      else {
        for (const sentence of sentences) context.stdout.line(sentence)
        if (path !== undefined) context.stdout.line(path)
      }
      return exitStatus.done
    }),
}

function chosenCampaign(review: ReviewReader, asked: string | undefined): CampaignDetail {
  const ids =
    asked === undefined
      ? review
          .campaigns()
          .map(({ id }) => id)
          .reverse()
      : [Number(asked)]
  for (const id of ids) {
    const campaign = Number.isSafeInteger(id) ? review.campaign(id) : undefined
    if (campaign && casesOfCampaign(review, campaign).length > 0) return campaign
  }
  throw asked === undefined
    ? new CommandError(
        'No campaign of this file has runs with numbers.',
        "See 'benchwright show' for what it holds.",
      )
    : new CommandError(
        `--campaign ${asked}: there is no such campaign with numbers.`,
        "See 'benchwright show' for the campaigns.",
      )
}
