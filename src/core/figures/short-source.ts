import { cleanText, textLimits } from './clean-text'
import type { CampaignProvenance, FigureProvenance } from './provenance'

/** More names than this are counted. */
const mostNames = 3

/**
 * Where the numbers of a figure come from, in one line for print: tools, devices, kernel, file system and day, without
 * paths, mount options and commands.
 */
export function shortSource({ campaigns }: FigureProvenance): string {
  const parts = [
    listed(campaigns, ({ printedIn }) => printedIn && `printed in ${printedIn}`),
    listed(campaigns, ({ tool }) => tool?.replace(', version not recorded', '')),
    listed(campaigns, ({ device, firmware }) =>
      device === undefined || firmware === undefined ? device : `${device}, firmware ${firmware}`,
    ),
    listed(campaigns, ({ kernel }) => kernel && (/^\d/.test(kernel) ? `Linux ${kernel}` : kernel)),
    listed(campaigns, ({ fileSystem }) => fileSystem),
    days(campaigns),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : cleanText(`Source: ${parts.join(' · ')}`, textLimits.smallPrint)
}

function listed(
  campaigns: readonly CampaignProvenance[],
  fact: (campaign: CampaignProvenance) => string | undefined,
): string {
  const facts = campaigns.flatMap((campaign) => fact(campaign) ?? [])
  const found = [...new Set(facts)].filter((one) => one !== '')
  return found.length <= mostNames
    ? found.join(', ')
    : `${found.slice(0, mostNames - 1).join(', ')} and ${found.length - mostNames + 1} more`
}

/** First and last day in UTC, so that a figure prints the same everywhere. */
function days(campaigns: readonly CampaignProvenance[]): string {
  const found = campaigns
    .flatMap(({ startedAtMs }) => {
      const date = new Date(startedAtMs ?? Number.NaN)
      return Number.isNaN(date.getTime()) ? [] : [date.toISOString().slice(0, 10)]
    })
    .sort()
  const [first = '', last = first] = [found[0], found.at(-1)]
  return first === last ? first : `${first} to ${last}`
}
