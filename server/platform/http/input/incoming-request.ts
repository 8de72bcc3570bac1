import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Settings } from '../../config.ts'
import { parseCookies } from '../cookies.ts'
import { clientAddress } from '../guard/address.ts'
import { bearerToken } from '../recognize.ts'
import type { RequestInfo } from '../request.ts'

const USER_AGENT_LENGTH = 500

// Node joins what is repeated by itself, but for one name that no request has any business with.
function joinedHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  const repeated = headers['set-cookie']
  if (!repeated) return headers as Readonly<Record<string, string | undefined>>
  return { ...(headers as Readonly<Record<string, string | undefined>>), 'set-cookie': repeated.join(', ') }
}

/** What is known of a request before its body is read; `id` is the one that it was given. */
export function requestInfoOf(request: IncomingMessage, id: string, settings: Pick<Settings, 'TRUST_PROXY'>): RequestInfo {
  const headers = joinedHeaders(request.headers)
  // A bearer token wins over a cookie, even a wrong one over a right cookie: nothing then reads the cookies.
  const cookies = parseCookies(bearerToken(headers) === undefined ? headers['cookie'] : undefined)
  return {
    id,
    method: request.method ?? 'GET',
    path: request.url?.split('?', 1)[0] ?? '/',
    address: clientAddress(request.socket.remoteAddress, headers['x-forwarded-for'], settings.TRUST_PROXY),
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    headers,
    cookies,
    language: 'en',
  }
}
