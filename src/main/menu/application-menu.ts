import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { roomIds, type ShellCommand } from '../../core/contract/bridge'
import { type RecentReview, type Theme, themes } from '../../core/contract/shell-requests'
import { folderOfPath } from '../state/file-names'

export interface MenuActions {
  readonly create: () => void
  readonly open: () => void
  readonly openRecent: (path: string) => void
  readonly clearRecent: () => void
  readonly setTheme: (theme: Theme) => void
  readonly setNotifications: (shown: boolean) => void
  readonly command: (command: ShellCommand) => void
}

export interface MenuState {
  readonly recent: readonly RecentReview[]
  readonly theme: Theme
  readonly notifications: boolean
}

const mac = process.platform === 'darwin'

/** Sets the application menu; called again whenever its content has changed. */
export function showApplicationMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' as const }] : []),
      fileMenu(state, actions),
      editMenu(actions),
      goMenu(actions),
      viewMenu(state, actions),
      { role: 'windowMenu' },
      helpMenu(actions),
    ]),
  )
}

function fileMenu({ recent }: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  const present = recent.filter(({ exists }) => exists)
  return {
    label: '&File',
    submenu: [
      { label: 'New Review…', accelerator: 'CmdOrCtrl+N', click: () => actions.create() },
      { label: 'Open…', accelerator: 'CmdOrCtrl+O', click: () => actions.open() },
      {
        label: 'Open Recent',
        enabled: present.length > 0,
        submenu: [
          ...present.slice(0, 10).map(({ path, name, unfinished }) => ({
            label: `${name.replaceAll('&', '&&')}${unfinished ? ' (unfinished)' : ''}`,
            sublabel: folderOfPath(path),
            click: () => actions.openRecent(path),
          })),
          { type: 'separator' },
          { label: 'Clear List', click: () => actions.clearRecent() },
        ],
      },
      { label: 'Save a Copy…', click: () => actions.command('save-copy') },
      { type: 'separator' },
      { label: 'Import Results…', accelerator: 'CmdOrCtrl+I', click: () => actions.command('import') },
      { label: 'Merge a Review…', click: () => actions.command('merge') },
      { type: 'separator' },
      { label: 'Close Window', accelerator: 'CmdOrCtrl+W', role: 'close' },
      ...(mac ? [] : [{ role: 'quit' as const }]),
    ],
  }
}

function editMenu({ command }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      // Not Electron's roles: outside text fields they undo in the room, e.g. a change of the plan.
      { label: 'Undo', accelerator: 'CmdOrCtrl+Z', click: () => command('undo') },
      { label: 'Redo', accelerator: mac ? 'Shift+Cmd+Z' : 'Ctrl+Y', click: () => command('redo') },
      { label: 'Redo', accelerator: 'Shift+CmdOrCtrl+Z', visible: false, click: () => command('redo') },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  }
}

function goMenu({ command }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: [
      ...roomIds.map((room, index) => ({
        label: room.charAt(0).toUpperCase() + room.slice(1),
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => command(room),
      })),
      { type: 'separator' },
      { label: 'Search…', accelerator: 'CmdOrCtrl+K', click: () => command('palette') },
    ],
  }
}

function viewMenu(
  { theme, notifications }: MenuState,
  { setTheme, setNotifications }: MenuActions,
): MenuItemConstructorOptions {
  const labels: Readonly<Record<Theme, string>> = { system: 'As the System', light: 'Light', dark: 'Dark' }
  return {
    label: '&View',
    submenu: [
      {
        label: 'Theme',
        submenu: themes.map((choice) => ({
          label: labels[choice],
          type: 'radio' as const,
          checked: choice === theme,
          click: () => setTheme(choice),
        })),
      },
      {
        label: 'Desktop Notifications',
        type: 'checkbox' as const,
        checked: notifications,
        click: () => setNotifications(!notifications),
      },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : developerItems()),
    ],
  }
}

function developerItems(): MenuItemConstructorOptions[] {
  return [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
}

function helpMenu({ command }: MenuActions): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      { label: 'Keyboard Shortcuts', accelerator: 'CmdOrCtrl+/', click: () => command('shortcuts') },
      ...(mac ? [] : [{ label: 'About Benchwright', click: () => app.showAboutPanel() }]),
    ],
  }
}
