// Why a call to Discord or GitHub did not succeed: a code for programs, which translate it, and a sentence for the API and the log. Pure.

/** The reasons with one sentence, which customers and merchants may read. */
export const fixedReasons = {
  link_discord: 'Link your Discord account.',
  link_github: 'Link your GitHub account.',
  link_discord_again: 'Link your Discord account again: Discord no longer accepts the link.',
  too_many_servers: 'Leave a Discord server: your account is on as many as Discord allows.',
  bot_missing: 'The bot is not on the Discord server.',
  member_banned: 'The member is banned from the Discord server.',
  role_missing: 'The role no longer exists on the Discord server.',
  role_too_high: 'The bot may not give the role: its own role has to be above it.',
  member_too_high: 'The bot may not change the member: its own role has to be above theirs.',
  member_not_added: 'Discord has not added the member yet.',
  no_discord_bot: 'This server has no Discord bot: its operator has not set one up.',
  no_github_app: 'This server has no GitHub app: its operator has not set one up.',
  account_missing: 'The GitHub account no longer exists.',
  invitation_refused: 'GitHub refuses this permission, or this account, for the repository.',
  repository_hidden: 'The GitHub app has no access to this repository.',
  repository_archived: 'The repository is archived: GitHub sends no invitations to it.',
  repository_replaced: 'The repository of this name is another one than the merchant chose.',
  merchant_not_administrator: 'The GitHub account of the merchant is no administrator of this repository.',
  merchant_not_connected: 'The merchant has connected no GitHub account.',
  repository_not_administered: 'The GitHub app may not administer this repository.',
  app_not_installed: 'The GitHub app is not installed on this repository.',
  app_permission_missing: 'The GitHub app lacks the permission to administer this repository.',
} as const

/** The reasons whose sentence names the service, and its answer. */
export const serviceReasons = [
  'rate_limited',
  'service_failed',
  'unreachable',
  'credentials_refused',
  'permission_missing',
  'target_unknown',
  'request_refused',
] as const

/** The code of a reason. */
export type ReasonCode = keyof typeof fixedReasons | (typeof serviceReasons)[number]

/** The codes of all reasons. */
export const reasonCodes = [...(Object.keys(fixedReasons) as (keyof typeof fixedReasons)[]), ...serviceReasons] as const

/** A reason with its sentence; `code` is null for one that no grant has, such as that of an authorization. */
export interface Reason {
  readonly code: ReasonCode | null
  readonly sentence: string
}

/** A reason by its code alone, or with a sentence of its own. */
export type NamedReason = keyof typeof fixedReasons | Reason

/** The reason with its sentence. */
export function reasonOf(reason: NamedReason): Reason {
  return typeof reason === 'string' ? { code: reason, sentence: fixedReasons[reason] } : { code: reason.code, sentence: reason.sentence }
}
