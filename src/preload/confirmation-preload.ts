import { ipcRenderer } from 'electron'
import { channels } from '../core/contract/channels'

/** What is used of the page, which has no script of its own; the preload is typed without the DOM. */
interface PageElement {
  value: string
  disabled: boolean
  textContent: string
  addEventListener(type: string, listener: (event: PageEvent) => void): void
}
interface PageEvent {
  readonly key?: string
  preventDefault(): void
}
declare const document: {
  getElementById(id: string): PageElement | null
  addEventListener(type: string, listener: (event: PageEvent) => void): void
}

function element(id: string): PageElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

document.addEventListener('DOMContentLoaded', () => {
  const [form, typed, answer, overwrite] = ['form', 'typed', 'answer', 'overwrite'].map(element) as [
    PageElement,
    PageElement,
    PageElement,
    PageElement,
  ]
  typed.addEventListener('input', () => {
    overwrite.disabled = typed.value.trim() === ''
    answer.textContent = ''
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ipcRenderer.send(channels.confirmationTyped, typed.value)
  })
  element('cancel').addEventListener('click', () => ipcRenderer.send(channels.confirmationCancel))
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') ipcRenderer.send(channels.confirmationCancel)
  })
  ipcRenderer.on(channels.confirmationAnswer, (_event, text: string) => {
    answer.textContent = text
  })
})
