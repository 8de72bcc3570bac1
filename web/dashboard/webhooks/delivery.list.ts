/** The filters of the deliveries of an endpoint. */
export const deliveryFilters = { result: 'several', type: 'several', created: 'dates' } as const
