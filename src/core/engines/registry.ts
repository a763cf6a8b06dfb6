import type { Engine } from './engine'
import { fioEngine } from './fio/fio-engine'
import { iozoneEngine } from './iozone/iozone-engine'

/** Every engine the app can run. A new one is one line here. */
export const engines: readonly Engine[] = [fioEngine, iozoneEngine]

/** The engine with this id, undefined if there is none. */
export function findEngine(id: string): Engine | undefined {
  return engines.find((engine) => engine.description.id === id)
}
