/** The content of a tip: words, and the keyboard shortcut. */
export interface Tip {
  readonly text: string
  readonly keys?: string | undefined
}

/** Time the pointer must rest before a tip shows. Once one has shown, its neighbours show at once. */
const delayMs = 450
const warmMs = 600

let box: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let hiddenAtMs = -Infinity

/** Shows a tip below an element after a short rest. There is one box for the whole window, created on first use. */
export function showTip(element: HTMLElement, tip: () => Tip | undefined): void {
  clearTimeout(timer)
  const wait = performance.now() - hiddenAtMs < warmMs ? 0 : delayMs
  timer = setTimeout(() => {
    const now = tip()
    if (now && element.isConnected) place(element, now)
  }, wait)
}

/** Hides the tip, or cancels one that is pending. */
export function hideTip(): void {
  clearTimeout(timer)
  if (!box || box.hidden) return
  box.hidden = true
  hiddenAtMs = performance.now()
}

function place(element: HTMLElement, tip: Tip): void {
  box ??= makeBox()
  box.replaceChildren(tip.text)
  if (tip.keys !== undefined) {
    const keys = document.createElement('kbd')
    keys.textContent = tip.keys
    keys.style.cssText = 'margin-left: 10px; font: 11px var(--font); color: var(--text-2)'
    box.append(keys)
  }
  box.hidden = false
  const target = element.getBoundingClientRect()
  const size = box.getBoundingClientRect()
  const left = Math.min(
    Math.max(8, target.left + target.width / 2 - size.width / 2),
    window.innerWidth - size.width - 8,
  )
  const below = target.bottom + 6
  const top = below + size.height > window.innerHeight - 8 ? target.top - size.height - 6 : below
  box.style.left = `${Math.round(left)}px`
  box.style.top = `${Math.round(top)}px`
}

function makeBox(): HTMLElement {
  const made = document.createElement('div')
  // Visual only: its text is the element's own label.
  made.setAttribute('aria-hidden', 'true')
  made.style.cssText = [
    'position: fixed',
    'z-index: 5000',
    'max-width: 320px',
    'padding: 4px 9px',
    'border: 1px solid var(--line)',
    'border-radius: var(--radius-1)',
    'background: var(--surface)',
    'color: var(--text)',
    'box-shadow: var(--shadow-2)',
    'font-size: 12px',
    'pointer-events: none',
  ].join(';')
  made.hidden = true
  document.body.append(made)
  return made
}
