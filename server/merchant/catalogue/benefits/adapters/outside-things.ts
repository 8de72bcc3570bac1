// The things that the properties of a body name at other services, read before the transaction that saves the benefit.
import { verifyDiscordRole, verifyRepository } from '#merchant/linked-accounts/index.ts'
import type { Platform } from '#platform/platform.ts'
import { type NamedOutside, nothingOutside, type OutsideThing } from '../kinds/index.ts'

/** Asks the service about what is named there; nothing is asked where nothing is. Never called in a transaction. */
export async function readOutside(platform: Platform, organizationId: string, named: NamedOutside | undefined): Promise<OutsideThing> {
  if (named === undefined) return nothingOutside
  if (named.kind === 'discord_role') {
    const { kind, guildToken, roleId } = named
    return { kind, check: await verifyDiscordRole(platform, { organizationId, guildToken, roleId }) }
  }
  const { kind, owner, name } = named
  return { kind, check: await verifyRepository(platform, { organizationId, owner, name }) }
}
