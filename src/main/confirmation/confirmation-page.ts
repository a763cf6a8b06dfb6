import type { DeviceConfirmation } from '../../core/contract/device-confirmation'

/**
 * The complete page of the confirmation, without a script: every text in it is escaped here, and only the preload
 * makes it interactive. It follows the theme of the app.
 */
export function confirmationPage(asked: DeviceConfirmation): string {
  const { model, serial, contents, unread, actions, phrase } = asked
  const found = [
    ...contents.map(({ name, text }) => `${name}: ${text}`),
    ...unread.map((name) => `${name}: could not be read`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<title>Overwrite ${escape(asked.path)}?</title>
<style>${style}</style>
</head>
<body>
<h1>All data on this device will be lost</h1>
<dl>
${row('Host', asked.host)}
${row('Device', asked.node === asked.path ? asked.node : `${asked.path} → ${asked.node}`)}
${row('Model', model ?? 'unknown')}
${row('Serial', serial ?? 'none')}
${row('Size', `${asked.sizeText} (${String(asked.sizeBytes)} bytes)`)}
</dl>
<h2>What is on it</h2>
${found.length === 0 ? '<p>Nothing that is known.</p>' : list(found)}
<h2>What “${escape(asked.planName)}” does</h2>
${list(actions)}
<form id="form">
<label for="typed">To continue, type ${escape(phrase.asked)}:</label>
<code>${escape(phrase.text)}</code>
<input id="typed" autocomplete="off" spellcheck="false" autofocus aria-describedby="answer">
<p id="answer" role="alert"></p>
<div class="buttons">
<button type="button" id="cancel">Cancel</button>
<button type="submit" id="overwrite" disabled>Overwrite device</button>
</div>
</form>
</body>
</html>`
}

function row(name: string, value: string): string {
  return `<dt>${name}</dt><dd>${escape(value)}</dd>`
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`
}

/**
 * Texts of devices and plans can contain anything; bidirectional control characters would let them pose as other
 * text.
 */
function escape(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

const style = `
:root { color-scheme: light; --ground: #fbfbfc; --surface: #fff; --text: #1b1f26; --text-2: #565e6b; --line: #c9cdd5; --danger: #c22f34; --wash: #fdeaea; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ground: #181a1f; --surface: #1e2127; --text: #e8eaee; --text-2: #a9b0bc; --line: #434955; --danger: #f08a8a; --wash: #3a2123; --on: #1b1f26; }
}
* { box-sizing: border-box; }
html, body { height: 100%; }
body { display: flex; flex-direction: column; margin: 0; padding: 20px 24px; overflow: auto; background: var(--ground); color: var(--text); font: 13px/20px system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; color: var(--danger); font-size: 16px; }
h2 { margin: 12px 0 2px; font-size: 13px; }
dl { display: grid; grid-template-columns: 64px 1fr; margin: 0; }
dt { color: var(--text-2); }
dd { margin: 0; font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 12px; }
p { margin: 0; }
ul { margin: 0; padding-left: 18px; max-height: 100px; overflow: auto; }
form { margin-top: auto; padding-top: 16px; }
label { display: block; }
code { display: inline-block; margin: 2px 0 6px; padding: 0 6px; border-radius: 4px; background: var(--wash); user-select: none; }
input { display: block; width: 100%; padding: 6px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--text); font: 13px ui-monospace, 'DejaVu Sans Mono', monospace; }
#answer { min-height: 20px; color: var(--danger); }
.buttons { display: flex; justify-content: flex-end; gap: 8px; }
button { padding: 5px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--text); font: inherit; }
#overwrite { border-color: var(--danger); background: var(--danger); color: var(--on); }
#overwrite:disabled { opacity: 0.45; }
:focus-visible { outline: 2px solid var(--danger); outline-offset: 1px; }
`
