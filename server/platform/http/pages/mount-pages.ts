import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '#kernel/language/choose.ts'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { Settings } from '../../config.ts'
import { s3SettingsOf } from '../../settings/file-settings.ts'
import { etagOf, isKnown } from '../answer/send.ts'
import { isDevelopmentOpen } from '../guard/development.ts'
import { refusals } from '../guard/refusals.ts'
import { NONCE } from './built-pages.ts'
import { findPage } from './page-table.ts'
import { type PageOrigins, pagePolicy } from './policy.ts'
import type { Asset, CompressedBody, Page, PageSource } from './source.ts'

/** Returns the origin that may frame the embedded page of a checkout (`https://shop.test`), or undefined. */
export type FrameAncestorOf = (clientSecret: string) => Promise<string | undefined>

/** The dependencies of serving pages. */
export interface PageParts {
  readonly pages: PageSource
  readonly settings: Settings
  readonly framedBy?: FrameAncestorOf | undefined
}

const YEAR = 'public, max-age=31536000, immutable'
/** Long enough for a buyer's way through a shop, short enough for an upgrade of the server. */
const TEN_MINUTES = 'public, max-age=600'
const ASSETS = '/-/assets/'
const EMBED_SCRIPT = '/embed.js'

/** Serves the files of the build. Returns a handler that answers a path with its page. */
export async function mountPages(
  app: FastifyInstance,
  parts: PageParts,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { pages } = parts
  await pages.attach(app.server)
  app.addHook('onClose', () => pages.close())
  const { middleware } = pages
  if (middleware) {
    app.addHook('onRequest', (request, reply, done) => {
      if (!request.url.startsWith('/-/')) return done()
      reply.hijack()
      middleware(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
    })
  } else {
    app.route({
      method: 'GET',
      url: `${ASSETS}*`,
      exposeHeadRoute: true,
      handler: (request, reply) => {
        const asset = pages.asset((request.params as { readonly '*': string })['*'])
        if (!asset) throw new Refusal(refusals.ResourceNotFound)
        request.requestContext.name = 'asset'
        reply.headers({ 'cache-control': YEAR, 'cross-origin-resource-policy': 'same-origin' })
        return sendAsset(reply, asset)
      },
    })
  }
  app.get(EMBED_SCRIPT, { exposeHeadRoute: true }, async (request, reply) => {
    const script = (await pages.embedScript()) ?? refuse(refusals.ResourceNotFound)
    request.requestContext.name = 'embed-script'
    // Pages of every origin load it.
    reply.headers({ 'cache-control': TEN_MINUTES, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    return sendAsset(reply, script)
  })
  return (request, reply) => sendPage(request, reply, parts)
}

function sendAsset(reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({ etag: asset.etag, vary: 'Accept-Encoding' })
  if (isKnown(reply.request.headers['if-none-match'], asset.etag)) return reply.code(304).send()
  return reply.header('content-type', asset.contentType).send(encoded(reply, asset.body, asset.compressed))
}

// The smallest encoding that the client accepts. Nothing is compressed at run time.
function encoded(reply: FastifyReply, body: Buffer, compressed: CompressedBody): Buffer {
  const accepted = String(reply.request.headers['accept-encoding'] ?? '')
  for (const encoding of ['br', 'gzip'] as const) {
    const smaller = compressed[encoding]
    if (!smaller || !new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted)) continue
    reply.header('content-encoding', encoding)
    return smaller
  }
  return body
}

/** The entries whose pages take payments. */
const PAYING_ENTRIES: ReadonlySet<string> = new Set(['checkout', 'portal'])

async function sendPage(request: FastifyRequest, reply: FastifyReply, parts: PageParts): Promise<FastifyReply> {
  const info = request.requestContext.request
  const isRead = info.method === 'GET' || info.method === 'HEAD'
  const match = findPage(info.path, isDevelopmentOpen(parts.settings, info))
  const wantsPage = match.status === 200 || (info.headers['accept'] ?? '').includes('text/html')
  const { pages } = parts
  const preferences = { cookie: info.cookies.get(LANGUAGE_COOKIE), header: info.headers['accept-language'] }
  const languages = pages.languages(match.entry)
  const language = chooseLanguage(preferences, languages) ?? languages[0]
  const page = isRead && wantsPage ? await pages.page(match.entry, language) : undefined
  if (!page) throw new Refusal(refusals.ResourceNotFound)
  request.requestContext.name = `page:${match.entry}`
  const framedBy = match.framedSecret === undefined ? undefined : await parts.framedBy?.(match.framedSecret)
  if (framedBy !== undefined) reply.removeHeader('x-frame-options')
  reply.code(match.status).header('content-type', 'text/html; charset=utf-8')
  const paysByStripe = parts.settings.STRIPE_PUBLISHABLE_KEY !== undefined && PAYING_ENTRIES.has(match.entry)
  const origins = { framedBy, paysByStripe, sendsTo: match.entry === 'app' ? s3OriginOf(parts.settings) : undefined }
  return page.hasNonce ? sendWithNonce(reply, page, origins) : sendConstant(reply, page, origins)
}

function s3OriginOf(settings: Settings): string | undefined {
  const s3 = s3SettingsOf(settings)
  return s3 && new URL(s3.endpoint).origin
}

function sendWithNonce(reply: FastifyReply, page: Page, origins: PageOrigins): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.headers({ 'content-security-policy': pagePolicy({ nonce, scriptHashes: [] }, origins), 'cache-control': 'no-store' })
  return reply.send(page.html.replaceAll(`"${NONCE}"`, `"${nonce}"`))
}

function sendConstant(reply: FastifyReply, page: Page, origins: PageOrigins): FastifyReply {
  const policy = pagePolicy({ scriptHashes: page.scriptHashes }, origins)
  // A browser keeps the headers of a page that is not modified, so the tag depends on who may frame it.
  const etag = etagOf(`${page.html}${origins.framedBy ?? ''}${origins.paysByStripe ? 'stripe' : ''}`)
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie', etag })
  if (reply.statusCode === 200 && isKnown(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(encoded(reply, Buffer.from(page.html), page.compressed))
}
