import { shallowRef, watch, type ShallowRef } from 'vue'

/** An address for these bytes as the source of an image; it is released when they change or the part is removed. */
export function usePictureAddress(
  picture: () => { readonly type: string; readonly bytes: Uint8Array } | null | undefined,
): Readonly<ShallowRef<string | undefined>> {
  const address = shallowRef<string>()
  watch(
    picture,
    (now, _before, onCleanup) => {
      const made = now
        ? URL.createObjectURL(new Blob([new Uint8Array(now.bytes)], { type: now.type }))
        : undefined
      address.value = made
      if (made !== undefined) onCleanup(() => URL.revokeObjectURL(made))
    },
    { immediate: true },
  )
  return address
}
