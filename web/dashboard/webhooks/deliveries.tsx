import { organizationWebhooks } from '#web/parts/webhooks/webhook-client.ts'
import { deliveriesOf } from '#web/shell/webhooks/deliveries.tsx'

/** The deliveries of an endpoint of the organization. */
export default deliveriesOf(organizationWebhooks)
