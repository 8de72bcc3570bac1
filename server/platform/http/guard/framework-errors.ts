// Errors of Fastify and Node, answered in our error shapes.
import type { Socket } from 'node:net'
import { Refusal, type RefusalEntry } from '#kernel/refusal.ts'
import { refusals } from './refusals.ts'

const KNOWN: Readonly<Record<string, readonly [entry: RefusalEntry, detail?: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [refusals.PayloadTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [refusals.UnsupportedMediaType],
  FST_ERR_CTP_EMPTY_TYPE: [refusals.UnsupportedMediaType],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [refusals.BadRequest, 'The body does not have the declared length'],
  FST_ERR_BAD_URL: [refusals.BadRequest, 'The URL cannot be read'],
  FST_ERR_ASYNC_CONSTRAINT: [refusals.BadRequest, 'The URL cannot be read'],
  FST_ERR_MAX_PARAM_LENGTH: [refusals.BadRequest, 'A part of the URL is too long'],
  ECONNRESET: [refusals.BadRequest, 'The request was cut off'],
}

/** The refusal for an error of the framework; undefined for other errors. */
export function refusalOfFramework(error: { readonly code?: string; readonly statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return undefined
  const known = error.code === 'ECONNRESET' && error.statusCode === undefined ? undefined : KNOWN[error.code ?? '']
  return known && new Refusal(known[0], { detail: known[1] })
}

const LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers a connection that does not speak HTTP or whose head is too slow or too large, and closes it. */
export function answerBadConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const line = LINES[error.code ?? ''] ?? '400 Bad Request'
  const sentence = line.slice(4)
  const body = JSON.stringify({ error: sentence.replaceAll(' ', ''), detail: sentence })
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'x-content-type-options: nosniff',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
