import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#client/index.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Timeline } from '#web/ui/display/timeline.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'
import {
  ChainIcon,
  ClockIcon,
  EnvelopeIcon,
  LaptopIcon,
  LockIcon,
  ShieldIcon,
  SignOutIcon,
  TrashIcon,
  UserIcon,
  WarningIcon,
} from '#web/ui/icons/index.ts'
import { Text } from '#web/ui/text/text.tsx'
import { ownAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

const pageLimit = 20

const icons: readonly (readonly [action: RegExp, icon: Icon])[] = [
  [/failed$/, WarningIcon],
  [/secured$/, ShieldIcon],
  [/linked$|provider/, ChainIcon],
  [/password/, LockIcon],
  [/email|verif/, EnvelopeIcon],
  [/deletion|deleted/, TrashIcon],
  [/signed_out|revoked/, SignOutIcon],
  [/signed_in/, LaptopIcon],
  [/signed_up|updated|administrator/, UserIcon],
]

/** The audit entries of the account as sentences, newest first. */
export function Activity() {
  const query = useInfiniteQuery({
    queryKey: ['account', 'activity'],
    queryFn: ({ pageParam, signal }) =>
      ownAccount.listAuditEntries({ limit: pageLimit, ...(pageParam !== null && { before: pageParam }) }, { signal }).then(unwrap),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const failure = query.isFetchNextPageError ? callErrorOf(query) : null
  return (
    <QueryContent query={query} skeleton={<RowsSkeleton headed rows={4} />}>
      {() => (
        <Card>
          <CardHead lined title={t('security.activity')} />
          <CardBody>
            <Text as="p" size="label" tone="muted">
              {t('security.activityText')}
            </Text>
            <Timeline entries={entries.map(toTimelineEntry)} />
          </CardBody>
          {query.hasNextPage && (
            <CardFoot>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('security.older')}
              </Button>
              {failure !== null && (
                <span className="text-bad" role="alert">
                  {refusedText(failure)}
                </span>
              )}
            </CardFoot>
          )}
        </Card>
      )}
    </QueryContent>
  )
}

function toTimelineEntry(entry: AuditEntry) {
  const { id, action, happenedAt, address, browser, details, isThisSession } = entry
  const values = Object.fromEntries(Object.entries(details).map(([key, value]) => [key, String(value)]))
  const provider = values['provider'] && (providerName(values['provider']) ?? values['provider'])
  const params = { ...values, ...(provider !== undefined && { provider }) }
  return {
    id,
    icon: icons.find(([actions]) => actions.test(action))?.[1] ?? ClockIcon,
    title: (provider && t.find(`actionsWith.${action}`, params)) || (t.find(`actions.${action}`, params) ?? t('actions.unknown')),
    text: [browser ?? t('security.unknownBrowser'), address, isThisSession && t('security.here')].filter(Boolean).join(' · '),
    at: happenedAt,
    tone: action.endsWith('failed') ? ('warn' as const) : undefined,
  }
}
