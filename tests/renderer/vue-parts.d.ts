/** For the linter, which reads no .vue file; vue-tsc checks the real properties. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
