import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import { settlePayout } from './actions/settle-payout.ts'
import { updateTerms } from './actions/update-terms.ts'
import { payoutRefusals } from './refusals.ts'
import { lockOrganization, readPayouts } from './store.ts'
import * as wire from './wire.ts'

/** Balances that are listed at most. */
const BALANCES_MAXIMUM = 1000
/** Payouts that are listed, the latest first. */
const PAYOUTS_MAXIMUM = 100

const { notAnAdministrator } = administrationRefusals

async function requireOrganization(tx: Tx, organizationId: string): Promise<void> {
  refuseWhen(!(await lockOrganization(tx, organizationId)), payoutRefusals.organizationNotFound)
}

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/auth/admin/list-payouts',
    name: 'auth:admin-list-payouts',
    summary: 'Lists what the operator owes to organizations, on which terms, and the payouts that were recorded.',
    access: 'session',
    addition: true,
    answer: wire.payoutsAnswer,
    refusals: [notAnAdministrator],
    handle: async ({ db, caller, platform: { settings } }) => {
      requireAdministrator(caller)
      const { balances, payouts } = await readPayouts(db, { balances: BALANCES_MAXIMUM, payouts: PAYOUTS_MAXIMUM })
      return {
        isPlatform: settings.MERCHANT_OF_RECORD === 'platform',
        feeBasisPoints: settings.PLATFORM_FEE_BASIS_POINTS,
        feeFixed: settings.PLATFORM_FEE_FIXED,
        payoutMinimum: settings.PAYOUT_MINIMUM,
        balances: balances.map(({ slug, ...balance }) => ({ ...balance, organizationSlug: slug })),
        payouts: payouts.map(({ slug, happenedAt, ...payout }) => ({
          ...payout,
          organizationSlug: slug,
          createdAt: happenedAt.toISOString(),
        })),
      }
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/admin/set-payout-terms',
    name: 'auth:admin-set-payout-terms',
    summary: 'Sets the fee of an organization and where its payouts are sent.',
    access: 'session',
    impersonation: 'refused by its action',
    addition: true,
    body: wire.payoutTermsBody,
    answer: statusAnswer,
    refusals: [notAnAdministrator, payoutRefusals.organizationNotFound],
    handle: async (call) => {
      requireAdministrator(call.caller)
      const { organizationId, ...terms } = call.body
      await requireOrganization(call.tx, organizationId)
      await updateTerms(call.tx, call, { organizationId, terms })
      return { status: true as const }
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/admin/record-payout',
    name: 'auth:admin-record-payout',
    summary: 'Records that the whole balance of an organization in a currency was paid out; it moves no money.',
    access: 'session',
    impersonation: 'refused by its action',
    addition: true,
    body: wire.recordPayoutBody,
    answer: wire.recordedAnswer,
    refusals: [
      notAnAdministrator,
      payoutRefusals.organizationNotFound,
      payoutRefusals.noPayoutAccount,
      payoutRefusals.referenceIsUsed,
      payoutRefusals.balanceIsTooSmall,
    ],
    handle: async (call) => {
      requireAdministrator(call.caller)
      await requireOrganization(call.tx, call.body.organizationId)
      return { amount: await settlePayout(call.tx, call, call.body), currency: call.body.currency }
    },
  }),
]
