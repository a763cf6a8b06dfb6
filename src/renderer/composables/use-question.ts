import { type Ref, shallowReadonly, shallowRef } from 'vue'

/** Something that cannot be undone, to be confirmed or not. */
export interface Question {
  readonly title: string
  readonly text: string
  /** Label of the confirming button. */
  readonly danger: string
}

interface AskedQuestion extends Question {
  readonly answer: (sure: boolean) => void
}

const asked = shallowRef<AskedQuestion>()

/** The question on the screen; undefined if there is none. */
export const askedQuestion: Readonly<Ref<AskedQuestion | undefined>> = shallowReadonly(asked)

/** Asks before something that cannot be undone; a question that is still open counts as denied. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false)
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(sure) {
        asked.value = undefined
        resolve(sure)
      },
    }
  })
}
