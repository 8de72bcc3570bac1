import { portalPurchases } from '#messages/portal/purchases.ts'
import { messages } from '#web/language.ts'

/** The messages of subscriptions, orders and usage. */
export const tPurchase = messages(portalPurchases)
