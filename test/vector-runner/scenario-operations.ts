/** The operations of test vectors that need a server: `scenarios.test.ts` plays them. */
export const scenarioOperations = ['discount.lookup', 'discount.race', 'discount.reservation', 'event.ingest', 'invoice.race'] as const

/** The name of such an operation. */
export type ScenarioOperation = (typeof scenarioOperations)[number]
