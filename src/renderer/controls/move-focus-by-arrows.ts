const stop = ':is(button, input[type=checkbox]):not(:disabled, [data-beside])'

/**
 * Lets the arrow keys move the focus among the buttons or boxes of a list: use it as the list's `keydown` handler. Home and
 * End go to the first and last. Buttons that only act on an entry carry `data-beside` and are reached with Tab.
 */
export function moveFocusByArrows(event: KeyboardEvent): void {
  const list = event.currentTarget
  if (!(list instanceof HTMLElement)) return
  const stops = [...list.querySelectorAll<HTMLElement>(stop)]
  const at = stops.findIndex((one) => one === document.activeElement)
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, stops.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: stops.length - 1,
  }
  const goal = goals[event.key]
  if (goal === undefined) return
  event.preventDefault()
  stops[goal]?.focus()
}
