import { timeText } from './amount.ts'
import type { OrganizationEmailContext } from './email.ts'

/** The banner of an email in test mode: what that means for this email, and the time of the test clock. Null for a live merchant. */
export function testNotice({ t, organization }: Pick<OrganizationEmailContext, 't' | 'organization'>, meaning: string): string | null {
  const { isTest, testClock } = organization
  if (!isTest) return null
  return testClock === null ? meaning : `${meaning} ${t('testClock', { time: timeText(t.language, testClock.at, testClock.timezone) })}`
}
