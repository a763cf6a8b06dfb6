import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { SshWorkshop } from '../integration/ssh/ssh-workshop'

export const passphrase = 'correct horse 7'

/** A real sshd whose only accepted key has a passphrase, and an alias `lab` that leads to it. */
export async function lockedHost(): Promise<SshWorkshop> {
  const shop = new SshWorkshop()
  await shop.serve()
  shop.makeKey('locked_key', passphrase)
  appendFileSync(join(shop.folder, 'authorized_keys'), shop.read('locked_key.pub'))
  shop.configure([`IdentityFile ${join(shop.folder, 'locked_key')}`, 'IdentitiesOnly yes'])
  return shop
}

/** Makes the next launched app use the host's ssh_config and separate settings. Returns a function that undoes it. */
export function useHost(shop: SshWorkshop): () => void {
  const before = { ...process.env }
  process.env.BENCHWRIGHT_SETTINGS = shop.settings
  process.env.BENCHWRIGHT_SSH_CONFIG = shop.config
  return () => {
    process.env = before
  }
}

export async function enterRoom(window: Page, room: string): Promise<void> {
  await window.getByRole('navigation', { name: 'Rooms' }).getByText(room).click()
}

/** Adds `lab` by its alias and logs in as a person does. */
export async function addAndLogIn(window: Page): Promise<void> {
  await window.getByTestId('add-host').click()
  await window.getByTestId('alias-lab').click()
  await answerLogin(window, /fingerprint\]\)\?|yes\/no/, 'yes')
  await answerLogin(window, /passphrase for key/, passphrase)
  await window.getByTestId('host-state').getByText('Connected').waitFor()
}

/** Answers a question of ssh in the login terminal, as soon as it appears there. */
export async function answerLogin(window: Page, question: RegExp, answer: string): Promise<void> {
  const terminal = window.getByTestId('login-terminal')
  await terminal.getByText(question).last().waitFor()
  await terminal.locator('textarea').focus()
  await window.keyboard.type(`${answer}\n`)
}
