import { createApp, h, nextTick, shallowRef, type Component } from 'vue'

/** A part of the window in a separate document. */
export interface Mounted {
  readonly element: HTMLElement
  /** The first element that matches; fails if there is none. */
  readonly find: (selector: string) => HTMLElement
  /** The same for a list to choose from. */
  readonly findList: (selector: string) => HTMLSelectElement
  /** The same for a field, a box or a radio button. */
  readonly findInput: (selector: string) => HTMLInputElement
  /** Text as a reader sees it: runs of white space are one blank. */
  readonly text: () => string
  /** Other properties and listeners (`onChange` …) instead of those given before. */
  readonly set: (props: Readonly<Record<string, unknown>>) => void
  readonly unmount: () => void
}

/** Mounts a part with properties and listeners (`onChange` …); `provided` replaces what the frame provides. */
export function mounted(
  component: Component,
  props: Readonly<Record<string, unknown>> = {},
  provided: ReadonlyMap<symbol | string, unknown> = new Map(),
): Mounted {
  const element = document.createElement('div')
  document.body.append(element)
  const given = shallowRef(props)
  const app = createApp({ render: () => h(component, given.value) })
  // A warning of Vue is a fault of the part or of its test: thrown where no hook of Vue's can swallow it.
  app.config.warnHandler = (message, _instance, trace) => {
    queueMicrotask(() => {
      throw new Error(`Vue warns: ${message}\n${trace}`)
    })
  }
  for (const [key, value] of provided) app.provide(key, value)
  app.mount(element)
  const find = (selector: string) => {
    const found = element.querySelector<HTMLElement>(selector)
    if (found) return found
    throw new Error(`Nothing matches ${selector} in ${element.innerHTML}`)
  }
  return {
    element,
    find,
    findList: (selector) => {
      const found = find(selector)
      if (found instanceof HTMLSelectElement) return found
      throw new Error(`${selector} is no list`)
    },
    findInput: (selector) => {
      const found = find(selector)
      if (found instanceof HTMLInputElement) return found
      throw new Error(`${selector} is no field`)
    },
    text: () => element.textContent.replaceAll(/\s+/g, ' ').trim(),
    set: (next) => (given.value = next),
    unmount: () => {
      app.unmount()
      element.remove()
    },
  }
}

/** Chooses an option of a list by its text, as a person does. */
export function chooseOption(list: HTMLSelectElement, label: string): void {
  const place = [...list.options].findIndex((option) => option.text === label)
  if (place < 0)
    throw new Error(`There is no "${label}" among ${[...list.options].map(({ text }) => text).join(', ')}`)
  list.selectedIndex = place
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Replaces the content of a field with typed text. */
export async function typeInto(field: HTMLInputElement, text: string): Promise<void> {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

/** Presses a key on an element. */
export async function press(element: HTMLElement, key: string): Promise<void> {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await nextTick()
}

/** What replaces the module `use-notices`: these functions, and `attempt`, which passes errors to `failure`. */
export function noticesWith(
  given: () => {
    readonly failure: (error: Error, title: string) => unknown
    readonly [name: string]: unknown
  },
): { readonly useNotices: () => unknown } {
  return {
    useNotices: () => ({
      ...given(),
      async attempt(title: string, act: () => Promise<unknown>) {
        try {
          await act()
          return true
        } catch (error) {
          given().failure(error instanceof Error ? error : new Error(String(error)), title)
          return false
        }
      },
    }),
  }
}

/** An answer that the test gives or refuses when it wants to. */
export function promised<T>() {
  let resolve: (answer: T) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<T>((...ways) => ([resolve, reject] = ways))
  return { promise, resolve, reject }
}
