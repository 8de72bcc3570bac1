export { type AnonymizeSubscriptionsInput, anonymizeSubscriptions } from './actions/anonymize-subscriptions.ts'
export { type CancelSubscriptionInput, cancelSubscription } from './actions/cancel-subscription.ts'
export { type EmitSubscriptionInput, emitFullSubscription, emitFullSubscriptions, emitSubscription } from './actions/emit-subscription.ts'
export { uncancelSubscription } from './actions/uncancel-subscription.ts'
export { fromStoredLine, type PendingChange, toStoredLine } from './changes/model.ts'
export { changeDiscount, changePlan, type DiscountChange, type PlanChange, schedulePlan } from './changes/plan.ts'
export type { Proration } from './changes/proration.ts'
export {
  billedAmountOf,
  type ChangeContext,
  type ChangeQuote,
  type ChangeRequest,
  type PlanQuote,
  planOf,
  quoteChange,
} from './changes/quote.ts'
export { type BillLine, type CreditAmounts, settleLines, taxableAmount } from './changes/settlement.ts'
export { capacityOf, type FundingOrder, type PeriodStatement, statePeriod, uncountedReturns } from './changes/statement.ts'
export { findChange, insertChange, pendingChanges } from './changes/store.ts'
export { type Upgrade, upgradePlan } from './changes/upgrade.ts'
export { type BillingCycle, duePeriods, type Period, periodFrom } from './dates.ts'
export { type DueStep, nextStep } from './due.ts'
export { accessEndsAt, dunningSchedule, isAccessLost } from './dunning.ts'
export type { MerchantEventName } from './events.ts'
export { isTrialAllowed, mayCoexist, triedBy } from './holdings.ts'
export { isActiveStatus, subscriptionList, subscriptionPrices } from './reads.ts'
export { subscriptionRefusals } from './refusals.ts'
export {
  attemptAgain,
  attemptNow,
  type CancellationNote,
  collectFinal,
  confirmCatchUp,
  dropUnpaidOrder,
  end,
  endTrial,
  failPayment,
  giveUp,
  receivePayment,
  remind,
  renew,
  retry,
  revoke,
  type SubscribedPlan,
  type SubscriptionDraft,
  start,
} from './rules.ts'
export {
  assignItems,
  closeItems,
  findDueOrganizations,
  findHeldOrganizations,
  findHoldings,
  findNextDue,
  findWaitingItems,
  type HeldOrganization,
  type HeldSubscription,
  isWaiting,
  lockDueSubscriptions,
  lockHeldSubscriptions,
  lockSubscriptionOfOrder,
  lockSubscriptionsOf,
  type Reservation,
  releaseSubscription,
  reserveSubscription,
  subscriptionItems,
  subscriptions,
} from './store.ts'
export { claimTrial, findTriedProducts, noteTrial, type TrialHolder, type TrialStart, type TrialUse } from './trials/store.ts'
