/** The landmark that contains the messages, read aloud as they appear. */
let place: HTMLElement | undefined
/** The modal dialogs that are open, the last one on top. */
const dialogs: HTMLElement[] = []

/**
 * The landmark of the messages of this window. F6 goes to the last message, Escape closes the one with the focus, and
 * the focus returns to where it was.
 */
export function messagePlace(): HTMLElement {
  if (!place) {
    place = document.createElement('section')
    place.setAttribute('aria-label', 'Messages')
    place.setAttribute('aria-live', 'polite')
    handleKeys(place)
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

const closeButton = '.n-base-close'

function handleKeys(messages: HTMLElement): void {
  /** What had the focus before a message; undefined while no message has it. */
  let before: HTMLElement | undefined
  const isInside = (target: EventTarget | null) => target instanceof Node && messages.contains(target)

  messages.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) before = relatedTarget
  })
  messages.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !isInside(relatedTarget)) before = undefined
  })
  messages.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return
    const message = event.target.closest('.n-notification, .n-message')
    message?.querySelector<HTMLElement>(closeButton)?.click()
    // A dialog around the messages stays open.
    event.preventDefault()
    event.stopPropagation()
  })
  new MutationObserver(() => {
    if (document.activeElement === document.body) before?.focus()
  }).observe(messages, { childList: true, subtree: true })
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'F6') return
    const last = [...messages.querySelectorAll<HTMLElement>(closeButton)].at(-1)
    if (!last) return
    last.focus()
    event.preventDefault()
  })
}
