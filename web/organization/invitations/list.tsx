import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { csvOf, download } from '#web/parts/csv.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { DownloadIcon, EnvelopeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { organizations } from '../client.ts'
import { t } from '../messages.ts'
import { Ending } from '../settings/ending.tsx'
import { useStanding } from '../standing.ts'
import { usePlace } from '../use-place.ts'
import { columnsOf } from './columns.tsx'
import { InvitationDrawer } from './invitation-drawer.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { stateOf, states, statusOf } from './states.ts'
import { useInvitationActs } from './use-acts.ts'

const pageLimit = 100

/** Everybody who was asked to join, and what became of it; `/new` has the drawer open that invites, `/<id>` one of them. */
export default function Invitations() {
  const { organization, may } = useStanding()
  const { at, id, set, open, hrefOf } = usePlace()
  const { say } = useLanguage()
  const [leaving, setLeaving] = useState<Invitation | null>(null)
  const actsOf = useInvitationActs(setLeaving)
  const state = states.find((each) => each === at.status)
  const status = statusOf(state)
  const query = useInfiniteQuery({
    queryKey: ['organization', 'invitations', organization.id, status],
    queryFn: ({ pageParam, signal }) =>
      organizations
        .listInvitations({ organizationId: organization.id, limit: pageLimit, offset: pageParam, ...(status && { status }) }, { signal })
        .then(unwrap),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < pageLimit ? null : pages.length * pageLimit),
    placeholderData: (before) => before,
  })
  const mayInvite = may({ invitation: ['create'] })
  const invite = () => open('new')
  useShortcut('c', invite, mayInvite)
  const now = new Date()
  const all = query.data?.pages.flat() ?? []
  const shown = all.filter(
    (each) => (state === undefined || stateOf(each, now) === state) && each.email.includes(at.query.trim().toLowerCase()),
  )
  const isEmpty = query.data !== undefined && all.length === 0 && state === undefined
  const opened = all.find((each) => each.id === id)
  const nameOf = (inviterId: string) => organization.members.find(({ userId }) => userId === inviterId)?.user.name
  const button = mayInvite && (
    <Button icon={PlusIcon} look="primary" onClick={invite} press="c">
      {t('invitations.invite')}
    </Button>
  )
  const columns = columnsOf(now, nameOf)
  const save = () =>
    download(
      `${organization.slug}-invitations.csv`,
      csvOf([
        t('invitations.csvHeads').split(','),
        ...shown.map((each) => [each.email, stateOf(each, now), each.role, nameOf(each.inviterId) ?? '', each.expiresAt]),
      ]),
    )
  return (
    <ListPage
      filters={
        !isEmpty && (
          <FilterBar
            filters={[
              {
                id: 'status',
                label: t('invitations.status'),
                options: states.map((each) => ({ value: each, label: t(`invitations.states.${each}`) })),
              },
            ]}
            onQuery={(words) => set({ query: words })}
            onValues={(values) => set({ status: values['status'] })}
            placeholder={t('invitations.search')}
            query={at.query}
            values={{ status: state }}
          />
        )
      }
      foot={
        query.hasNextPage && (
          <div className="pt-12">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('older')}
            </Button>
          </div>
        )
      }
      head={
        <PageHeader lead={isEmpty ? undefined : t('invitations.lead')} title={t('invitations.title')}>
          {!isEmpty && query.data !== undefined && (
            <>
              <Button icon={DownloadIcon} onClick={save}>
                {t('csv')}
              </Button>
              {button}
            </>
          )}
        </PageHeader>
      }
    >
      <Loaded query={query}>
        {() =>
          isEmpty ? (
            <Empty act={button} icon={EnvelopeIcon} text={t('invitations.emptyText')} title={t('invitations.emptyTitle')} />
          ) : (
            <Table
              actsOf={actsOf}
              columns={columns}
              empty={
                <FilteredEmpty
                  act={<Button onClick={() => set({ query: '', status: undefined })}>{say('clearFilters')}</Button>}
                  title={t('invitations.nothingFits')}
                />
              }
              hrefOf={(each) => hrefOf(each.id)}
              idOf={(each) => each.id}
              label={t('invitations.title')}
              nameOf={({ email }) => email}
              rows={shown}
              stale={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
      {id === 'new' && mayInvite && <InviteDrawer onClose={() => open(undefined)} />}
      {opened !== undefined && leaving === null && (
        <InvitationDrawer acts={actsOf(opened)} invitation={opened} onClose={() => open(undefined)} />
      )}
      {leaving !== null && <CancelDialog invitation={leaving} onClose={() => setLeaving(null)} />}
    </ListPage>
  )
}

function CancelDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { email } = invitation
  return (
    <Ending
      act={t('invitations.cancel')}
      body={{ invitationId: invitation.id }}
      call={organizations.cancelInvitation}
      onClose={onClose}
      title={t('invitations.cancelTitle', { email })}
      told={t('invitations.canceled', { email })}
    >
      <p>{t('invitations.cancelText')}</p>
    </Ending>
  )
}
