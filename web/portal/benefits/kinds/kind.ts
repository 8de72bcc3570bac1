import type { BenefitType } from '#client/index.ts'
import type { CustomerGrant } from '../grant.ts'

/** What the content of a benefit is shown for: a grant of one kind. It is granted, unless the kind needs an account. */
export interface GrantContentProps<T extends BenefitType> {
  readonly grant: Extract<CustomerGrant, { readonly benefit: { readonly type: T } }>
}
