// What is remembered while a browser is at Discord or GitHub. Pure.
import { z } from 'zod'
import { type AccountProviderId, accountProviders } from './model.ts'

/** The seconds for which a state is valid. */
export const STATE_SECONDS = 600
export const STATE_LENGTH = 32
/** The characters of a verifier: RFC 7636 allows 43 to 128. */
export const VERIFIER_LENGTH = 64

/** For whom an account is linked: a customer, or an organization. */
export type LinkOwner =
  | { readonly kind: 'customer'; readonly organizationId: string; readonly customerId: string }
  | { readonly kind: 'organization'; readonly organizationId: string }

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
  codeVerifier: z.string(),
})

/** The state as the details of a one-time token; `seal` encrypts the verifier. */
export function toDetails({ provider, owner, codeVerifier }: LinkState, seal: (plain: string) => string): Details {
  const { organizationId } = owner
  return { provider, organizationId, customerId: owner.kind === 'customer' ? owner.customerId : null, codeVerifier: seal(codeVerifier) }
}

/** The state of these details; undefined if `open` cannot decrypt the verifier. Throws for details of another form. */
export function fromDetails(details: Details, open: (sealed: string) => string | null): LinkState | undefined {
  const { provider, organizationId, customerId, codeVerifier: sealed } = stored.parse(details)
  const codeVerifier = open(sealed)
  if (codeVerifier === null) return undefined
  const owner: LinkOwner = customerId === null ? { kind: 'organization', organizationId } : { kind: 'customer', organizationId, customerId }
  return { provider, owner, codeVerifier }
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
