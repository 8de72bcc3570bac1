import { AccountLink } from '../account.tsx'
import { tKind } from '../messages.ts'
import type { GrantContentProps } from './kind.ts'

/** A role on a Discord server. */
export function DiscordRole({ grant }: GrantContentProps<'discord'>) {
  return <AccountLink grant={grant} granted={tKind('discord.granted')} provider="discord" />
}
