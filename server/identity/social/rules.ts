import type { Account } from '#identity/accounts/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { socialRefusals } from './refusals.ts'

/** Which of a person's accounts is to be unlinked: one of a provider, or all that it has there. */
export interface Unlinking {
  readonly providerId: string
  /** The person's id at the provider. */
  readonly accountId: string | undefined
}

/** The account to unlink. Refuses the last way in, unless that is allowed, and one that is not there. */
export function accountToUnlink(accounts: readonly Account[], wanted: Unlinking, mayUnlinkAll: boolean): Account {
  refuseWhen(accounts.length <= 1 && !mayUnlinkAll, socialRefusals.lastAccount)
  const isWanted = ({ providerId, accountId }: Account) =>
    providerId === wanted.providerId && (wanted.accountId === undefined || accountId === wanted.accountId)
  return accounts.find(isWanted) ?? refuse(socialRefusals.accountNotFound)
}
