// Guild tokens, and when an access token is refreshed. Pure.

/** The seconds for which a new guild token is valid. The one of a saved benefit does not expire. */
export const GUILD_TOKEN_SECONDS = 600
/** A token is refreshed this long before it expires: the request that uses it takes ten seconds at most. */
const REFRESHED_BEFORE_MS = 60_000

/** A guild that an organization has connected. */
export interface GuildClaim {
  readonly organizationId: string
  readonly guildId: string
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
}

/** The text that is sealed as a guild token. */
export function toGuildText({ organizationId, guildId, expiresAt }: GuildClaim): string {
  return JSON.stringify([organizationId, guildId, expiresAt?.getTime() ?? null])
}

/** The guild of an opened token; undefined if it is of another organization or has expired. `plain` was sealed by this server. */
export function guildOfText(
  plain: string,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
): string | undefined {
  const [owner, guildId, expiresAtMs] = JSON.parse(plain) as [string, string, number | null]
  const isValid = owner === organizationId && (expiresAtMs === null || now.getTime() < expiresAtMs)
  return isValid ? guildId : undefined
}

/** Whether an access token has to be refreshed before it is used. One without a known expiry has not. */
export function isRefreshDue(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - REFRESHED_BEFORE_MS <= now.getTime()
}
