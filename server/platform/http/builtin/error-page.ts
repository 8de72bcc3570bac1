// The error page of /api/auth: constant except for a code and a sentence, so that rendering cannot fail.
import { createHash } from 'node:crypto'

/** The media type of the page. */
export const ERROR_PAGE_TYPE = 'text/html; charset=utf-8'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const STYLE =
  ':root{color-scheme:light dark;font:16px/24px system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:16px;text-align:center}h1{font-size:20px;line-height:28px;margin:0}p{margin:0}code{overflow-wrap:anywhere}'
/** The content security policy of the page: it allows only the page's own style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** The page at `{base}/error`: the code as text, a link to the page that explains it, and a link back. */
export function errorPage(code: string): string {
  const detailsUrl = `/error?error=${escaped(encodeURIComponent(code.toWellFormed()))}`
  return pageOf(code, `<p><a href="${detailsUrl}">What this means</a></p>`)
}

/** The page for a refused navigation: the sentence and, where the cause is temporary, a link to try the same URL again. */
export function refusalPage(code: string, sentence: string, isTemporary: boolean): string {
  return pageOf(code, `<p>${escaped(sentence)}</p>${isTemporary ? '<p><a href="">Try again</a></p>' : ''}`)
}

function pageOf(code: string, further: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong</title><style>${STYLE}</style></head>
<body><main><h1>Something went wrong</h1><p>Error: <code>${escaped(code)}</code></p>${further}<p><a href="/">Back to the start</a></p></main></body>
</html>
`
}
