import type { BenefitType } from '#client/index.ts'
import type { CustomerGrant } from '../grant.ts'

/** The grant of one kind for which the content of a benefit is shown. It is granted, unless the kind needs an account. */
export interface GrantContentProps<T extends BenefitType> {
  readonly grant: Extract<CustomerGrant, { readonly benefit: { readonly type: T } }>
}
