// From a customer to its events.
import type { Customer } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'

/** The list of the events of a customer. */
export const eventsHref = ({ id }: Customer, { at }: DetailPlace) => `${at}/usage/events?customer=${id}`

/** Opens it. */
export const eventsCommand = (customer: Customer, place: DetailPlace): Command => ({
  id: 'customer-events',
  label: tUsage('viewEvents'),
  icon: PulseIcon,
  run: () => place.go(eventsHref(customer, place)),
  needs: 'events:read',
})
