import { benefitKinds } from '#web/parts/benefits/kinds.ts'
import type { CustomerGrant } from './grant.ts'

/** The icon of a kind of benefit. */
export function GrantIcon({ type }: { type: CustomerGrant['benefit']['type'] }) {
  const Drawing = benefitKinds[type].icon
  return <Drawing className="flex-none text-muted" />
}
