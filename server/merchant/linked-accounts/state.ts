// The state that is remembered while a browser is at Discord or GitHub. Pure.
import { z } from 'zod'
import { type AccountProviderId, accountProviders } from './model.ts'

/** The seconds for which a state is valid. */
export const STATE_SECONDS = 600
export const STATE_LENGTH = 32
/** The characters of a verifier: RFC 7636 allows 43 to 128. */
export const VERIFIER_LENGTH = 64

/** The starter of a connection of an organization: a person, or a program with an access token. */
export type LinkStarter = { readonly userId: string } | { readonly tokenId: string }

/** For whom an account is linked: a customer, or an organization. */
export type LinkOwner =
  | { readonly kind: 'customer'; readonly organizationId: string; readonly customerId: string }
  | { readonly kind: 'organization'; readonly organizationId: string; readonly startedBy: LinkStarter }

/** A link that has been started. */
export interface LinkState {
  readonly provider: AccountProviderId
  readonly owner: LinkOwner
  readonly codeVerifier: string
}

/** The purpose under which a state is stored as one-time token. */
export const STATE_PURPOSE = 'linked-account-state'

/** The subject of a state: a second one of the same owner and provider replaces the first. */
export function stateSubject(provider: AccountProviderId, ownerId: string): string {
  return `${provider}:${ownerId}`
}

type Details = Readonly<Record<string, string | null>>

const stored = z.object({
  provider: z.enum(accountProviders),
  organizationId: z.string(),
  customerId: z.string().nullable(),
  userId: z.string().nullable(),
  tokenId: z.string().nullable(),
  codeVerifier: z.string(),
})

/** The state as the details of a one-time token; `seal` encrypts the verifier. */
export function toDetails({ provider, owner, codeVerifier }: LinkState, seal: (plain: string) => string): Details {
  const { organizationId } = owner
  const unset = { customerId: null, userId: null, tokenId: null }
  const by = owner.kind === 'customer' ? { customerId: owner.customerId } : owner.startedBy
  return { provider, organizationId, ...unset, ...by, codeVerifier: seal(codeVerifier) }
}

/** The state of these details; undefined if they have another form, or if `open` cannot decrypt the verifier. */
export function fromDetails(details: Details, open: (sealed: string) => string | null): LinkState | undefined {
  const { success, data } = stored.safeParse(details)
  if (!success) return undefined
  const [owner, codeVerifier] = [ownerOf(data), open(data.codeVerifier)]
  return owner === undefined || codeVerifier === null ? undefined : { provider: data.provider, owner, codeVerifier }
}

function ownerOf({ organizationId, customerId, userId, tokenId }: z.output<typeof stored>): LinkOwner | undefined {
  if (customerId !== null) return { kind: 'customer', organizationId, customerId }
  if (userId !== null) return { kind: 'organization', organizationId, startedBy: { userId } }
  return tokenId === null ? undefined : { kind: 'organization', organizationId, startedBy: { tokenId } }
}

const FIELD_MAXIMUM = 2048

/** The fields of a callback that are used. */
export interface CallbackFields {
  readonly state: string
  /** Absent where the owner of the account refused, or the provider did. */
  readonly code: string | undefined
}

/** The fields of a callback's query; undefined without a state, or if a field is repeated or too long. */
export function parseCallback(query: Readonly<Record<string, unknown>>): CallbackFields | undefined {
  const { state, code } = query
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= FIELD_MAXIMUM
  if (!isText(state) || !(code === undefined || code === '' || isText(code))) return undefined
  return { state, code: code || undefined }
}
