/** The filters of the log of API calls. */
export const apiCallFilters = { status: 'several', method: 'several', token: 'reference', created: 'dates' } as const
