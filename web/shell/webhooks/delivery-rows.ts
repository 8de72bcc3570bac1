import type { WebhookDelivery } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import type { WebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { type ListSource, pagedRows } from '../list/sources.ts'

/** The query of the deliveries of an endpoint. */
export type DeliveryQuery = NonNullable<Parameters<WebhookClient['webhookDeliveries']['list']>[0]>

const refetchMs = 5000

/** The deliveries of the endpoints of one owner. */
export const deliveryRows = ({ webhookDeliveries }: WebhookClient): ListSource<DeliveryQuery, WebhookDelivery> =>
  pagedRows({
    key: ['webhookDeliveries', 'list'],
    read: async (query, page, options) => {
      const { items, pagination } = unwrap(await webhookDeliveries.list({ ...query, ...page }, options))
      return { rows: items, total: pagination.totalCount }
    },
    refetchMs,
  })
