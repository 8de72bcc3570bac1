/** How many registrations, and how many rates of its own, an organization may have. The API and the form share them. */
export const taxLimits = { registrations: 100, rates: 200 } as const
