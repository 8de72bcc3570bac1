// Maps paths to pages.
import type { Entry } from './source.ts'

/** The page of a path. With 404 it is the "not found" page of the public entry. */
export interface PageMatch {
  readonly entry: Entry
  readonly status: 200 | 404
  /** The client secret of the checkout, on the only page that another page may frame. */
  readonly framedSecret?: string
}

const PUBLIC = new Set([
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/error',
  '/goodbye',
  '/signed-out',
  '/link-account',
])
/** First segments of the paths behind the sign-in. The app routes everything below them. */
const APP = new Set(['', 'welcome', 'dashboard', 'account', 'admin'])
const EMBEDDED = /^\/embed\/checkout\/([^/]+)$/

/** Finds the page of a path. `/dev/…` is found only where the development pages are enabled. */
export function findPage(path: string, isDevOpen: boolean): PageMatch {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  const first = bare.split('/')[1] ?? ''
  if (PUBLIC.has(bare)) return { entry: 'auth', status: 200 }
  if (first === 'invitations' && bare !== '/invitations') return { entry: 'auth', status: 200 }
  if (first === 'buy' && bare !== '/buy') return { entry: 'checkout', status: 200 }
  if (first === 'checkout' && bare !== '/checkout') return { entry: 'checkout', status: 200 }
  if (first === 'portal' && bare !== '/portal') return { entry: 'portal', status: 200 }
  const [, framedSecret] = EMBEDDED.exec(bare) ?? []
  if (framedSecret !== undefined) return { entry: 'checkout', status: 200, framedSecret }
  if (APP.has(first)) return { entry: 'app', status: 200 }
  if (first === 'dev' && isDevOpen) return { entry: 'dev', status: 200 }
  return { entry: 'auth', status: 404 }
}
