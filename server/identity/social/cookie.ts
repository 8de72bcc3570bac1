import { randomText } from '#kernel/token.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { CookieAttributes, RequestInfo } from '#platform/http/request.ts'
import { STATE_LIFE } from './state.ts'

const MARK_LENGTH = 32

/** What naming and signing the cookie takes: a part of the platform. */
export interface MarkGround {
  readonly settings: Pick<Settings, 'COOKIE_PREFIX' | 'hasSecureCookies'>
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
}

/** The mark of a browser, and the cookie that keeps it there for as long as a state lives. */
export interface Marking {
  readonly mark: string
  readonly cookie: { readonly name: string; readonly value: string; readonly attributes: CookieAttributes }
}

function nameOf({ settings }: MarkGround): string {
  return `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}.state`
}

/** The mark that a browser brings, when its signature is ours. */
export function markOf(request: Pick<RequestInfo, 'cookies'>, ground: MarkGround): string | undefined {
  const [mark = '', signature = ''] = (request.cookies.get(nameOf(ground)) ?? '').split('.')
  return mark.length === MARK_LENGTH && ground.secrets.isCookieSigned(mark, signature) ? mark : undefined
}

/** The browser's own mark, or a new one. It is one for all of its tabs, so that several sign-ins at once can all come back. */
export function markBrowser(request: Pick<RequestInfo, 'cookies'>, ground: MarkGround): Marking {
  const mark = markOf(request, ground) ?? randomText(MARK_LENGTH)
  const value = encodeURIComponent(`${mark}.${ground.secrets.signCookie(mark)}`)
  return {
    mark,
    cookie: { name: nameOf(ground), value, attributes: { maxAgeSeconds: STATE_LIFE, secure: ground.settings.hasSecureCookies } },
  }
}
