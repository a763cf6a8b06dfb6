import vue from '@vitejs/plugin-vue'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Shell scripts are imported as text, as by esbuild's loader for them. */
export const shellScripts: Plugin = {
  name: 'shell-scripts',
  transform: (code, id) =>
    id.endsWith('.sh') ? { code: `export default ${JSON.stringify(code)}`, map: null } : undefined,
}

// The window, loaded from files: relative addresses, nothing inline, so that a strict content security policy holds.
export default defineConfig({
  root: at('./src/renderer'),
  base: './',
  plugins: [vue(), shellScripts],
  build: {
    outDir: at('./app/dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    cssTarget: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 3000,
  },
})
