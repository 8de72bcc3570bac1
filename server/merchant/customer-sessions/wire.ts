import { z } from 'zod'
import { type Customer, customerColumns } from '#merchant/customers/model.ts'
import { customer, newerCustomerFields, toCustomerWire } from '#merchant/customers/wire.ts'
import type { LinkedAccount } from '#merchant/linked-accounts/model.ts'
import { oauthAccount, toOauthAccountsWire } from '#merchant/linked-accounts/wire.ts'
import {
  actingOrganizationId,
  added,
  addition,
  EXAMPLE_ID,
  emailText,
  id,
  text,
  timestamp,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf, type ShownModel } from '#platform/resource/fields.ts'
import { type CustomerKey, type CustomerSession, customerSessionColumns } from './model.ts'

const EXTERNAL_ID_MAXIMUM = 250

const sessionFields = fieldsOf(customerSessionColumns)

const newerFields = constantFields({ return_url: [z.string().nullable(), null, 'Always null: the portal has no link back yet.'] })

const newerBody = { member_id: unavailable(), external_member_id: unavailable(), return_url: unavailable() }

/** A customer session; only this answer has its secret. */
export const customerSession = z
  .object({
    ...sessionFields.shape,
    ...newerFields.shape,
    modified_at: timestamp.nullable(),
    token: z.string(),
    customer_portal_url: z.string(),
    customer_id: id,
    customer,
  })
  .meta({ id: 'CustomerSession' })

const organizationId = actingOrganizationId.meta(addition)

const externalId = text(1, EXTERNAL_ID_MAXIMUM)

/** The body of a new session: it names the customer by our id or by the merchant's. */
export const customerSessionCreate = z
  .union([
    z.object({ customer_id: id, organization_id: organizationId, ...newerBody }).meta({ id: 'CustomerSessionCustomerIDCreate' }),
    z
      .object({ external_customer_id: externalId, organization_id: organizationId, ...newerBody })
      .meta({ id: 'CustomerSessionCustomerExternalIDCreate' }),
    z
      .object({ customer_external_id: externalId, organization_id: organizationId })
      .meta(added('The name of the field in earlier versions of the client.')),
  ])
  .meta({ examples: [{ customer_id: EXAMPLE_ID }, { external_customer_id: 'user-17' }] })

const { id: customerId, createdAt, modifiedAt, email, isEmailVerified, name, billingAddress, taxId } = customerColumns
const portalColumns = { id: customerId, createdAt, modifiedAt, email, isEmailVerified, name, billingAddress, taxId }
const portalFields = fieldsOf(portalColumns)

/** A customer as they see themselves: without the merchant's metadata and id. */
export const portalCustomer = z
  .object({ ...portalFields.shape, ...newerCustomerFields.shape, oauth_accounts: z.record(z.string(), oauthAccount) })
  .meta({ id: 'CustomerPortalCustomer' })

/** The longest code that is read, with what people type between its characters. */
const TYPED_CODE_MAXIMUM = 20

/** A request for a code by email. */
export const sessionCodeRequest = z
  .object({ email: emailText, organization_id: id })
  .meta({ id: 'CustomerSessionCodeRequest', examples: [{ email: 'ada@example.com', organization_id: EXAMPLE_ID }] })

/** The answer to every request for a code, whether or not the email is that of a customer. */
export const sessionCodeRequested = z
  .object({
    request_id: id.meta({ description: 'What the code opens the portal with: only this answer has it, and the link of the email.' }),
  })
  .meta({ id: 'CustomerSessionCodeResult' })

/** A code with the request that it was mailed for. */
export const sessionCodeInput = z
  .object({
    code: z.string().min(1).max(TYPED_CODE_MAXIMUM).meta({ description: 'The six characters of the email, in any case.' }),
    request_id: id.meta({ description: 'From the answer to the request: a code alone could be guessed over all customers.' }),
  })
  .meta({ id: 'CustomerSessionCodeAuthenticate', examples: [{ code: 'K7QT4X', request_id: EXAMPLE_ID }] })

/** A session by code; only this answer has its secret. */
export const sessionToken = z.object({ token: z.string() }).meta({ id: 'CustomerSessionToken' })

/** The customer that a body names. */
export function toCustomerKey(body: z.output<typeof customerSessionCreate>): CustomerKey {
  if ('customer_id' in body) return { id: body.customer_id }
  return { externalId: 'external_customer_id' in body ? body.external_customer_id : body.customer_external_id }
}

/** A new session as JSON. */
export interface NewPortalSession {
  readonly session: CustomerSession
  /** The secret, which is not stored. */
  readonly token: string
  readonly customer: Customer
  /** The slug of the merchant. */
  readonly slug: string
}

/** The session as JSON; `baseUrl` has no slash at its end. */
export function toCustomerSessionWire(
  { session, token, customer, slug }: NewPortalSession,
  baseUrl: string,
): z.output<typeof customerSession> {
  return {
    ...sessionFields.toWire(session),
    ...newerFields.values,
    modified_at: null,
    token,
    customer_portal_url: `${baseUrl}/portal/${slug}?customer_session_token=${token}`,
    customer_id: customer.id,
    customer: toCustomerWire(customer, baseUrl),
  }
}

/** The customer's own view as JSON, with the accounts that they have linked. */
export function toPortalCustomerWire(
  customer: ShownModel<typeof portalColumns>,
  accounts: readonly LinkedAccount[],
): z.output<typeof portalCustomer> {
  return { ...portalFields.toWire(customer), ...newerCustomerFields.values, oauth_accounts: toOauthAccountsWire(accounts) }
}
