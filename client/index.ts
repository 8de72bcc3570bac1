import { type Administration, createAdministration } from './administration.ts'
import { type Auth, createAuth } from './auth.ts'
import { type Billing, createBilling } from './billing.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { createOrganizations, type Organizations } from './organizations.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'
import { createSignals, type Signals } from './signals.ts'
import { createSocial, type Social } from './social.ts'

export { type Administration, createAdministration } from './administration.ts'
export type * from './auth.ts'
export { createAuth } from './auth.ts'
export type * from './billing.ts'
export { createBilling } from './billing.ts'
export { type Buyer, createBuyer, type Sandbox } from './buyer.ts'
export type { Call, CallError, CallOptions, FieldFault, Http, HttpOptions, Result, Retry } from './http.ts'
export { createHttp } from './http.ts'
export type * from './operations.ts'
export { createOrganizations, type Organizations } from './organizations.ts'
export { createOwnAccount, type OwnAccount } from './own-account.ts'
export { createSignals, type Signal, type Signals, signalsOf } from './signals.ts'
export type * from './social.ts'
export { createSocial } from './social.ts'
export type * from './types.ts'
export type { Operations } from './wire.ts'

/** All calls of a Guildhall server: `auth` for users and organizations, the rest for selling. */
export interface Client extends Billing {
  readonly auth: Omit<Auth, 'organization'> &
    OwnAccount &
    Social & { readonly organization: Auth['organization'] & Organizations; readonly admin: Administration }
  readonly signals: Signals
}

/** Creates a client of a server. No call throws; each returns `{ data, error }`. */
export function createClient(options: HttpOptions = {}): Client {
  const http = createHttp(options)
  const signals = createSignals()
  const [base, own, social] = [createAuth(http, signals), createOwnAccount(http, signals), createSocial(http, signals)]
  const organization = { ...base.organization, ...createOrganizations(http, signals) }
  const admin = createAdministration(http, signals)
  const auth = { ...base, ...own, ...social, organization, admin, signIn: { ...base.signIn, ...social.signIn } }
  return { ...createBilling(http, options.baseUrl), auth, signals }
}
