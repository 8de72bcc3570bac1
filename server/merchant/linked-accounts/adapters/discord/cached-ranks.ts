// The roles of guilds for the form of a benefit, read once for a while: a person who fills it in does not send Discord a request with each step.
import type { Clock } from '#platform/clock.ts'
import type { CallOutcome } from '../../call-outcome.ts'
import type { DiscordRanks } from './permissions.ts'

const LIFETIME_MS = 30_000
/** The guilds that are remembered at once. The oldest is dropped beyond. */
const GUILDS_MAXIMUM = 200

/** Reads the roles of a guild, and those of the bot there. */
export type ReadRanks = (guildId: string) => Promise<CallOutcome<DiscordRanks>>

/** The same, with what was read in the last 30 seconds. A failure is not remembered: the next call asks again. */
export function cachedRanks(read: ReadRanks, clock: Clock): ReadRanks {
  const known = new Map<string, { readonly outcome: Promise<CallOutcome<DiscordRanks>>; readonly untilMs: number }>()
  return async (guildId) => {
    const nowMs = clock.now().getTime()
    const entry = known.get(guildId)
    if (entry && nowMs < entry.untilMs) return entry.outcome
    const outcome = read(guildId)
    known.delete(guildId)
    known.set(guildId, { outcome, untilMs: nowMs + LIFETIME_MS })
    const [oldest] = known.keys()
    if (known.size > GUILDS_MAXIMUM && oldest !== undefined) known.delete(oldest)
    const { kind } = await outcome
    if (kind !== 'done' && known.get(guildId)?.outcome === outcome) known.delete(guildId)
    return outcome
  }
}
