/** The number of registrations, and of rates of its own, that an organization may have. The API and the form share them. */
export const taxLimits = { registrations: 100, rates: 200 } as const
