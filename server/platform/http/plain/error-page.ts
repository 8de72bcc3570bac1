// The page of people's half that shows an error: a constant but for a code and a sentence, so that nothing can fail in it.
import { createHash } from 'node:crypto'

/** Its media type. */
export const ERROR_PAGE_TYPE = 'text/html; charset=utf-8'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const STYLE =
  ':root{color-scheme:light dark;font:16px/24px system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:16px;text-align:center}h1{font-size:20px;line-height:28px;margin:0}p{margin:0}code{overflow-wrap:anywhere}'
/** What the page may do: wear its own style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** The page at `{base}/error`: the code as text, the page that has words for it, and the way back. */
export function errorPage(code: string): string {
  const words = `/error?error=${escaped(encodeURIComponent(code.toWellFormed()))}`
  return pageOf(code, `<p><a href="${words}">What this means</a></p>`)
}

/** The page in place of an answer that cannot be given: what is the matter and, where that may pass, the same address once more. */
export function refusalPage(code: string, sentence: string, mayPass: boolean): string {
  return pageOf(code, `<p>${escaped(sentence)}</p>${mayPass ? '<p><a href="">Try again</a></p>' : ''}`)
}

function pageOf(code: string, further: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong</title><style>${STYLE}</style></head>
<body><main><h1>Something went wrong</h1><p>Error: <code>${escaped(code)}</code></p>${further}<p><a href="/">Back to the start</a></p></main></body>
</html>
`
}
