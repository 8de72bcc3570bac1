import { receipt } from './receipt.ts'

/** Every letter that the product sends, by name. */
export const emails = { receipt } as const
