/** What a `.vue` file is to tools that do not read Vue: eslint's type rules. vue-tsc reads the files themselves. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  export default component
}
