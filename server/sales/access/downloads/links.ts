// Links are credentials: they are signed and expire in the server's time, also where their merchant lives in another time.
import { refuse } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { downloadRefusals } from './refusals.ts'
import { type DownloadLink, isLive, LINK_SECONDS, linkOf, tokenOf } from './rules.ts'

/** The dependencies of signing links. */
type LinkDeps = Pick<Platform, 'clock' | 'secrets' | 'settings'>

/** An address of a file, and when it expires. */
export interface DownloadAddress {
  readonly url: string
  readonly expiresAt: Date
}

const PURPOSE = 'downloads'

/** Creates the address from which a customer downloads a file for `LINK_SECONDS`. */
export function createAddress({ clock, secrets, settings }: LinkDeps, file: Pick<DownloadLink, 'fileId' | 'customerId'>): DownloadAddress {
  const expires = seconds(clock.now()) + LINK_SECONDS
  const [key] = secrets.signingKeys(PURPOSE)
  const token = key ? tokenOf({ fileId: file.fileId, customerId: file.customerId, expires }, key) : ''
  return { url: `${settings.BASE_URL}/v1/customer-portal/downloadables/${token}`, expiresAt: new Date(expires * 1000) }
}

/** The link of a token, with the seconds for which it can still be used. 400 for a token that was not signed here, 410 for an expired one. */
export function openLink(
  { clock, secrets }: Pick<LinkDeps, 'clock' | 'secrets'>,
  token: string,
): DownloadLink & { readonly secondsLeft: number } {
  const link = linkOf(token, secrets.signingKeys(PURPOSE)) ?? refuse(downloadRefusals.BadRequest)
  const now = seconds(clock.now())
  if (!isLive(link, now)) refuse(downloadRefusals.ResourceUnavailable)
  return { ...link, secondsLeft: link.expires - now }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
