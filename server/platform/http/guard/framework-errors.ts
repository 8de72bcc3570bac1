// What Fastify and Node refuse by themselves, told in our shapes.
import type { Socket } from 'node:net'
import { Refusal, type RefusalEntry } from '#kernel/refusal.ts'
import { refusals } from './refusals.ts'

const KNOWN: Readonly<Record<string, readonly [entry: RefusalEntry, detail?: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [refusals.PayloadTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [refusals.UnsupportedMediaType],
  FST_ERR_CTP_EMPTY_TYPE: [refusals.UnsupportedMediaType],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [refusals.BadRequest, 'The body is not as long as it says'],
  FST_ERR_BAD_URL: [refusals.BadRequest, 'The address cannot be read'],
  FST_ERR_ASYNC_CONSTRAINT: [refusals.BadRequest, 'The address cannot be read'],
  FST_ERR_MAX_PARAM_LENGTH: [refusals.BadRequest, 'A part of the address is too long'],
  ECONNRESET: [refusals.BadRequest, 'The request was cut off'],
}

/** The refusal that stands for an error of the framework; nothing for errors of ours. */
export function refusalOfFramework(error: { readonly code?: string; readonly statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return undefined
  const known = error.code === 'ECONNRESET' && error.statusCode === undefined ? undefined : KNOWN[error.code ?? '']
  return known && new Refusal(known[0], { detail: known[1] })
}

const LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is not HTTP, or too slow or too large a head, and closes the connection. */
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
