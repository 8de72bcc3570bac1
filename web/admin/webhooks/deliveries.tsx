import { deliveriesOf } from '#web/shell/webhooks/deliveries.tsx'
import { operatorWebhooks } from './operator-webhooks.ts'

/** The deliveries of an endpoint of the operator. */
export default deliveriesOf(operatorWebhooks)
