import { isToken, prefixes } from '#contract/token.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { findEmbedSettings } from '#merchant/merchants/index.ts'
import { isBlocked } from '#merchant/merchants/model.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { networkLimit } from '#platform/limits/network-limit.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import type { ItemContext } from '#platform/resource/list.ts'
import { startCheckout } from '#sales/checkouts/index.ts'
import type { FullCheckout } from '#sales/checkouts/model.ts'
import type { FullCheckoutLink } from '../model.ts'
import { findLinkBySecret } from '../reads.ts'
import { checkoutLinkRefusals } from '../refusals.ts'
import { draftOf, type Referral } from '../rules.ts'

/** Checkouts that one network may open by links: a program that follows a link again and again does not keep buyers from it. */
export const openingLimit: LimitRule = { name: 'checkout-links:network', max: 100, windowSeconds: 3600, isFixed: true }

const NOT_FRAMED = { allowedEmbedOrigins: [], website: null }

/** The link of a client secret; 404 for an unknown one. */
export async function findLink(db: Database, clientSecret: string, context: ItemContext): Promise<FullCheckoutLink> {
  const found = isToken(prefixes.checkoutLink, clientSecret) ? await findLinkBySecret(db, clientSecret, context) : undefined
  return found ?? refuse(checkoutLinkRefusals.ResourceNotFound)
}

/** Opens a checkout for a buyer who follows a link. 404 for an unknown link, 410 when nothing of it is on sale, 403 where the merchant is blocked, 429 at the limit. */
export async function createCheckoutOfLink(
  tx: Tx,
  { platform, request, now }: { readonly platform: Platform; readonly request: RequestInfo; readonly now: Date },
  { clientSecret, referral }: { readonly clientSecret: string; readonly referral: Referral },
): Promise<FullCheckout> {
  const link = await findLink(tx, clientSecret, platform)
  const { organizationId } = link
  const merchant = referral.embedOrigin === undefined ? NOT_FRAMED : await findEmbedSettings(tx, organizationId)
  const draft = draftOf(link, referral, { merchant, now: platform.clock.now(link) })
  networkLimit(platform.limits, openingLimit).require(request.ipAddress, now)
  const full = await startCheckout(tx, { platform }, { organizationId, draft, isFromLink: true })
  refuseWhen(isBlocked(full.merchant), checkoutLinkRefusals.OrganizationBlocked)
  return full
}
