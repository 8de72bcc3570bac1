import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { Time } from '#web/ui/text/time.tsx'
import { useOrganization } from './organizations.ts'

/** The zone (IANA) in which the organization of the page bills; undefined until it is known. */
export function useBillingZone(): string | undefined {
  return useQuery(apiQuery('organizations', 'get', useOrganization().id)).data?.billingTimezone
}

/** A day of money, such as that of an invoice: in the zone in which the organization bills. */
export const BillingDay = ({ at }: { at: string }) => <Time as="day" at={at} zone={useBillingZone()} />
