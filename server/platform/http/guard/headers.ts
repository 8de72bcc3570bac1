import type { FastifyReply } from 'fastify'
import type { Settings } from '../../config.ts'
import type { Api } from '../api.ts'

const YEAR_SECONDS = 31_536_000

/** The headers that every answer carries. */
export function securityHeaders(api: Api | undefined, settings: Pick<Settings, 'hasSecureCookies'>): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()',
    ...(api ? { 'cache-control': 'no-store' } : {}),
    ...(settings.hasSecureCookies ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  }
}

/** Sets them; those of pages are set again where a page is sent. */
export function setSecurityHeaders(reply: FastifyReply, api: Api | undefined, settings: Pick<Settings, 'hasSecureCookies'>): void {
  reply.headers(securityHeaders(api, settings))
}
