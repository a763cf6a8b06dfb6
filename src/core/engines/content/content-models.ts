import { fioContent } from '../fio/content-model'
import { iozoneContent } from '../iozone/content-model'
import type { ContentModel } from './content-model'

const models: ReadonlyMap<string, ContentModel> = new Map([
  ['fio', fioContent],
  ['iozone', iozoneContent],
])

/** What is known of the data of the engine with this id; undefined for engines that do not say. */
export function findContentModel(engineId: string): ContentModel | undefined {
  return models.get(engineId)
}
