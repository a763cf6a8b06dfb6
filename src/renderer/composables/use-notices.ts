import { createDiscreteApi, NButton, type ConfigProviderProps } from 'naive-ui'
import { computed, h } from 'vue'
import { RequestFailure } from '../../core/contract/request-failure'
import { naiveConfiguration } from '../styles/naive-configuration'
import { useDarkColors } from './use-dark-colors'
import { useShell } from './use-shell'

export interface Notices {
  /** Shows what went wrong, where, and the remedy; stays until closed and can be copied whole. */
  failure(error: unknown, title?: string): void
  /** A short word that something was done. */
  done(text: string): void
  /** Asks before something that cannot be undone; `danger` names the deed on its button. Resolves with the choice. */
  confirm(question: { title: string; text: string; danger: string }): Promise<boolean>
}

let api: ReturnType<typeof createApi> | undefined

/** Words to the person that belong to no view. */
export function useNotices(): Notices {
  api ??= createApi()
  const { message, notification, dialog } = api
  return {
    failure(error, title = 'That did not work') {
      const text = error instanceof Error ? error.message : String(error)
      const remedy = error instanceof RequestFailure ? error.remedy : undefined
      const whole = [title, text, remedy].filter(Boolean).join('\n')
      notification.error({
        title,
        content: () =>
          h('div', { class: 'notice' }, [h('p', text), remedy === undefined ? undefined : h('p', remedy)]),
        action: () =>
          h(
            NButton,
            {
              size: 'tiny',
              quaternary: true,
              onClick: () => void useShell().request('clipboard.write-text', { text: whole }),
            },
            { default: () => 'Copy' },
          ),
        keepAliveOnHover: true,
      })
    },
    done(text) {
      message.success(text, { duration: 2500 })
    },
    confirm({ title, text, danger }) {
      return new Promise((resolve) => {
        dialog.warning({
          title,
          content: text,
          positiveText: danger,
          negativeText: 'Cancel',
          autoFocus: false,
          onPositiveClick: () => resolve(true),
          onNegativeClick: () => resolve(false),
          onClose: () => resolve(false),
          onMaskClick: () => resolve(false),
          onEsc: () => resolve(false),
        })
      })
    },
  }
}

function createApi() {
  const dark = useDarkColors()
  const place = messagePlace()
  return createDiscreteApi(['message', 'notification', 'dialog'], {
    configProviderProps: computed<ConfigProviderProps>(() => naiveConfiguration(dark.value)),
    notificationProviderProps: { placement: 'bottom-right', max: 4, to: place },
    messageProviderProps: { placement: 'bottom', to: place },
  })
}

/** A landmark of its own for what pops up, read aloud as it comes. */
function messagePlace(): HTMLElement {
  const place = document.createElement('section')
  place.setAttribute('aria-label', 'Messages')
  place.setAttribute('aria-live', 'polite')
  document.body.append(place)
  return place
}
