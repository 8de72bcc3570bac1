// The composition root: the only file that knows every module and what each contributes.

import { routes as administrationRoutes } from '#identity/administration/routes.ts'
import { routes as auditLogRoutes } from '#identity/audit-log/routes.ts'
import * as mailJobs from '#identity/mail/jobs.ts'
import { memberCaller } from '#identity/organizations/caller.ts'
import * as invitationJobs from '#identity/organizations/invitations/jobs.ts'
import { routes as invitationRoutes } from '#identity/organizations/invitations/routes.ts'
import { routes as organizationRoutes } from '#identity/organizations/routes.ts'
import { routes as teamRoutes } from '#identity/organizations/teams/routes.ts'
import * as passwordJobs from '#identity/passwords/jobs.ts'
import { routes as passwordRoutes } from '#identity/passwords/routes.ts'
import * as pictureJobs from '#identity/pictures/jobs.ts'
import { routes as pictureRoutes } from '#identity/pictures/routes.ts'
import { sessionCaller } from '#identity/sessions/caller.ts'
import * as deviceJobs from '#identity/sessions/devices/jobs.ts'
import * as sessionJobs from '#identity/sessions/jobs.ts'
import { routes as sessionRoutes } from '#identity/sessions/routes.ts'
import { routes as socialRoutes } from '#identity/social/routes.ts'
import { routes as userSettingsRoutes } from '#identity/user-settings/routes.ts'
import * as verificationJobs from '#identity/verification/jobs.ts'
import { routes as benefitRoutes } from '#merchant/catalogue/benefits/routes.ts'
import { routes as customFieldRoutes } from '#merchant/catalogue/custom-fields/routes.ts'
import { routes as discountRoutes } from '#merchant/catalogue/discounts/routes.ts'
import * as fileJobs from '#merchant/catalogue/files/jobs.ts'
import { routes as fileRoutes } from '#merchant/catalogue/files/routes.ts'
import { routes as meterRoutes } from '#merchant/catalogue/meters/routes.ts'
import { routes as productRoutes } from '#merchant/catalogue/products/routes.ts'
import { customerCaller } from '#merchant/customer-sessions/index.ts'
import * as customerSessionJobs from '#merchant/customer-sessions/jobs.ts'
import { routes as customerSessionRoutes } from '#merchant/customer-sessions/routes.ts'
import { routes as customerRoutes } from '#merchant/customers/routes.ts'
import * as linkedAccountJobs from '#merchant/linked-accounts/jobs.ts'
import { routes as linkedAccountRoutes } from '#merchant/linked-accounts/routes.ts'
import * as merchantJobs from '#merchant/merchants/jobs.ts'
import { routes as merchantRoutes } from '#merchant/merchants/routes.ts'
import { tokenCaller } from '#merchant/tokens/caller.ts'
import * as tokenJobs from '#merchant/tokens/jobs.ts'
import { routes as tokenRoutes } from '#merchant/tokens/routes.ts'
import { routes as subscriptionChangeRoutes } from '#money/billing/cycle/changes/routes.ts'
import { routes as collectionRoutes } from '#money/billing/cycle/collection/routes.ts'
import { applyOrderOutcome, settleChange } from '#money/billing/cycle/index.ts'
import * as billingCycleJobs from '#money/billing/cycle/jobs.ts'
import * as invoiceJobs from '#money/billing/invoices/jobs.ts'
import { routes as invoiceRoutes } from '#money/billing/invoices/routes.ts'
import { archiveBooks, hasLiveBooks } from '#money/billing/orders/index.ts'
import { routes as orderPaymentRoutes } from '#money/billing/orders/payments/routes.ts'
import { routes as orderRoutes } from '#money/billing/orders/routes.ts'
import { routes as subscriptionRoutes } from '#money/billing/subscriptions/routes.ts'
import * as taxRecordJobs from '#money/billing/tax-records/jobs.ts'
import { routes as taxRecordRoutes } from '#money/billing/tax-records/routes.ts'
import { routes as booksRoutes } from '#money/books/archives/routes.ts'
import { routes as ledgerRoutes } from '#money/books/ledger/routes.ts'
import { routes as payoutRoutes } from '#money/books/payouts/routes.ts'
import { cancelPayments, isSettling, SETUP_PURPOSE, settleSetup } from '#money/payments/index.ts'
import * as paymentJobs from '#money/payments/jobs.ts'
import { routes as paymentRoutes } from '#money/payments/routes.ts'
import { routes as taxRoutes } from '#money/taxes/routes.ts'
import * as usageAlertJobs from '#money/usage/alerts/jobs.ts'
import { routes as usageAlertRoutes } from '#money/usage/alerts/routes.ts'
import * as usageJobs from '#money/usage/counts/jobs.ts'
import { routes as usageRoutes } from '#money/usage/counts/routes.ts'
import { routes as customerCreditRoutes } from '#money/usage/credit/routes.ts'
import * as eventImportJobs from '#money/usage/event-imports/jobs.ts'
import { routes as eventImportRoutes } from '#money/usage/event-imports/routes.ts'
import * as usageEventJobs from '#money/usage/events/jobs.ts'
import { routes as usageEventRoutes } from '#money/usage/events/routes.ts'
import { recordApiCall } from '#operations/api-calls/actions/record-api-call.ts'
import * as apiCallJobs from '#operations/api-calls/jobs.ts'
import { routes as apiCallRoutes } from '#operations/api-calls/routes.ts'
import { routes as operationRoutes } from '#operations/health/routes.ts'
import { routes as liveModeRoutes } from '#operations/live-mode/routes.ts'
import * as notificationJobs from '#operations/notifications/jobs.ts'
import { routes as notificationRoutes } from '#operations/notifications/routes.ts'
import * as testClockJobs from '#operations/test-clocks/jobs.ts'
import { routes as testClockRoutes } from '#operations/test-clocks/routes.ts'
import * as webhookJobs from '#operations/webhooks/jobs.ts'
import { routes as webhookRoutes } from '#operations/webhooks/routes.ts'
import type { Bindings } from '#platform/bindings.ts'
import { declareSentences } from '#platform/http/documents/descriptions.ts'
import { declareExamples } from '#platform/http/documents/examples.ts'
import type { FrameAncestorOf } from '#platform/http/pages/mount-pages.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import type { AnsweredRequest } from '#platform/http/request-context.ts'
import type { Route } from '#platform/http/route.ts'
import { serviceCaller } from '#platform/http/server-caller.ts'
import { declareEvents } from '#platform/outbox/emit.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import type { Platform } from '#platform/platform.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { declareTimedWork, type TimedWork } from '#platform/worker/timed-work.ts'
import { routes as downloadRoutes } from '#sales/access/downloads/routes.ts'
import * as grantJobs from '#sales/access/grants/jobs.ts'
import { routes as grantRoutes } from '#sales/access/grants/routes.ts'
import { routes as portalKeyRoutes } from '#sales/access/license-keys/portal/routes.ts'
import { routes as licenseKeyRoutes } from '#sales/access/license-keys/routes.ts'
import * as customerStateJobs from '#sales/access/state/jobs.ts'
import { routes as customerStateRoutes } from '#sales/access/state/routes.ts'
import { applyPaymentOutcome, findEmbedOrigin } from '#sales/checkouts/index.ts'
import * as checkoutJobs from '#sales/checkouts/jobs.ts'
import { routes as checkoutLinkRoutes } from '#sales/checkouts/links/routes.ts'
import { routes as checkoutRoutes } from '#sales/checkouts/routes.ts'
import * as metricJobs from '#sales/metrics/jobs.ts'
import { routes as metricRoutes } from '#sales/metrics/routes.ts'
import { routes as portalRoutes } from '#sales/portal/routes.ts'
import * as privacyJobs from '#sales/privacy/jobs.ts'
import { routes as privacyRoutes } from '#sales/privacy/routes.ts'
import { queryDispute } from '#sales/returns/disputes/index.ts'
import * as disputeJobs from '#sales/returns/disputes/jobs.ts'
import { routes as disputeRoutes } from '#sales/returns/disputes/routes.ts'
import { createDuplicateRefund, hasPendingRefunds, queryRefunds } from '#sales/returns/refunds/index.ts'
import * as refundJobs from '#sales/returns/refunds/jobs.ts'
import { routes as refundRoutes } from '#sales/returns/refunds/routes.ts'
import { accountFields } from './contract/account-fields.ts'
import { bodyExamples } from './contract/body-examples.ts'
import { events } from './contract/events.ts'
import { sellingFields } from './contract/selling-fields.ts'

/** The contributions of the modules to the platform, in the order of `modules.ts`. */
export interface Composition {
  readonly routes: readonly Route[]
  readonly callers: readonly CallerSource[]
  readonly jobs: readonly JobKind[]
  readonly listeners: readonly Listener[]
  readonly timedWork: readonly TimedWork[]
  /** The parts of higher modules that lower ones use. */
  readonly bindings: Bindings
  /** Returns who may frame the embedded pages of checkouts. */
  readonly framedBy: (platform: Platform) => FrameAncestorOf
  /** Returns what is called with every answered request. */
  readonly onAnswered: (platform: Platform) => (answered: AnsweredRequest) => void
}

/** The modules that have jobs or listeners. */
const backgroundModules = [
  pictureJobs,
  sessionJobs,
  mailJobs,
  verificationJobs,
  deviceJobs,
  passwordJobs,
  invitationJobs,
  merchantJobs,
  tokenJobs,
  fileJobs,
  linkedAccountJobs,
  customerSessionJobs,
  usageEventJobs,
  usageJobs,
  eventImportJobs,
  paymentJobs,
  invoiceJobs,
  taxRecordJobs,
  usageAlertJobs,
  grantJobs,
  billingCycleJobs,
  checkoutJobs,
  refundJobs,
  disputeJobs,
  metricJobs,
  customerStateJobs,
  privacyJobs,
  notificationJobs,
  webhookJobs,
  apiCallJobs,
  testClockJobs,
]

/** Every route, caller source, job and listener of the application. */
export const composition: Composition = {
  routes: [
    ...pictureRoutes,
    ...sessionRoutes,
    ...passwordRoutes,
    ...socialRoutes,
    ...organizationRoutes,
    ...teamRoutes,
    ...invitationRoutes,
    ...userSettingsRoutes,
    ...administrationRoutes,
    ...auditLogRoutes,
    ...merchantRoutes,
    ...tokenRoutes,
    ...fileRoutes,
    ...customFieldRoutes,
    ...customerRoutes,
    ...linkedAccountRoutes,
    ...customerSessionRoutes,
    ...meterRoutes,
    ...benefitRoutes,
    ...productRoutes,
    ...discountRoutes,
    ...usageEventRoutes,
    ...usageRoutes,
    ...eventImportRoutes,
    ...ledgerRoutes,
    ...payoutRoutes,
    ...customerCreditRoutes,
    ...taxRoutes,
    ...paymentRoutes,
    ...subscriptionRoutes,
    ...subscriptionChangeRoutes,
    ...collectionRoutes,
    ...orderPaymentRoutes,
    ...orderRoutes,
    ...taxRecordRoutes,
    ...invoiceRoutes,
    ...booksRoutes,
    ...usageAlertRoutes,
    ...licenseKeyRoutes,
    ...portalKeyRoutes,
    ...downloadRoutes,
    ...grantRoutes,
    ...checkoutRoutes,
    ...checkoutLinkRoutes,
    ...refundRoutes,
    ...disputeRoutes,
    ...metricRoutes,
    ...customerStateRoutes,
    ...portalRoutes,
    ...privacyRoutes,
    ...notificationRoutes,
    ...webhookRoutes,
    ...apiCallRoutes,
    ...testClockRoutes,
    ...liveModeRoutes,
    ...operationRoutes,
  ],
  callers: [tokenCaller, customerCaller, memberCaller, serviceCaller, sessionCaller],
  jobs: backgroundModules.flatMap((module) => module.jobs),
  listeners: backgroundModules.flatMap((module) => module.listeners),
  timedWork: [
    ...paymentJobs.timedWork,
    ...grantJobs.timedWork,
    ...billingCycleJobs.timedWork,
    ...checkoutJobs.timedWork,
    ...refundJobs.timedWork,
  ],
  bindings: {
    purposes: { [SETUP_PURPOSE]: settleSetup, checkout: applyPaymentOutcome, order: applyOrderOutcome, subscription_change: settleChange },
    taxEngines: { stripe: async () => (await import('#money/taxes/adapters/stripe.ts')).stripeTax },
    disputes: { queryDispute },
    refunds: { queryRefunds, createDuplicateRefund },
    organizationPayments: {
      isSettling: async (tx, organizationId) => (await isSettling(tx, organizationId)) || (await hasPendingRefunds(tx, organizationId)),
      cancel: cancelPayments,
      hasBooks: hasLiveBooks,
      archive: archiveBooks,
    },
  },
  framedBy: (platform) => (clientSecret) => findEmbedOrigin(platform.database.db, platform, clientSecret),
  onAnswered: (platform) => (answered) => recordApiCall(platform, answered),
}

// These are constants of the code, the same for every server: the names and schemas of events, sentences and examples.
declareEvents(events)
declareTimedWork(composition.timedWork)
declareSentences({ auth: accountFields, v1: sellingFields })
declareExamples(bodyExamples)
