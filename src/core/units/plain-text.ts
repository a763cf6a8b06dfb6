/**
 * Names come from files, hosts and engines, and may hold what a terminal, a page or a reader's eye acts upon: C0 and C1
 * control characters (escape sequences begin with one), line breaks and the Unicode marks, embeddings, overrides and
 * isolates of direction, with which a text reads as another one.
 */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const loneSurrogates =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g

/** The same text as one line of visible characters: controls and line breaks become a space, half characters U+FFFD. */
export function plainText(text: string): string {
  return text.replace(controls, ' ').replace(directionControls, '').replace(loneSurrogates, '\ufffd')
}

/** The same but for the line feed, which stands between the parts of a JSON text. */
const escapable = new RegExp(`[^\\P{Cc}\\n]|[\\u2028\\u2029]|${directionControls.source}`, 'gu')

/**
 * JSON text that reads back as the same value and holds none of these characters: within strings they become escapes,
 * and beyond strings JSON has none of them but the line feed and the carriage return.
 */
export function escapedJson(json: string): string {
  return json.replace(escapable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
