/**
 * What Benchwright needs from the operating system, by purpose.
 *
 * A need is met when one of its commands is on the PATH or one of its Debian packages is installed (newer releases
 * renamed some). `optional`: its tests are skipped if it is not available. `compiles`: npm packages need it.
 * `component`: the component of Debian (Ubuntu) that contains it.
 */
const fio = {
  why: 'runs the benchmarks',
  command: 'fio',
  debian: ['fio'],
  dnf: 'fio',
  pacman: 'fio',
  brew: 'fio',
  // Opening results files and creating plans requires no engine.
  optional: true,
}

const electronLibraries = [
  { debian: ['libgtk-3-0', 'libgtk-3-0t64'], library: 'libgtk-3.so.0', dnf: 'gtk3', pacman: 'gtk3' },
  { debian: ['libnss3'], library: 'libnss3.so', dnf: 'nss', pacman: 'nss' },
  { debian: ['libasound2', 'libasound2t64'], library: 'libasound.so.2', dnf: 'alsa-lib', pacman: 'alsa-lib' },
  { debian: ['libgbm1'], library: 'libgbm.so.1', dnf: 'mesa-libgbm', pacman: 'mesa' },
  { debian: ['libxss1'], library: 'libXss.so.1', dnf: 'libXScrnSaver', pacman: 'libxss' },
  {
    debian: ['libatk-bridge2.0-0', 'libatk-bridge2.0-0t64'],
    library: 'libatk-bridge-2.0.so.0',
    dnf: 'at-spi2-atk',
    pacman: 'at-spi2-core',
  },
].map((need) => ({ why: 'the window', ...need }))

const compiler = [
  { command: 'g++', debian: ['g++'], dnf: 'gcc-c++', pacman: 'gcc' },
  { command: 'make', debian: ['make'], dnf: 'make', pacman: 'make' },
  { command: 'python3', debian: ['python3'], dnf: 'python3', pacman: 'python' },
].map((need) => ({ why: 'builds the terminal module', compiles: true, ...need }))

const tests = [
  {
    why: 'checks the shell scripts',
    command: 'shellcheck',
    debian: ['shellcheck'],
    dnf: 'ShellCheck',
    pacman: 'shellcheck',
    brew: 'shellcheck',
  },
  {
    why: 'a display for tests',
    command: 'Xvfb',
    debian: ['xvfb'],
    dnf: 'xorg-x11-server-Xvfb',
    pacman: 'xorg-server-xvfb',
  },
  {
    why: 'lsblk and findmnt',
    command: 'findmnt',
    debian: ['util-linux', 'mount'],
    dnf: 'util-linux',
    pacman: 'util-linux',
  },
  {
    why: 'tests of remote hosts',
    command: 'sshd',
    debian: ['openssh-server'],
    dnf: 'openssh-server',
    pacman: 'openssh',
    optional: true,
  },
  {
    why: 'tests of remote hosts: another login shell',
    command: 'fish',
    debian: ['fish'],
    dnf: 'fish',
    pacman: 'fish',
    optional: true,
  },
  {
    why: 'tests of remote hosts: a login shell that is not of the POSIX kind',
    command: 'tcsh',
    debian: ['tcsh'],
    dnf: 'tcsh',
    pacman: 'tcsh',
    optional: true,
  },
  {
    why: 'tests of remote hosts: one-time codes',
    library: 'security/pam_oath.so',
    debian: ['libpam-oath'],
    optional: true,
  },
  {
    why: 'tests of the guard: XFS with an external log',
    command: 'mkfs.xfs',
    debian: ['xfsprogs'],
    dnf: 'xfsprogs',
    pacman: 'xfsprogs',
    optional: true,
  },
  {
    why: 'tests of the guard: btrfs of several devices',
    command: 'mkfs.btrfs',
    debian: ['btrfs-progs'],
    dnf: 'btrfs-progs',
    pacman: 'btrfs-progs',
    optional: true,
  },
  {
    why: 'tests of the guard: a third shell',
    command: 'busybox',
    debian: ['busybox'],
    dnf: 'busybox',
    pacman: 'busybox',
    optional: true,
  },
  {
    why: 'tests of the IOzone engine',
    command: 'iozone',
    debian: ['iozone3'],
    component: { debian: 'non-free', ubuntu: 'multiverse' },
    optional: true,
  },
  {
    why: 'tests of the sysbench engines',
    command: 'sysbench',
    debian: ['sysbench'],
    dnf: 'sysbench',
    pacman: 'sysbench',
    optional: true,
  },
  {
    // Only the programs: these packages do not set up, enable or start any service.
    why: 'tests of database benchmarks: a private server',
    command: 'mariadbd',
    debian: ['mariadb-server-core'],
    dnf: 'mariadb-server',
    pacman: 'mariadb',
    optional: true,
  },
  {
    why: 'tests of database benchmarks: the client of the private server',
    command: 'mariadb',
    debian: ['mariadb-client-core'],
    dnf: 'mariadb',
    pacman: 'mariadb-clients',
    optional: true,
  },
]

/** What building packages requires besides the app itself. */
const packing = [
  {
    why: 'packs archives',
    command: '7za',
    debian: ['p7zip-full'],
    dnf: 'p7zip',
    pacman: 'p7zip',
    brew: 'p7zip',
  },
  {
    why: 'packs AppImages',
    command: 'mksquashfs',
    debian: ['squashfs-tools'],
    dnf: 'squashfs-tools',
    pacman: 'squashfs-tools',
  },
  {
    why: 'checks the menu entry',
    command: 'desktop-file-validate',
    debian: ['desktop-file-utils'],
    dnf: 'desktop-file-utils',
    pacman: 'desktop-file-utils',
  },
  {
    why: 'a fresh Debian to try the .deb in',
    command: 'debootstrap',
    debian: ['debootstrap'],
    optional: true,
  },
  {
    why: 'fetches the AppImage runtime',
    command: 'pip3',
    debian: ['python3-pip'],
    dnf: 'python3-pip',
    pacman: 'python-pip',
  },
]

/**
 * The needs of a purpose: `read` (command line on files only), `run` (command line with benchmarks), `start` (the
 * window), `pack`, `test`.
 */
export function needsOf(purpose, { mustCompile }) {
  return [
    ...(mustCompile ? compiler : []),
    ...(purpose === 'read' ? [] : [fio]),
    ...(['start', 'pack', 'test'].includes(purpose) ? electronLibraries : []),
    ...(purpose === 'pack' ? packing : []),
    ...(purpose === 'test' ? tests : []),
  ]
}
