import type { ElectronApplication } from 'playwright-core'

// Native dialogs, which no test can click: each answers its next questions with the given values.

/** Answers native save dialogs with this path; undefined cancels. */
export function answerSave(app: ElectronApplication, filePath: string | undefined): Promise<void> {
  return app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () =>
      Promise.resolve(
        path === undefined ? { canceled: true, filePath: '' } : { canceled: false, filePath: path },
      )
  }, filePath)
}

/** Answers native open dialogs with this path; undefined cancels. */
export function answerOpen(app: ElectronApplication, filePath: string | undefined): Promise<void> {
  return app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () =>
      Promise.resolve(
        path === undefined ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [path] },
      )
  }, filePath)
}

/** Answers native questions with this button, and records them. */
export function answerQuestions(app: ElectronApplication, button: number): Promise<void> {
  return app.evaluate(({ app: electronApp, dialog }, response) => {
    const asked: unknown[] = []
    Object.assign(electronApp, { askedQuestions: asked })
    dialog.showMessageBox = (...given: unknown[]) => {
      asked.push(given.at(-1))
      return Promise.resolve({ response, checkboxChecked: false })
    }
  }, button)
}

export interface AskedQuestion {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

/** The native questions asked since `answerQuestions`. */
export function askedQuestions(app: ElectronApplication): Promise<readonly AskedQuestion[]> {
  return app.evaluate(
    ({ app: electronApp }) => (electronApp as unknown as { askedQuestions: AskedQuestion[] }).askedQuestions,
  )
}
