import { createDiscreteApi, type ConfigProviderProps, type NotificationReactive } from 'naive-ui'
import { computed, h } from 'vue'
import { isCancelled, RequestFailure } from '../../core/contract/request-failure'
import PushButton from '../controls/PushButton.vue'
import { naiveConfiguration } from '../styles/naive-configuration'
import { confirm, type Question } from './use-question'
import { messagePlace } from './message-place'
import { useDarkColors } from './use-dark-colors'
import { useShell } from './use-shell'

export interface Notices {
  /**
   * Shows what went wrong, where, and the remedy; stays until closed and can be copied whole. `ways`: possible
   * actions, as buttons. The same text replaces the one shown.
   */
  failure(error: unknown, title?: string, ways?: readonly Way[]): ShownNotice
  /**
   * Runs an action; an error is shown under this title, unless the user cancelled. What an earlier attempt left under
   * the title is closed. Resolves with whether it succeeded.
   */
  attempt(title: string, act: () => unknown): Promise<boolean>
  /** A short confirmation. */
  done(text: string): void
  /** Something expected has arrived, with follow-up actions; stays until closed, or for this many milliseconds. */
  ready(title: string, ways: readonly Way[], options?: { readonly forMs?: number }): ShownNotice
  /** Information about what was done; stays for a while, or until closed. */
  warn(text: string): void
  /** Asks before something that cannot be undone. Resolves with the choice. */
  confirm(question: Question): Promise<boolean>
}

/** A message on the screen; `close` removes it as soon as it is no longer true. */
interface ShownNotice {
  readonly close: () => void
}

/** A follow-up action. */
export interface Way {
  readonly label: string
  readonly act: () => unknown
}

let api: ReturnType<typeof createApi> | undefined
/** Failures on the screen, by their full text. */
const shown = new Map<string, NotificationReactive>()

/** Messages that belong to no view. */
export function useNotices(): Notices {
  api ??= createApi()
  const { message, notification } = api
  const notices: Notices = {
    async attempt(title, act) {
      for (const [whole, notice] of shown) if (whole.startsWith(`${title}\n`)) notice.destroy()
      try {
        await act()
        return true
      } catch (error) {
        if (!isCancelled(error)) notices.failure(error, title)
        return false
      }
    },
    failure(error, title = 'That did not work', ways = []) {
      const text = error instanceof Error ? error.message : String(error)
      const remedy = error instanceof RequestFailure ? error.remedy : undefined
      const whole = [title, text, remedy].filter(Boolean).join('\n')
      shown.get(whole)?.destroy()
      const notice = notification.error({
        title,
        content: () =>
          h('div', { class: 'notice' }, [h('p', text), remedy === undefined ? undefined : h('p', remedy)]),
        action: () =>
          h('div', { class: 'notice-ways' }, [
            ...ways.map(({ label, act }) =>
              button(label, undefined, () => {
                notice.destroy()
                act()
              }),
            ),
            button('Copy', 'quiet', () => void useShell().request('clipboard.write-text', { text: whole })),
          ]),
        keepAliveOnHover: true,
        onAfterLeave: () => {
          if (shown.get(whole) === notice) shown.delete(whole)
        },
      })
      shown.set(whole, notice)
      return { close: notice.destroy }
    },
    done(text) {
      message.success(text, { duration: 2500 })
    },
    ready(title, ways, { forMs } = {}) {
      const notice = notification.success({
        title,
        ...(forMs !== undefined && { duration: forMs, keepAliveOnHover: true }),
        action: () =>
          h(
            'div',
            { class: 'notice-ways' },
            ways.map(({ label, act }) =>
              button(label, undefined, () => {
                notice.destroy()
                act()
              }),
            ),
          ),
      })
      return { close: notice.destroy }
    },
    warn(text) {
      message.warning(text, { duration: 15_000, closable: true })
    },
    confirm,
  }
  return notices
}

function button(label: string, tone: 'quiet' | undefined, onClick: () => void) {
  return h(PushButton, { small: true, tone, onClick }, { default: () => label })
}

/** Messages leave the status strip free, which can stop what is running. */
const aboveStrip = { bottom: '40px' }

function createApi() {
  const dark = useDarkColors()
  const place = messagePlace()
  return createDiscreteApi(['message', 'notification'], {
    configProviderProps: computed<ConfigProviderProps>(() => naiveConfiguration(dark.value)),
    notificationProviderProps: { placement: 'bottom-right', max: 4, to: place, containerStyle: aboveStrip },
    messageProviderProps: { placement: 'bottom', to: place, containerStyle: aboveStrip },
  })
}
