/** A POSIX shell script, imported as text and sent to a host. The bundlers read these files as text; shellcheck checks them. */
declare module '*.sh' {
  const script: string
  export default script
}
