/** The used part of WebAssembly, which Node has and its types lack. */
declare namespace WebAssembly {
  /** A compiled program. */
  interface Module {
    readonly [Symbol.toStringTag]?: string
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  const Instance: new (module: Module) => { readonly exports: Record<string, unknown> }
}
