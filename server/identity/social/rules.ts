import { z } from 'zod'
import type { Account } from '#identity/accounts/model.ts'
import type { ConfiguredProvider, ProviderUser } from '#identity/providers/model.ts'
import { emailInput } from '#identity/users/wire.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
import { isStorable, seenText } from '#kernel/text.ts'
import { callbackRefusals, resultRefusals, socialRefusals } from './refusals.ts'

const NAME_MAXIMUM = 255
const IMAGE_MAXIMUM = 2083
const ACCOUNT_ID_MAXIMUM = 1024
const REFRESH_BEFORE_MS = 5000
/** Smaller numbers are seconds since 1970. */
const MILLISECONDS_FROM = 100_000_000_000
/** The year 9999: the maximum of both the database and ISO dates. */
const LAST_MS = 253_402_300_800_000

/** Selects an account of a user: with a provider by the user's id there, or the only one; without one by the id of our row. */
export interface AccountSelector {
  readonly providerId: string | undefined
  readonly accountId: string | undefined
}

/** The account to unlink. Refuses the last sign-in method, unless that is allowed, and an account that does not exist. */
export function accountToUnlink(accounts: readonly Account[], selector: AccountSelector, mayUnlinkAll: boolean): Account {
  refuseWhen(accounts.length <= 1 && !mayUnlinkAll, socialRefusals.lastAccount)
  const isSelected = ({ id, providerId, accountId }: Account) =>
    selector.providerId === undefined
      ? id === selector.accountId
      : providerId === selector.providerId && (selector.accountId === undefined || accountId === selector.accountId)
  return accounts.find(isSelected) ?? refuse(socialRefusals.accountNotFound)
}

/** A sign-in by a provider, and the stored state of its user. */
export interface ProviderSignIn {
  /** Whether the account (provider and id) is linked to a user. */
  readonly isLinked: boolean
  /** The user of the email, if the account is not linked. */
  readonly holder: { readonly isVerifiedAttended: boolean } | undefined
  /** Whether the user of the email has another account of the provider. */
  readonly hasOtherAccount: boolean
  /** Null if the provider sends no valid one. */
  readonly email: string | null
  /** Whether the provider claims that the email is verified. */
  readonly emailVerified: boolean
  readonly provider: Pick<ConfiguredProvider, 'isTrusted' | 'signUp'>
  /** Whether the request names sign-up explicitly: `requestSignUp`. */
  readonly isSignUpRequested: boolean
  readonly isLinkingDisabled: boolean
}

/** The outcome of a sign-in by a provider. */
export type SignInDecision =
  | { readonly kind: 'sign-in' }
  | {
      readonly kind: 'link'
      /** The email was unverified, or verified by an unattended link: the password, the other sign-in methods and the sessions of the account are removed. */
      readonly securesAccount: boolean
      /** The claim of the provider verifies the email. */
      readonly verifiesEmail: boolean
    }
  | { readonly kind: 'sign-up' }

/** The linking table of the auth contract: signs in, links or signs up; otherwise refuses. */
export function decideSignIn(signIn: ProviderSignIn): SignInDecision {
  const { isLinked, holder, provider } = signIn
  if (isLinked) return { kind: 'sign-in' }
  refuseWhen(signIn.email === null, socialRefusals.noEmail)
  if (holder) {
    const isVouchedFor = provider.isTrusted || signIn.emailVerified
    // A second account with the same email may belong to a later owner of the email.
    const isSecondAccount = holder.isVerifiedAttended && signIn.hasOtherAccount
    refuseWhen(signIn.isLinkingDisabled || !isVouchedFor || isSecondAccount, resultRefusals.accountNotLinked)
    return { kind: 'link', securesAccount: !holder.isVerifiedAttended, verifiesEmail: !holder.isVerifiedAttended && signIn.emailVerified }
  }
  const maySignUp = provider.signUp === 'open' || (provider.signUp === 'on-request' && signIn.isSignUpRequested)
  refuseWhen(!maySignUp, resultRefusals.signUpDisabled)
  return { kind: 'sign-up' }
}

/** Whether an account that a signed-in user links is theirs already or new; refuses that of another user. Emails need not match. */
export function decideLinking(ownerId: string | undefined, userId: string): 'known' | 'new' {
  refuseWhen(ownerId !== undefined && ownerId !== userId, callbackRefusals.linkedToOther)
  return ownerId === undefined ? 'new' : 'known'
}

/** Whether the account id of a provider can be stored. */
export function hasUsableAccountId({ accountId }: Pick<ProviderUser, 'accountId'>): boolean {
  return accountId !== '' && accountId.length <= ACCOUNT_ID_MAXIMUM && isStorable(accountId)
}

/** The email of a provider's user as it is stored; null if the provider sends no valid one. */
export function emailOf({ email }: Pick<ProviderUser, 'email'>): string | null {
  return email !== null && emailInput.safeParse(email.trim()).success ? foldEmail(email) : null
}

/** Name and picture of a new user: text that cannot be stored or displayed is left out, and the name is never empty. */
export function profileOf(user: Pick<ProviderUser, 'name' | 'image'>, email: string): { name: string; image: string | null } {
  const storable = seenText(user.name.toWellFormed().replaceAll('\0', '').trim())
  const name = Array.from(storable).slice(0, NAME_MAXIMUM).join('')
  const { image } = user
  const isDisplayable = image !== null && image.length <= IMAGE_MAXIMUM && URL.parse(image)?.protocol === 'https:' && isStorable(image)
  return { name: name || (email.split('@')[0] ?? email), image: isDisplayable ? image : null }
}

/** Whether each of the texts is undefined or a valid id. */
export function areIds(texts: readonly (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || z.guid().safeParse(text).success)
}

/** Whether a token must be refreshed: it expires within five seconds, or at an unknown time. */
export function isRefreshDue(expiresAt: Date | null, now: Date): boolean {
  return expiresAt === null || expiresAt.getTime() - now.getTime() < REFRESH_BEFORE_MS
}

/** The expiry that an app sends with its tokens, in seconds or milliseconds since 1970. Null for none, and for an invalid time. */
export function parseExpiry(expiresAt: number | undefined): Date | null {
  if (expiresAt === undefined || !(expiresAt > 0)) return null
  const end = new Date(expiresAt < MILLISECONDS_FROM ? expiresAt * 1000 : expiresAt)
  return end.getTime() < LAST_MS ? end : null
}

/** A refusal as a value of `error` in a URL. */
export function errorCodeOf({ sentence }: Pick<Refusal, 'sentence'>): string {
  return sentence === socialRefusals.noEmail.sentence ? callbackRefusals.emailNotFound.sentence : sentence.replaceAll(' ', '_')
}

/** The refusal about a provider as in the contract: its sentence and code contain the name. */
export function providerRefusal(entry: { readonly status: number; readonly sentence: string }, name: string): Refusal {
  const sentence = entry.sentence.replace('{x}', () => name)
  return new Refusal({ ...entry, sentence, code: '' }, { detail: sentence })
}
