import { type LiveCheck, type LiveCheckName, type LiveConditions, liveChecks } from './model.ts'

const tests: Readonly<Record<LiveCheckName, (conditions: LiveConditions) => boolean>> = {
  business_details: ({ merchant }) => merchant.email !== null,
  statement_name: ({ merchant }) => merchant.statementName !== null,
  processor: ({ isProcessorReady }) => isProcessorReady,
  domain: ({ isReachable }) => isReachable,
  outside_access: ({ outsideGrants }) => outsideGrants === 0,
}

/** Each check with its result, in the order in which a merchant works through them. */
export function checkLive(conditions: LiveConditions): readonly LiveCheck[] {
  return liveChecks.map((name) => ({ name, isDone: tests[name](conditions) }))
}
