// The subscriptions and trials that a customer may get besides those that they have or had. Pure.
import { isBillable, type SubscriptionStatus } from './model.ts'

/** Whether a customer may get a subscription besides those with these statuses (rule C19). */
export function mayCoexist(existing: readonly SubscriptionStatus[], allowMultiple: boolean): boolean {
  return allowMultiple || !existing.some((status) => isBillable({ status }))
}

/** The products of which a customer has had a trial, by their subscriptions. */
export function triedBy(holdings: readonly { readonly productId: string; readonly hadTrial: boolean }[]): readonly string[] {
  return holdings.filter(({ hadTrial }) => hadTrial).map(({ productId }) => productId)
}

/** Whether a customer may have a trial of a product: the first of each product (rule R3). */
export function isTrialAllowed(productId: string, previousProductIds: readonly string[]): boolean {
  return !previousProductIds.includes(productId)
}
