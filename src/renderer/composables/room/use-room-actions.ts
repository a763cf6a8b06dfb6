import { onScopeDispose, shallowReactive } from 'vue'

/** An action of a room that can be found by name. */
export interface RoomAction {
  readonly id: string
  readonly label: string
  readonly act: () => unknown
}

const offers = shallowReactive(new Set<() => readonly RoomAction[]>())

/** Offers what a room can do now in the palette, until its scope ends; nothing while the room is out of view. */
export function useRoomActions(active: () => boolean, actions: () => readonly RoomAction[]): void {
  const offer = () => (active() ? actions() : [])
  offers.add(offer)
  onScopeDispose(() => offers.delete(offer))
}

/** What the room in view can do now. */
export const roomActions = (): readonly RoomAction[] => [...offers].flatMap((offer) => offer())
