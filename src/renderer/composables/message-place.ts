/** The landmark that contains the messages, read aloud as they appear. */
let place: HTMLElement | undefined
/** The modal dialogs that are open, the last one on top. */
const dialogs: HTMLElement[] = []

/** The landmark of the messages of this window. */
export function messagePlace(): HTMLElement {
  if (!place) {
    place = document.createElement('section')
    place.setAttribute('aria-label', 'Messages')
    place.setAttribute('aria-live', 'polite')
    put(place)
  }
  return place
}

/** Shows messages within this modal dialog, which covers and disables everything around it. Returns what ends that. */
export function showMessagesIn(dialog: HTMLElement): () => void {
  dialogs.push(dialog)
  if (place) put(place)
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1)
    if (place) put(place)
  }
}

function put(messages: HTMLElement): void {
  const around = dialogs.at(-1) ?? document.body
  if (messages.parentElement !== around) around.append(messages)
}
