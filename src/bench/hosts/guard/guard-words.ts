/**
 * Why the guard refuses, by id: a sentence and its remedy. `detail` is from the host, the user of the device
 * first.
 */
export function guardWords(
  id: string,
  place: { readonly path: string; readonly detail: string },
): readonly [reason: string, remedy: string] | undefined {
  const [first = '', ...rest] = place.detail.split(' ')
  return sentences[id]?.({ ...place, first, rest: decodeOctal(rest.join(' ')) })
}

interface Place {
  readonly path: string
  readonly detail: string
  readonly first: string
  readonly rest: string
}

const otherDevice = 'Choose another device.'
const build = 'Stop and remove what is built on the device first, if it is not needed any more.'

const sentences: Readonly<Record<string, (place: Place) => readonly [string, string]>> = {
  'not-linux': ({ path }) => [
    `${path} cannot be judged: raw devices are guarded on Linux only.`,
    'Choose a folder.',
  ],
  'device-missing': ({ path }) => [
    `There is no device ${path}.`,
    'Check the name; the drive may not be plugged in.',
  ],
  'not-a-device': ({ path }) => [
    `${path} is not a block device.`,
    'Choose a block device, or a folder or file as target.',
  ],
  'facts-missing': ({ path, detail }) => [
    `${path} cannot be judged, because ${detail} cannot be read on its host.`,
    'Run it where /proc and /sys are mounted.',
  ],
  'no-kernel-node': ({ path, detail }) => [
    `The kernel's own node of ${path}${detail === '' ? '' : ` (${detail})`} is not there or leads elsewhere.`,
    'Let udev or devtmpfs make the nodes in /dev.',
  ],
  'system-disk': ({ path, detail }) => [
    `${path} is on the disk that holds ${detail}.`,
    `The disk of the system is never used raw. ${otherDevice}`,
  ],
  'own-disk': ({ path, detail }) => [
    `${path} is on the disk that holds ${detail}.`,
    `The disk of the results file and of the app is never used raw. ${otherDevice}`,
  ],
  'maybe-system-disk': ({ path, first, rest }) => [
    `${path} shares a disk with ${first}${rest === '' ? '' : ` (${rest})`}, and which disk holds the system cannot be told here.`,
    'Run it on the machine itself rather than in a container.',
  ],
  mount: ({ path, first, rest }) => [
    `${path} is in use: ${first} is mounted on ${rest}.`,
    `Unmount ${rest} first, if nobody needs what is on it.`,
  ],
  btrfs: ({ path, first, rest }) => [
    `${path} is in use: ${first} belongs to the mounted btrfs ${rest}.`,
    'Unmount that file system first, if nobody needs what is on it.',
  ],
  swap: ({ path, first }) => [
    `${path} is in use: ${first} is swap.`,
    'Turn the swap off with swapoff first.',
  ],
  'has-holder': ({ path, first }) => [`${path} is in use: ${first} is built on it.`, build],
  'is-holder': ({ path, first }) => [
    `${path} is built on ${first} and others may be using that.`,
    'Choose a drive itself, or a folder on this device.',
  ],
  'shared-file': ({ path, first }) => [
    `The file behind ${path} is the file behind ${first} too.`,
    `Detach ${first} with losetup -d first.`,
  ],
  'file-in-use': ({ path, first }) => [
    `${path} is the file behind ${first}.`,
    `Detach ${first} with losetup -d first, or choose another file.`,
  ],
  'image-in-use': ({ path, first, rest }) => [
    `The file behind ${path}${path.endsWith(`/${first}`) ? '' : ` (${first})`} is open for writing in process ${rest}.`,
    'It may be the image of a running machine. End that process first, or choose another device.',
  ],
  'kernel-folder': ({ path }) => [
    `${path} is one of the kernel's virtual files; nothing there is stored on a drive.`,
    'Choose a folder on a mounted file system.',
  ],
  'no-path': () => ['No path was given.', 'Name a device, a folder or a file from the root.'],
  'other-path': ({ path, first, rest }) => [
    `${path} is another path to a drive that is in use: ${first}${rest === '' ? '' : ` on ${rest}`}.`,
    otherDevice,
  ],
  'loop-unknown': ({ path, first }) => [
    `${path} cannot be judged, because the loop device ${first} does not show what it is attached to.`,
    `Detach ${first} with losetup -d if its file is gone, or install perl on the host.`,
  ],
  'no-medium': ({ path }) => [
    `${path} has a size of 0: no medium is in it.`,
    'Insert the medium, or choose another device.',
  ],
  'read-only-device': ({ path }) => [
    `${path} is read-only.`,
    'Choose another device, or a plan that only reads.',
  ],
  'no-permission': ({ path }) => [
    `This user may not open ${path}.`,
    'Run as root, or let the administrator give this user rights on the device.',
  ],
  'no-lock-tool': ({ path }) => [
    `${path} cannot be locked, because flock is missing on its host.`,
    'Install util-linux there.',
  ],
  'no-exclusive-probe': ({ path }) => [
    `Whether the kernel has ${path} in use cannot be asked: perl, python3 and wipefs are all missing on its host.`,
    'Install one of them there.',
  ],
  locked: ({ path }) => [
    `Another run is using the disk of ${path}.`,
    'Wait for its end, or stop what an earlier run left behind.',
  ],
  'open-by-process': ({ path, first, rest }) => [
    `${path} is open in process ${first} (${rest}).`,
    'End that process first.',
  ],
  'not-exclusive': ({ path }) => [
    `The kernel does not grant exclusive use of ${path}: something else is using it.`,
    'A file system, a journal, an array or a pool may be using it; release it first.',
  ],
  'device-identity': ({ path }) => [
    `${path} is not the device that was confirmed: its serial number, size or block size differs.`,
    'Devices may have got other names after a restart. Look at the target in the design and confirm the plan again.',
  ],
  'device-replaced': ({ path }) => [
    `${path} carries no serial number, and it was attached again since it was confirmed.`,
    'Look at it, and confirm the plan again.',
  ],
  'device-content-changed': ({ path, detail }) => [
    `There is something on ${path} that was not there when it was confirmed: ${detail}.`,
    'Look at it, and confirm the plan again if nobody needs it.',
  ],
  'device-content-unread': ({ path }) => [
    `What is on ${path} cannot be read right before the start.`,
    'Install wipefs or blkid of util-linux on the host.',
  ],
  'not-absolute': ({ path }) => [`${path} is not an absolute path.`, 'Name the path from the root.'],
  'target-is-link': ({ path }) => [
    `${path} is a symbolic link; what it points to is not written.`,
    'Name the file itself.',
  ],
  'target-exists': ({ path }) => [
    `${path} exists; it would be overwritten.`,
    'Choose a name that does not exist yet, or a folder.',
  ],
  'target-not-a-file': ({ path }) => [
    `${path} is neither a folder, a file nor a block device.`,
    'Choose a folder.',
  ],
  'target-not-writable': ({ path, detail }) =>
    detail === 'read-only'
      ? [
          `The file system of ${path} is read-only.`,
          'Choose another target, or mount it writable. After an error the kernel makes a file system read-only: look at its log first.',
        ]
      : [`${path} cannot be written by this user.`, 'Choose a folder you own.'],
  'target-folder-missing': ({ path }) => [
    `The folder of ${path} does not exist.`,
    'Create it, or choose another.',
  ],
}

/** Paths in /proc files contain blanks as `\\040`. */
function decodeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
