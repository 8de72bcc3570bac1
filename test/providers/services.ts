// Both stand-ins on one port, and what the adapters need to call them, without a database.
import { movableClock } from '#platform/clock.ts'
import { discordStandIn } from './discord-stand-in.ts'
import { githubStandIn } from './github-stand-in.ts'
import { type LogLine, platformOf } from './loopback.ts'
import { startStandIns } from './stand-in.ts'

/** Starts the stand-ins with the clock of a server (`now`), or with one that stands still. `elsewhere` answers for all other hosts. */
export async function startServices({ now, elsewhere }: { readonly now?: () => Date; readonly elsewhere?: string } = {}) {
  const clock = movableClock(new Date('2026-03-01T12:00:00.000Z'))
  const discord = discordStandIn()
  const github = githubStandIn(now ?? (() => clock.now()))
  const standIns = await startStandIns([discord, github], elsewhere)
  const settings = { ...discord.settings, ...github.settings, SOCIAL_ENDPOINT_PROXY: standIns.url }
  return { ...standIns, discord, github, clock, settings }
}

/** Running stand-ins. */
export type Services = Awaited<ReturnType<typeof startServices>>

/** A platform with the settings of the stand-ins; `lines` collects its log. */
export function platformFor({ settings, clock }: Services, lines: LogLine[] = []) {
  return { ...platformOf(settings, lines), clock }
}
