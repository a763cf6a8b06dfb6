import { nextTask } from '../composables/next-task'

/** Where an element was: within its parent, after one sibling and before another. */
interface Place {
  readonly parent: Element
  readonly before: Node | null
  readonly after: Node | null
  /** It was removed with a panel beside the work, which closes: the focus belongs where it came from. */
  readonly closed: boolean
}

interface Focused {
  readonly element: HTMLElement
  /** Undefined while it is in the page. */
  place?: Place
}

/** What can take the focus with Tab, except for text fields: keys would go to them instead of to the room. */
const stops =
  ':is(input:is([type=checkbox], [type=radio], [type=range]), select, button, a[href], [tabindex="0"]):not(:disabled, [tabindex="-1"])'
/** Beyond these, a neighbour is none: another room, another dialog. */
const bounds = 'main, dialog, [role="dialog"]'
/** As many as one removal takes away, with some to spare. */
const rememberedCount = 10

/**
 * Gives the focus to a neighbour when the entry, card or panel that has it is removed: the page would get it, and the
 * keyboard and screen readers would start over at its top. Whoever moves the focus themselves in the same task has
 * precedence. Not for a button that alone is replaced or disabled: another Enter would press its neighbour, such as
 * Stop after Pause. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  /** What had the focus, the newest first. */
  let remembered: readonly Focused[] = []
  /** A person left the newest for nothing, with a click beside everything. */
  let isLeft = false

  function enter({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isLeft = false
    const others = remembered.filter(({ element }) => element !== target)
    remembered = [{ element: target }, ...others].slice(0, rememberedCount)
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    queueMicrotask(() => {
      if (document.activeElement === document.body && isUsable(target)) isLeft = true
    })
  }

  async function repair(): Promise<void> {
    const [newest] = remembered
    await nextTask()
    if (newest === undefined || newest !== remembered[0] || isLeft) return
    if (document.activeElement === document.body) heir(remembered)?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver((records) => {
    const [newest] = remembered
    if (newest === undefined) return
    const wasThere = newest.place === undefined
    for (const focused of remembered) {
      if (focused.element.isConnected) delete focused.place
      else focused.place ??= placeIn(records, focused.element)
    }
    if (wasThere && newest.place !== undefined) void repair()
  })
  document.addEventListener('focusin', enter)
  document.addEventListener('focusout', leave)
  observer.observe(document.body, { subtree: true, childList: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', enter)
    document.removeEventListener('focusout', leave)
  }
}

const isUsable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function placeIn(records: readonly MutationRecord[], element: HTMLElement): Place | undefined {
  for (const { removedNodes, target, previousSibling, nextSibling } of records) {
    const root = [...removedNodes].find((node) => node !== element && node.contains(element))
    if (root === undefined || !(target instanceof Element)) continue
    const closed = root instanceof Element && root.matches('aside')
    return { parent: target, before: previousSibling, after: nextSibling, closed }
  }
  return undefined
}

/** What gets the focus of an element that lost it. */
function heir(remembered: readonly Focused[]): HTMLElement | undefined {
  for (const { element, place } of remembered) {
    if (isUsable(element)) return element
    // Another room was entered.
    if (place?.parent.matches('main')) return undefined
    if (place?.closed) continue
    const found = place && nearPlace(place)
    if (found) return found
  }
  return undefined
}

function nearPlace({ parent, before, after }: Place): HTMLElement | undefined {
  if (!parent.isConnected || parent.closest(bounds) === null) return undefined
  const children = [...parent.children]
  const from = placeAmong(children, parent, { before, after })
  const found = firstStop([...children.slice(from), ...children.slice(0, from).reverse()])
  return found ?? (parent.matches(bounds) ? undefined : nearElement(parent))
}

/** Index of what stands there now, which may have replaced what was removed; the siblings may be texts or comments. */
function placeAmong(
  children: readonly Element[],
  parent: Element,
  { before, after }: Pick<Place, 'before' | 'after'>,
): number {
  if (before === null) return 0
  const isAfter = (child: Element, node: Node) =>
    (node.compareDocumentPosition(child) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const at =
    before.parentNode === parent
      ? children.findIndex((child) => isAfter(child, before))
      : children.findIndex(
          (child) => after?.parentNode === parent && (child === after || isAfter(child, after)),
        )
  return at < 0 ? children.length : at
}

/** First what follows, then what precedes, in the smallest part of the room that has any. */
function nearElement(element: Element): HTMLElement | undefined {
  const { parentElement: parent } = element
  if (parent === null || element.matches(bounds)) return undefined
  const children = [...parent.children]
  const at = children.indexOf(element)
  const found = firstStop([...children.slice(at + 1), ...children.slice(0, at).reverse()])
  return found ?? nearElement(parent)
}

/** Within the first element that has any: the one with `autofocus`, otherwise the first. */
function firstStop(elements: readonly Element[]): HTMLElement | undefined {
  for (const element of elements) {
    const found = [element, ...element.querySelectorAll(stops)].filter(
      (one): one is HTMLElement => one instanceof HTMLElement && one.matches(stops) && isUsable(one),
    )
    const chosen = found.find((one) => one.matches('[autofocus]')) ?? found[0]
    if (chosen) return chosen
  }
  return undefined
}
