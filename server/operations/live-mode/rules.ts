import { missingBusinessDetails } from '#merchant/merchants/model.ts'
import { type LiveCheck, type LiveCheckName, type LiveConditions, liveChecks } from './model.ts'

const tests: Readonly<Record<LiveCheckName, (conditions: LiveConditions) => boolean>> = {
  business_details: ({ merchant: { email, businessDetails } }) =>
    email !== null && missingBusinessDetails(businessDetails).every((field) => field === 'tax_id'),
  statement_name: ({ merchant }) => merchant.statementName !== null,
  taxes: ({ merchant }) => merchant.taxSettings.origin !== null,
  processor: ({ isProcessorReady }) => isProcessorReady,
  domain: ({ isReachable }) => isReachable,
  outside_access: ({ outsideGrants }) => outsideGrants === 0,
}

/** Each check with its result, in the order in which a merchant works through them. */
export function checkLive(conditions: LiveConditions): readonly LiveCheck[] {
  return liveChecks.map((name) => ({ name, isDone: tests[name](conditions) }))
}
