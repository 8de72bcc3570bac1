import { useOrganization } from '#web/shell/organizations.ts'
import { useOpenFailures } from './failures.ts'
import { FailuresBanner, failuresSearch } from './failures-switch.tsx'

/** Says on the overview how many grants have failed; nothing while there are none. */
export default function FailuresNotice() {
  const { slug } = useOrganization()
  const failures = useOpenFailures() ?? 0
  return failures > 0 && <FailuresBanner count={failures} href={`/dashboard/${slug}/benefits/grants${failuresSearch}`} />
}
