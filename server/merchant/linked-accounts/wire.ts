import { z } from 'zod'
import { added, addition, id } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type Connection, connectionColumns, type LinkedAccount } from './model.ts'

const connectionFields = fieldsOf(connectionColumns)
/** A field that providers send: any text. */
const anything = (description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: 'string', ...added(description) })

/** The URL at which an account or a guild is chosen. */
export const authorization = z
  .object({ url: z.string().meta(added('Where the browser goes.')) })
  .meta({ id: 'AccountAuthorization', ...addition })

const organizationId = id.nullish().meta(added('For a signed-in user: the organization; the active one by default.'))

/** The body of a new connection of a merchant. */
export const connectionCreate = z.object({ organization_id: organizationId }).meta({ id: 'ConnectionCreate', ...addition, examples: [{}] })

/** The fields of a callback: the action validates them, and redirects where they are wrong. */
export const callbackQuery = z.object({
  state: anything('What the provider was sent.'),
  code: anything('What this server exchanges for the account.'),
  error: anything('Why there is no code.'),
})

/** An account that a merchant has connected. */
export const connection = z.object(connectionFields.shape).meta({ id: 'Connection', ...addition })

/** The connection as JSON. */
export function toConnectionWire(of: Connection): z.output<typeof connection> {
  return connectionFields.toWire(of)
}

/** An account that a customer has linked, as the published contract names its fields. */
export const oauthAccount = z
  .object({ account_id: z.string(), account_username: z.string().nullable() })
  .meta({ id: 'CustomerPortalOAuthAccount' })

/** The accounts of a customer by their provider. */
export function toOauthAccountsWire(accounts: readonly LinkedAccount[]): Record<string, z.output<typeof oauthAccount>> {
  return Object.fromEntries(
    accounts.map(({ provider, accountId, accountName }) => [provider, { account_id: accountId, account_username: accountName }]),
  )
}
