import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ErrorResponse } from '../refusals.ts'
import type { HandlerResult } from './run.ts'

const JSON_TYPE = 'application/json'

/** Sends JSON with a plain content type. A read on /v1 gets an ETag, and a 304 when the client has it. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const text = JSON.stringify(body)
  const { request } = reply
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD') && request.requestContext.api === 'v1') {
    const etag = etagOf(text)
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  return sendText(reply.code(status), text)
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
  if (state.stream)
    return reply.code(state.status).header('content-type', state.stream.contentType).send(Readable.from(state.stream.pieces))
  if (!hasAnswer || state.isRedirect || state.status === 204) return reply.code(state.status).send()
  return sendJson(reply, state.status, body)
}

/** Sends an error response. */
export function sendErrorResponse(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  if (response.phrase !== undefined) reply.raw.statusMessage = response.phrase
  return reply.code(response.status).headers(response.headers).header('content-type', JSON_TYPE).send(Buffer.from(response.body))
}
