// The two calls of /api/auth that belong to no capability: "I am here", and the page that shows an error's code.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Route, route } from '../route.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const CODE_LENGTH = 200
const STYLE =
  ':root{color-scheme:light dark;font:16px/24px system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:16px;text-align:center}h1{font-size:20px;line-height:28px;margin:0}p{margin:0}code{overflow-wrap:anywhere}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** The page at `{base}/error`: the code as text, the page that has words for it, and the way back. */
export function errorPage(code: string): string {
  const words = `/error?error=${escaped(encodeURIComponent(code.toWellFormed()))}`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong</title><style>${STYLE}</style></head>
<body><main><h1>Something went wrong</h1><p>Error: <code>${escaped(code)}</code></p><p><a href="${words}">What this means</a></p><p><a href="/">Back to the start</a></p></main></body>
</html>
`
}

const firstText = z.union([z.string(), z.array(z.string())]).optional()

/** The routes. */
export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/auth/ok',
    name: 'auth:ok',
    summary: 'Says that the server answers.',
    access: 'public',
    answer: z.object({ ok: z.boolean() }),
    handle: async () => ({ ok: true }),
  }),
  route({
    method: 'GET',
    path: '/api/auth/error',
    name: 'auth:error',
    summary: 'A page that shows the code of an error and the way back.',
    access: 'public',
    query: z.object({ error: firstText }),
    answerType: 'text/html',
    handle: async ({ query, reply }) => {
      const [code = ''] = [query.error ?? []].flat()
      reply.header('content-security-policy', POLICY)
      reply.text('text/html; charset=utf-8', errorPage(code.slice(0, CODE_LENGTH) || 'Unknown'))
    },
  }),
]
