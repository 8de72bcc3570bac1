import type { Email } from './email.ts'
import { receipt } from './receipt.ts'

/** Every letter that the product sends, by name. */
export const emails = { receipt } as const satisfies Readonly<Record<string, Email<never>>>
