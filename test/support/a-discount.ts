import { randomText } from '#contract/token.ts'
import type { TestMerchant } from './a-merchant.ts'

const CODE_LENGTH = 12

/** A code that no other discount has. */
export const newCode = (): string => randomText(CODE_LENGTH)

/** A discount as the merchant gets it. */
export interface TestDiscount {
  readonly id: string
  readonly code: string
}

/** Creates a discount of ten percent, once, with a code of its own; `body` replaces parts of it. */
export async function aDiscount(merchant: TestMerchant, body: Readonly<Record<string, unknown>> = {}): Promise<TestDiscount> {
  const ten = { type: 'percentage', basis_points: 1000, duration: 'once', name: 'Ten percent', code: newCode() }
  const answer = await merchant.request('POST', '/v1/discounts/', { body: { ...ten, ...body } })
  if (answer.status !== 201) throw new Error(`Creating a discount was answered ${answer.status}: ${answer.text}`)
  return answer.json
}
