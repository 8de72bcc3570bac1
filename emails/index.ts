import { receipt } from './receipt.ts'
import { webhookDisabled } from './webhook-disabled.ts'

/** Every letter that the product sends, by name. */
export const emails = { receipt, webhookDisabled } as const
