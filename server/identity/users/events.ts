import type { EventEntry } from '#contract/events.ts'
import { fullUser } from './wire.ts'

/** The domain events of users. */
export const userEvents = {
  'user.created': { audience: 'operator', payload: fullUser },
  'user.updated': { audience: 'operator', payload: fullUser },
  /** Each follows the `user.updated` of the same change. A ban that ended counts as lifted at the next sign-in. */
  'user.email_verified': { audience: 'operator', payload: fullUser },
  'user.banned': { audience: 'operator', payload: fullUser },
  'user.unbanned': { audience: 'operator', payload: fullUser },
  /** The owner of an unverified email has taken the account over from the user who created it. */
  'user.secured': { audience: 'operator', payload: fullUser },
  'user.deleted': { audience: 'operator', payload: fullUser },
} as const satisfies Readonly<Record<string, EventEntry>>
