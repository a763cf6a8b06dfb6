import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { basename } from 'node:path'
import * as v from 'valibot'
import { openForWriting } from '../../bench/store/open-review'
import { deviceLinks } from '../../bench/figures/figure-of-review'
import { takeDevicePhoto } from '../../bench/articles/take-photo'
import { readPictureFile } from '../../bench/figures/take-picture'
import { mostTakenPictureBytes } from '../../core/contract/document-requests'
import { deviceCardSchema, type DeviceCard } from '../../core/devices/device-card'
import { deviceFields } from '../../core/devices/device-fields'
import { CommandError, exitStatus, printJson, type Command } from '../command'
import { textTable } from '../output'
import { redactOption, reviewSource, withReview } from '../with-review'

const keys = deviceFields.map(({ key }) => key).join(', ')

export const deviceList: Command = {
  words: ['device', 'list'],
  positionals: ['FILE.benchwright'],
  summary: 'List the device cards of a results file and the campaigns that measured their devices.',
  options: redactOption,
  run: (parsed, context) =>
    withReview(reviewSource(parsed), async (review) => {
      const { devices, claimedTwice } = deviceLinks(review)
      if (parsed.json) printJson(context, { devices, claimedTwice })
      else {
        const rows = devices.map(({ name, card, campaignIds }) => [
          name,
          ...['sold', 'usable', 'tbw', 'price'].map((key) => fieldOf(key).read(card)),
          String(card.promises?.length ?? 0),
          campaignIds.join(' '),
        ])
        const head = ['device', 'sold', 'usable', 'TBW', 'price', 'promises', 'campaigns']
        await context.stdout.stream('lines', textTable(head, rows))
      }
      const called = summaryNames(review.campaigns())
      for (const { campaignId, names } of claimedTwice)
        context.stderr.line(
          `note: “${called.get(campaignId) ?? ''}” fits the cards ${names.join(' and ')}, so it has none.`,
        )
      return exitStatus.done
    }),
}

export const deviceSet: Command = {
  words: ['device', 'set'],
  positionals: ['FILE.benchwright', 'NAME', 'KEY=VALUE…'],
  optionalPositionals: 1,
  summary: `Write the card of a device, which is created if there is none with this name. Keys: ${keys}. An empty value removes a part.`,
  options: {
    photo: {
      value: 'PATH',
      emptyRemoves: true,
      help: 'A PNG, JPEG or WebP, kept without its metadata; an empty path removes it.',
    },
    rename: { value: 'NAME', help: 'Another name for the card.' },
    remove: { help: 'Remove the card from the file.' },
  },
  async run(parsed, context) {
    const [file = '', given = '', ...settings] = parsed.positionals
    const name = given.trim()
    if (name === '') throw new CommandError('device set: the name is empty.', 'Name the device.')
    const review = openForWriting(file)
    try {
      const known = review.cards.devices().find((one) => one.name === name)
      if (known === undefined && (parsed.flag('remove') || parsed.text('rename') !== undefined))
        throw new CommandError(
          `${file}: there is no device card “${name}”.`,
          "See 'benchwright device list'.",
        )
      if (known !== undefined && parsed.flag('remove')) {
        review.cards.deleteDevice(known.id, known)
        context.stdout.line(`removed ${name}`)
        return exitStatus.done
      }
      const card = v.safeParse(deviceCardSchema, settings.reduce(withSetting, known?.card ?? {}))
      if (!card.success)
        throw new CommandError(`device set: ${card.issues[0].message}`, 'Nothing was stored.')
      const photo = parsed.text('photo')
      const picture = photo === undefined || photo === '' ? undefined : await photoFrom(photo)
      const saved = review.cards.saveDevice(
        { id: known?.id, name: parsed.text('rename')?.trim() ?? name, card: card.output },
        { base: known },
      )
      if (photo !== undefined) review.cards.setDevicePhoto(saved.id, picture)
      if (parsed.json) printJson(context, saved)
      else context.stdout.line(`saved ${saved.name}`)
      return exitStatus.done
    } finally {
      review.close()
    }
  },
}

async function photoFrom(path: string) {
  const bytes = await readPictureFile(path, mostTakenPictureBytes)
  if (bytes.length <= mostTakenPictureBytes) return takeDevicePhoto(basename(path), bytes)
  throw new CommandError(`${path} is larger than 32 MiB.`, 'Scale the photo down first.')
}

function fieldOf(key: string) {
  const field = deviceFields.find((one) => one.key === key)
  if (field) return field
  throw new CommandError(`device set: there is no key ${key}.`, `The keys are ${keys}.`)
}

function withSetting(card: DeviceCard, setting: string): DeviceCard {
  const equals = setting.indexOf('=')
  if (equals < 1) throw new CommandError(`device set: “${setting}” is no KEY=VALUE.`, `The keys are ${keys}.`)
  const field = fieldOf(setting.slice(0, equals).trim())
  const changed = field.change(card, setting.slice(equals + 1))
  if (changed.ok) return changed.value
  throw new CommandError(`${field.key}: ${changed.error}`, `For example ${field.key}="${field.example}".`)
}
