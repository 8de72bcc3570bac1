import { countSender, takeRecipient } from '#identity/mail/index.ts'
import { lookForNames, refuseBorrowed } from '#identity/passwords/index.ts'
import { holdSession } from '#identity/sessions/index.ts'
import { addressOf, lockUserByEmail, saveAddress, takenNameOf } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { mailChange, mailVerification, voidValuesOf } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { addressRefusals } from '../refusals.ts'
import { changing } from '../rules.ts'
import { tellChanged } from './tell-changed.ts'

/** Which address a person wants in the place of theirs. */
export interface ChangingAddress {
  readonly newEmail: string
  readonly callbackURL: string | undefined
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

type Wanted = Omit<ChangingAddress, 'newEmail'> & { readonly to: string }

/**
 * Changes an address that is not proven at once and mails a link to the new one; of a proven address the change is confirmed by a
 * link mailed to it. Gives the person as they are now where the address changed. That somebody has the address is told, and so limited.
 */
export async function changeAddress(platform: Platform, changingAddress: ChangingAddress): Promise<User | undefined> {
  const { settings } = platform
  const { newEmail, caller, ...rest } = changingAddress
  refuseBorrowed(caller)
  refuseWhen(settings.CHANGE_EMAIL_DISABLED, addressRefusals.changeDisabled)
  const wanted = { ...rest, caller, to: addressOf(newEmail) }
  refuseWhen(wanted.to === caller.user.email, addressRefusals.sameEmail)
  await refuseTaken(platform, wanted)
  countSender(platform, wanted)
  return wanted
    .transaction((tx) => write(tx, platform, wanted))
    .catch((error: unknown) => {
      if (takenNameOf(error)) refuse(addressRefusals.couldNotUpdate)
      throw error
    })
}

async function refuseTaken(platform: Platform, { to, caller, request, now, transaction }: Wanted): Promise<void> {
  const { limits, database } = platform
  const counts = [
    [changing.network, networkOf(request.address)],
    [changing.account, caller.user.id],
  ] as const
  const { email: isTaken, waits } = await lookForNames(database.db, limits, { email: to, username: null, counts, now })
  counts.forEach(([rule], at) => {
    if (waits[at]) throw new TooOften(rule, waits[at])
  })
  if (!isTaken) return
  await transaction(async (tx) => {
    for (const [rule, key] of counts) {
      const wait = await limits.hitStored(tx, rule, key, now)
      if (wait > 0) throw new TooOften(rule, wait)
    }
  })
  refuse(addressRefusals.couldNotUpdate)
}

async function write(tx: Tx, platform: Platform, wanted: Wanted): Promise<User | undefined> {
  const { to, caller, callbackURL, request, now } = wanted
  const wait = await platform.limits.hitStored(tx, changing.account, caller.user.id, now)
  if (wait > 0) throw new TooOften(changing.account, wait)
  const user = await lockUserByEmail(tx, caller.user.email)
  // The address became another one since the request was recognized.
  if (user?.id !== caller.user.id) return refuse(addressRefusals.couldNotUpdate)
  // Whoever has just been signed out, by the address's owner perhaps, gives the account no other.
  await holdSession(tx, caller)
  const about = { organizationId: null, userId: user.id, caller, request, now }
  if (user.emailVerified) {
    refuseWhen(platform.settings.VERIFICATION_EMAIL_DISABLED, addressRefusals.verificationNotEnabled)
    await takeRecipient(tx, platform, { to: user.email, now })
    await mailChange(tx, platform, { user, newAddress: to, callbackURL, now })
    await platform.audit.append(tx, { ...about, action: 'user.email_change_asked', details: { to } })
    return undefined
  }
  await takeRecipient(tx, platform, { to, now })
  const changed = (await saveAddress(tx, { userId: user.id, from: user.email, to, now })) ?? refuse(addressRefusals.couldNotUpdate)
  await voidValuesOf(tx, user.id)
  await mailVerification(tx, platform, { user: changed, callbackURL, isChange: true, now })
  await platform.audit.append(tx, { ...about, action: 'user.email_changed', details: { from: user.email, to } })
  await tellChanged(tx, platform, { user: changed, now })
  return changed
}
