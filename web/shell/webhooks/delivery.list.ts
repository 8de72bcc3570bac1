import { searchOf } from '../list/search.ts'
import { maybeNumber, maybeText, oneOf } from '../pages/search-values.ts'

/** The filters of the deliveries of an endpoint. */
export const deliveryFilters = { result: 'several', type: 'several', created: 'dates' } as const

/** The search parameters of the page of an endpoint: `event` is the open event, `attempt` the selected one of its attempts. */
export const endpointSearch = {
  tab: oneOf('deliveries', 'settings', 'verify'),
  ...searchOf(deliveryFilters),
  event: maybeText,
  attempt: maybeNumber,
}
