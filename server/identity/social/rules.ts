import { z } from 'zod'
import type { Account } from '#identity/accounts/model.ts'
import type { ProviderUser, ReadyProvider } from '#identity/providers/model.ts'
import { addressInput } from '#identity/users/wire.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
import { foldEmail, isStorable } from '#kernel/text.ts'
import { callbackRefusals, resultRefusals, socialRefusals } from './refusals.ts'

const NAME_MAXIMUM = 255
const IMAGE_MAXIMUM = 2083
const ACCOUNT_ID_MAXIMUM = 1024
const RENEWED_BEFORE_MS = 5000
/** A smaller number is an instant in seconds. */
const MILLISECONDS_FROM = 100_000_000_000
/** The year 9999: what the database and ISO dates can both say. */
const LAST_MS = 253_402_300_800_000

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

/** Somebody whom a provider has sent, and what is known of them here. */
export interface Arrival {
  /** Whether the account (provider and id) is somebody's already. */
  readonly isLinked: boolean
  /** Who has the address, where the account is nobody's. */
  readonly holder: { readonly emailVerified: boolean } | undefined
  /** Whether who has the address signs in by another account of the provider. */
  readonly hasAnother: boolean
  /** Null where the provider gives none that can be used. */
  readonly email: string | null
  /** Whether the provider itself says that the address is theirs. */
  readonly emailVerified: boolean
  readonly provider: Pick<ReadyProvider, 'isTrusted' | 'signUp'>
  /** Whether signing up was asked for in words: `requestSignUp`. */
  readonly isSignUpAsked: boolean
  readonly isLinkingDisabled: boolean
}

/** What becomes of them. */
export type Entrance =
  | { readonly kind: 'sign-in' }
  | {
      readonly kind: 'link'
      /** Nobody had proven the address here: whoever made the account loses password, other ways in and sessions. */
      readonly isSecuring: boolean
      /** The provider's claim proves the address from now on. */
      readonly isProving: boolean
    }
  | { readonly kind: 'sign-up' }

/** The linking table of the auth contract: signs in, links or signs up; else refuses. */
export function entranceOf(arrival: Arrival): Entrance {
  const { isLinked, holder, provider } = arrival
  if (isLinked) return { kind: 'sign-in' }
  refuseWhen(arrival.email === null, socialRefusals.noEmail)
  if (holder) {
    const isTheirs = provider.isTrusted || arrival.emailVerified
    // A second account with their address may be that of whoever was given it after them.
    const isSecond = holder.emailVerified && arrival.hasAnother
    refuseWhen(arrival.isLinkingDisabled || !isTheirs || isSecond, resultRefusals.accountNotLinked)
    return { kind: 'link', isSecuring: !holder.emailVerified, isProving: !holder.emailVerified && arrival.emailVerified }
  }
  const mayComeIn = provider.signUp === 'open' || (provider.signUp === 'on-request' && arrival.isSignUpAsked)
  refuseWhen(!mayComeIn, resultRefusals.signUpDisabled)
  return { kind: 'sign-up' }
}

/** What becomes of an account that a signed-in person links: theirs already, or new; refuses somebody else's. Addresses need not match. */
export function linkingOf(ownerId: string | undefined, userId: string): 'known' | 'new' {
  refuseWhen(ownerId !== undefined && ownerId !== userId, callbackRefusals.linkedToOther)
  return ownerId === undefined ? 'new' : 'known'
}

/** Whether what a provider says of a person names an account that can be kept. */
export function isKnowable({ accountId }: Pick<ProviderUser, 'accountId'>): boolean {
  return accountId !== '' && accountId.length <= ACCOUNT_ID_MAXIMUM && isStorable(accountId)
}

/** The address of a person as it is stored here; null where the provider gives none that could be. */
export function emailOf({ email }: Pick<ProviderUser, 'email'>): string | null {
  return email !== null && addressInput.safeParse(email.trim()).success ? foldEmail(email) : null
}

/** Name and picture of somebody new: what could not be stored or shown is left out, and nobody is without a name. */
export function profileOf(person: Pick<ProviderUser, 'name' | 'image'>, email: string): { name: string; image: string | null } {
  const storable = person.name.toWellFormed().replaceAll('\0', '').trim()
  const name = Array.from(storable).slice(0, NAME_MAXIMUM).join('')
  const { image } = person
  const isShown = image !== null && image.length <= IMAGE_MAXIMUM && URL.parse(image)?.protocol === 'https:' && isStorable(image)
  return { name: name || (email.split('@')[0] ?? email), image: isShown ? image : null }
}

/** Whether each of them, where it is given, may be an id of ours. */
export function areIds(texts: readonly (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || z.guid().safeParse(text).success)
}

/** When a token is to be renewed: it ends within five seconds, or nobody knows when. */
export function isDue(expiresAt: Date | null, now: Date): boolean {
  return expiresAt === null || expiresAt.getTime() - now.getTime() < RENEWED_BEFORE_MS
}

/** The end that an app names with its tokens: seconds or milliseconds since 1970. Null for none, and for a time that is none. */
export function endOf(expiresAt: number | undefined): Date | null {
  if (expiresAt === undefined || !(expiresAt > 0)) return null
  const end = new Date(expiresAt < MILLISECONDS_FROM ? expiresAt * 1000 : expiresAt)
  return end.getTime() < LAST_MS ? end : null
}

/** A refusal as a value of `error` in an address. */
export function errorOf({ sentence }: Pick<Refusal, 'sentence'>): string {
  return sentence === socialRefusals.noEmail.sentence ? callbackRefusals.emailNotFound.sentence : sentence.replaceAll(' ', '_')
}

/** The refusal about a provider in the words of the contract: its name stands in sentence and code. */
export function aboutProvider(entry: { readonly status: number; readonly sentence: string }, name: string): Refusal {
  const sentence = entry.sentence.replace('{x}', () => name)
  return new Refusal({ ...entry, sentence, code: '' }, { detail: sentence })
}
