import { t } from '#web/parts/grants/messages.ts'
import { failureStates } from '#web/parts/grants/state.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { useOpenFailures } from './failures.ts'

/** The filter of the list by failures, for its URL. */
export const failuresSearch = `?state=${failureStates.join()}`

/** Says how many grants have failed, with a link to them; nothing while there are none, or while they are shown. */
export function FailuresSwitch({ path, state = [] }: { path: string; state?: readonly string[] | undefined }) {
  const failures = useOpenFailures() ?? 0
  if (failures === 0 || failureStates.every((each) => state.includes(each))) return null
  return (
    <div className="mb-16">
      <FailuresBanner count={failures} href={`${path}${failuresSearch}`} />
    </div>
  )
}

/** The number of grants that have failed, and the way to them. */
export function FailuresBanner({ count, href }: { count: number; href: string }) {
  return (
    <Banner
      action={
        <a className={buttonClass()} href={href}>
          {t('show')}
        </a>
      }
      tone="warn"
    >
      {t('notice', { count })}
    </Banner>
  )
}
