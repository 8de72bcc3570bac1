// Which page answers which path.
import type { Entry } from './source.ts'

/** A path's page; 404 is the public pages' own "not found". */
export interface Place {
  readonly entry: Entry
  readonly status: 200 | 404
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
/** First parts of the paths behind the sign-in; what lies below them is the app's own matter. */
const APP = new Set(['', 'welcome', 'dashboard', 'account', 'admin'])

/** The page of a path. `/dev/…` is found only where the development pages are open. */
export function placeOf(path: string, isDevOpen: boolean): Place {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  const first = bare.split('/')[1] ?? ''
  if (PUBLIC.has(bare)) return { entry: 'auth', status: 200 }
  if (first === 'invitations' && bare !== '/invitations') return { entry: 'auth', status: 200 }
  if (first === 'checkout' && bare !== '/checkout') return { entry: 'checkout', status: 200 }
  if (APP.has(first)) return { entry: 'app', status: 200 }
  if (first === 'dev' && isDevOpen) return { entry: 'dev', status: 200 }
  return { entry: 'auth', status: 404 }
}
