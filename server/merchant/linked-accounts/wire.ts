import { z } from 'zod'
import { actingOrganizationId, added, addition, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type Connection, connectionColumns, type LinkedAccount } from './model.ts'

/** A sealed token is some 200 characters long. */
const GUILD_TOKEN_LENGTH = 1000

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

const organizationId = actingOrganizationId.meta(addition)

/** The body of a new connection of a merchant. */
export const connectionCreate = z.object({ organization_id: organizationId }).meta({ id: 'ConnectionCreate', ...addition, examples: [{}] })

/** The body that names the guild whose roles are listed. */
export const discordRolesRead = z
  .object({
    organization_id: organizationId,
    guild_token: z
      .string()
      .max(GUILD_TOKEN_LENGTH)
      .meta(added('The token of the Discord server that was connected, or of a saved benefit.')),
  })
  .meta({ id: 'DiscordRolesRead', ...addition, examples: [{ guild_token: 'the token of a server' }] })

/** A role that a benefit may name. */
const discordRole = z
  .object({
    id: z.string().meta(added('The id of the role at Discord.')),
    name: z.string().meta(added('The name of the role.')),
    fault: z.string().nullable().meta(added('Why the bot cannot give the role; null if it can.')),
  })
  .meta({ id: 'DiscordRole', ...addition })

/** The roles of a guild. */
export const discordRoles = z
  .object({ items: z.array(discordRole).meta(added('The roles of the server, the highest first.')) })
  .meta({ id: 'DiscordRoles', ...addition })

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

/** An account in the export of a customer's personal data. The tokens are credentials, and in no export. */
export function toExportedAccountWire({ provider, accountId, accountName, createdAt, modifiedAt }: LinkedAccount) {
  return {
    provider,
    account_id: accountId,
    account_username: accountName,
    created_at: toTimestamp(createdAt),
    modified_at: toTimestamp(modifiedAt),
  }
}

/** The accounts of a customer by their provider. */
export function toOauthAccountsWire(accounts: readonly LinkedAccount[]): Record<string, z.output<typeof oauthAccount>> {
  return Object.fromEntries(
    accounts.map(({ provider, accountId, accountName }) => [provider, { account_id: accountId, account_username: accountName }]),
  )
}
