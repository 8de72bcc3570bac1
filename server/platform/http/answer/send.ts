import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { invalid } from '#kernel/refusal.ts'
import type { ErrorResponse } from '../refusals.ts'
import type { HandlerResult } from './run.ts'

const JSON_TYPE = 'application/json'
/** The bytes of one page of a list. */
const PAGE_BYTES = 4 * 1024 * 1024
/** The most bytes that UTF-8 takes for one character of a JavaScript string. */
const UTF8_MAXIMUM = 3

/** Sends JSON with a plain content type. A read on /v1 gets an ETag, and a 304 when the client has it. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  refuseLargePage(body, text)
  const { request } = reply
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD') && request.requestContext.api === 'v1') {
    const etag = etagOf(text)
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  return sendText(reply.code(status), text)
}

// A merchant's own texts can make a page of any size: the caller then requests fewer entries at once.
function refuseLargePage(body: unknown, text: string): void {
  const bytes = text.length * UTF8_MAXIMUM > PAGE_BYTES ? Buffer.byteLength(text) : 0
  if (bytes <= PAGE_BYTES || !isPage(body)) return
  const fitting = Math.max(1, Math.floor((body.items.length * PAGE_BYTES) / bytes / 2))
  const msg = `This page is larger than ${PAGE_BYTES} bytes; request at most ${fitting} entries at once.`
  invalid([{ loc: ['query', 'limit'], msg, type: 'value_error' }])
}

function isPage(body: unknown): body is { readonly items: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items) && body.items.length > 1
}

// Text is sent together with the headers in one write. The serializer keeps the framework from adding a charset to the type.
function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).serializer(unchanged).send(text)
}

const unchanged = (text: string): string => text

/** A strong ETag of the bytes. */
export function etagOf(bytes: Buffer | string): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}

/** Whether an `If-None-Match` names the ETag. */
export function isKnown(header: string | undefined, etag: string): boolean {
  const named = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return named.includes(etag) || named.includes('*')
}

/** Sends the result of a handler. */
export function sendResult(reply: FastifyReply, { body, state }: HandlerResult, hasAnswer: boolean): FastifyReply {
  for (const [name, value] of state.headers) reply.header(name, value)
  for (const cookie of state.cookies) reply.header('set-cookie', cookie)
  if (state.content) return reply.code(state.status).header('content-type', state.content.contentType).send(state.content.body)
  if (state.stream) return reply.code(state.status).header('content-type', state.stream.contentType).send(readableOf(state.stream.pieces))
  if (!hasAnswer || state.isRedirect || state.status === 204) return reply.code(state.status).send()
  return sendJson(reply, state.status, body)
}

// A stream that was wrapped would stay open where the client leaves before its first piece.
function readableOf(pieces: AsyncIterable<string>): Readable {
  return pieces instanceof Readable ? pieces : Readable.from(pieces)
}

/** Sends an error response. */
export function sendErrorResponse(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  if (response.phrase !== undefined) reply.raw.statusMessage = response.phrase
  return reply.code(response.status).headers(response.headers).header('content-type', JSON_TYPE).send(Buffer.from(response.body))
}
