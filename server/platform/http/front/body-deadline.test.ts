import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BODY_TIMEOUT_MS, withBodyDeadline } from './body-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request that has begun, with what its socket was sent. */
function aRequest(url: string, { headers = {}, isComplete = false }: { headers?: object; isComplete?: boolean }) {
  const written: string[] = []
  const socket = { writable: true, end: (text: string) => void written.push(text), destroy: () => undefined }
  return {
    request: Object.assign(new EventEmitter(), { url, headers, socket, complete: isComplete }) as unknown as IncomingMessage,
    written,
  }
}

const BODY = { headers: { 'content-length': '10' } }

test.each([
  ['a late body is answered with 408', '/v1/files/', BODY, '408 Request Timeout'],
  ['a body without a declared length as well', '/v1/files/', { headers: { 'transfer-encoding': 'chunked' } }, '408 Request Timeout'],
  ['a body that has arrived is not', '/v1/files/', { ...BODY, isComplete: true }, undefined],
  ['a part of an upload has more time', '/storage/parts?token=x', BODY, undefined],
  ['a request without a body waits for its answer', '/v1/files/', {}, undefined],
])('%s', (_, url, options, expected) => {
  const { request, written } = aRequest(url, options)
  withBodyDeadline(() => undefined)(request, {} as ServerResponse)
  vi.advanceTimersByTime(BODY_TIMEOUT_MS)
  expect(written[0]?.slice('HTTP/1.1 '.length, 'HTTP/1.1 408 Request Timeout'.length)).toBe(expected)
})

test('a request that was closed is not answered', () => {
  const { request, written } = aRequest('/v1/files/', BODY)
  withBodyDeadline(() => undefined)(request, {} as ServerResponse)
  request.emit('close')
  vi.advanceTimersByTime(BODY_TIMEOUT_MS)
  expect(written).toEqual([])
})
