// /openapi.json and the interactive API reference. Everything is served from this origin.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../../config.ts'
import { eventNamesFor, samplePayloadOf } from '../../outbox/emit.ts'
import { etagOf, isKnown } from '../answer/send.ts'
import { openapiOf } from '../documents/openapi.ts'
import type { Route } from '../route.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const DAY = 'public, max-age=86400'

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Guildhall · API reference</title>
<link rel="stylesheet" href="/reference/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/reference/swagger-ui-bundle.js"></script><script src="/reference/start.js"></script></body>
</html>
`
const START =
  "SwaggerUIBundle({url: '/openapi.json', dom_id: '#reference', deepLinking: true, filter: true, docExpansion: 'none', validatorUrl: null, syntaxHighlight: false})\n"

/** The catalogue of webhook events, with a sample of each. */
function eventsPage(): string {
  const sectionOf = (name: string) => {
    const sample = { type: name, timestamp: '2026-01-15T12:00:00.000Z', data: samplePayloadOf(name), sequence: 1 }
    return `<section id="${name}"><h2>${name}</h2><pre>${JSON.stringify(sample, null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></section>`
  }
  const contentsOf = (names: readonly string[]) => `<ul>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`
  const [selling, accounts] = [eventNamesFor('merchant'), eventNamesFor('operator')]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Guildhall · Webhook events</title>
<link rel="stylesheet" href="/reference/events.css"></head>
<body><main><h1>Webhook events</h1><p>Each event with a sample of the body that your server receives.</p>${contentsOf(selling)}
<p>Events about accounts and organizations, for the endpoints of the operator of this server:</p>${contentsOf(accounts)}
${[...selling, ...accounts].map(sectionOf).join('')}</main></body>
</html>
`
}

const EVENTS_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
main { max-width: 880px; margin: 0 auto; padding: 24px 16px 64px }
ul { columns: 240px; padding-left: 20px }
h2 { font: 600 16px/1.5 ui-monospace, monospace; margin-top: 40px }
pre { overflow-x: auto; padding: 16px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; font-size: 13px }
`

interface File {
  readonly contentType: string
  read(): Promise<Buffer>
}

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const fromPackage = (name: string) => () => readFile(join(folder, name))

const FILES: Readonly<Record<string, File>> = {
  'swagger-ui.css': { contentType: 'text/css; charset=utf-8', read: fromPackage('swagger-ui.css') },
  'swagger-ui-bundle.js': { contentType: 'text/javascript; charset=utf-8', read: fromPackage('swagger-ui-bundle.js') },
  'events.css': { contentType: 'text/css; charset=utf-8', read: async () => Buffer.from(EVENTS_STYLE) },
  'start.js': { contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from(START) },
}

/** A text that is created and compressed once, at the first request. */
class CachedText {
  readonly #load: () => Promise<Buffer>
  #loaded: Promise<{ readonly body: Buffer; readonly gzipped: Buffer; readonly etag: string }> | undefined

  constructor(load: () => Promise<Buffer>) {
    this.#load = load
  }

  async send(reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    this.#loaded ??= this.#load().then(async (body) => ({ body, gzipped: await promisify(gzip)(body), etag: etagOf(body) }))
    const { body, gzipped, etag } = await this.#loaded
    reply.headers({ etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' })
    if (isKnown(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (!/\bgzip\b/.test(String(reply.request.headers['accept-encoding'] ?? ''))) return reply.send(body)
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
}

/** Serves the OpenAPI document and the reference page. */
export function mountReference(app: FastifyInstance, routes: readonly Route[], settings: Settings): void {
  const options = {
    baseUrl: settings.BASE_URL,
    cookieName: `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}.session_token`,
  }
  const document = new CachedText(async () => Buffer.from(JSON.stringify(openapiOf(routes, options))))
  app.get('/openapi.json', { exposeHeadRoute: true }, (request, reply) => {
    request.requestContext.name = 'openapi'
    return document.send(reply.headers({ 'content-type': 'application/json', 'access-control-allow-origin': '*' }), 'no-cache')
  })
  app.get('/reference', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'reference'
    reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    return reply.send(PAGE)
  })
  const catalogue = new CachedText(async () => Buffer.from(eventsPage()))
  app.get('/reference/webhooks', { exposeHeadRoute: true }, (request, reply) => {
    request.requestContext.name = 'reference'
    return catalogue.send(reply.headers({ 'content-security-policy': POLICY, 'content-type': 'text/html; charset=utf-8' }), 'no-cache')
  })
  for (const [name, file] of Object.entries(FILES)) {
    const cached = new CachedText(file.read)
    app.get(`/reference/${name}`, { exposeHeadRoute: true }, (request, reply) => {
      request.requestContext.name = 'reference'
      return cached.send(reply.header('content-type', file.contentType), DAY)
    })
  }
}
