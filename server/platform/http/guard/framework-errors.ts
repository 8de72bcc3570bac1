// What Fastify and Node refuse by themselves, told in our shapes.
import type { Socket } from 'node:net'
import { Refusal, type RefusalEntry } from '#kernel/refusal.ts'

const KNOWN: Readonly<Record<string, RefusalEntry>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PayloadTooLarge', status: 413, sentence: 'The body is too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'UnsupportedMediaType', status: 415, sentence: 'Unsupported media type' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'BadRequest', status: 400, sentence: 'The body is not as long as it says' },
  FST_ERR_CTP_EMPTY_TYPE: { code: 'UnsupportedMediaType', status: 415, sentence: 'Unsupported media type' },
  FST_ERR_BAD_URL: { code: 'BadRequest', status: 400, sentence: 'The address cannot be read' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'BadRequest', status: 400, sentence: 'A part of the address is too long' },
  FST_ERR_ASYNC_CONSTRAINT: { code: 'BadRequest', status: 400, sentence: 'The address cannot be read' },
  ECONNRESET: { code: 'BadRequest', status: 400, sentence: 'The request was cut off' },
}

/** The refusal that stands for an error of the framework; nothing for errors of ours. */
export function refusalOfFramework(error: { readonly code?: string; readonly statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return undefined
  const entry = error.code === 'ECONNRESET' && error.statusCode === undefined ? undefined : KNOWN[error.code ?? '']
  return entry && new Refusal(entry)
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
