import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * electron-builder's hook for the unpacked application: removes the loader of the fallback runtime, and sets the
 * fuses (docs/decisions/ has the reason for each).
 */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo
  const places = {
    linux: { executable: packager.executableName, resources: 'resources' },
    win32: { executable: `${productFilename}.exe`, resources: 'resources' },
    darwin: { executable: `${productFilename}.app`, resources: `${productFilename}.app/Contents/Resources` },
  }
  const { executable, resources } = places[electronPlatformName]
  await rm(join(appOutDir, resources, 'app'), { recursive: true, force: true })
  await setFuses(join(appOutDir, executable), electronPlatformName)
}

async function setFuses(executable, platform) {
  const forTests = process.env.BENCHWRIGHT_PACK_FOR_TEST === '1'
  const wanted = {
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: forTests,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    // The window is served from the app's own scheme; file: needs no more rights than in a browser.
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    // Electron checks the archive's digest on macOS and Windows; Linux does not support it.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
  }
  // An older Electron has fewer fuses; setting others is an error.
  const wire = await getCurrentFuseWire(executable)
  const known = Object.entries(wanted).filter(([fuse]) => fuse in wire)
  await flipFuses(executable, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: platform === 'darwin',
    ...Object.fromEntries(known),
  })
}
