import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Refused } from '../refusals.ts'
import type { Handled } from './run.ts'

const JSON_TYPE = 'application/json'

/** Sends JSON with a plain content type; a read is given an ETag and spared when it is known. */
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

// As text it leaves with the headers in one piece. It is serialized already: the framework would else add a charset to the type.
function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).serializer(asItIs).send(text)
}

const asItIs = (text: string): string => text

/** A strong ETag of the bytes. */
export function etagOf(bytes: Buffer | string): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}

/** Whether an `If-None-Match` names the ETag. */
export function isKnown(header: string | undefined, etag: string): boolean {
  const named = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return named.includes(etag) || named.includes('*')
}

/** Sends what a handle came to. */
export function sendHandled(reply: FastifyReply, { body, said }: Handled, hasAnswer: boolean): FastifyReply {
  for (const [name, value] of said.headers) reply.header(name, value)
  for (const cookie of said.cookies) reply.header('set-cookie', cookie)
  if (said.text) return reply.code(said.status).header('content-type', said.text.contentType).send(Buffer.from(said.text.body))
  if (said.stream) return reply.code(said.status).header('content-type', said.stream.contentType).send(Readable.from(said.stream.pieces))
  if (!hasAnswer || said.isRedirect || said.status === 204) return reply.code(said.status).send()
  return sendJson(reply, said.status, body)
}

/** Sends an answer that says no. */
export function sendRefused(reply: FastifyReply, refused: Refused): FastifyReply {
  if (refused.phrase !== undefined) reply.raw.statusMessage = refused.phrase
  return reply.code(refused.status).headers(refused.headers).header('content-type', JSON_TYPE).send(Buffer.from(refused.body))
}
