import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestClock } from '#client/types.ts'
import { apiQuery, queryClient } from '#web/api.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { longTimeText } from '#web/ui/text/moment.ts'
import { t } from './messages.ts'

/** The interval at which the page checks how far the clock is, while it advances. */
const FOLLOW_MS = 1000

/** The test clock of an organization, null without one. Followed while it advances. */
export function useTestClock(organizationId: string) {
  const query = useQuery({
    ...apiQuery('testClocks', 'list', { organizationId, limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.items[0]?.status === 'advancing' ? FOLLOW_MS : false),
  })
  return { ...query, data: query.data && (query.data.items[0] ?? null) }
}

/** Refreshes what the time of the clock decides when it moves, and says when it has reached the end of an advance. */
export function useMoves(clock: TestClock | null, zone: string): void {
  const { locale } = useLanguage()
  const [status, time] = [clock?.status, clock?.frozenTime]
  const before = useRef({ status, time })
  useEffect(() => {
    const former = before.current
    before.current = { status, time }
    if (former.status === status && former.time === time) return
    void queryClient.invalidateQueries({ queryKey: ['organizations', 'get'] })
    void queryClient.invalidateQueries({ queryKey: ['testClocks', 'timeline'] })
    if (former.status === 'advancing' && status === 'ready' && time !== undefined)
      toast(t('done', { time: longTimeText(locale, new Date(time), zone) }))
  }, [status, time, locale, zone])
}
